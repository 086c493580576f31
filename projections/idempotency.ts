/** Uses of idempotency keys, for keys that are no longer in the writer's memory. */
import { eventVersions } from '../src/generated/events.ts';
import type { LogDocument } from '../src/read-models/projection.ts';
import type { IdempotencyKeyUse } from '../src/read-models/retention.ts';
import { defineBookProjection } from './book-projection.ts';
import type { Recorded } from './views.ts';

/** The document ID of a key. */
export const idempotencyKeyId = (stream: string, key: string): string => `${stream}|${key}`;

const used = {
  emit({
    stream,
    revision,
    metadata,
  }: Pick<Recorded<'request.recorded'>, 'stream' | 'revision' | 'metadata'>): LogDocument[] {
    if (metadata.idempotency === undefined) return [];
    const { key, fingerprint, events } = metadata.idempotency;
    const value: IdempotencyKeyUse = { fingerprint, revision, events };
    return [{ id: idempotencyKeyId(stream, key), value, terms: [] }];
  },
};

type Rules = Record<keyof typeof eventVersions, typeof used>;

export const idempotencyProjection = defineBookProjection<never>({
  name: 'idempotency',
  version: 1,
  log: 'idempotency',
  // Any event type can be the first one of a write.
  rules: Object.fromEntries(Object.keys(eventVersions).map((type) => [type, used])) as Rules,
});
