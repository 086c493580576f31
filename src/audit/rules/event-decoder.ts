/** Stored texts as checked values: every event and every metadata has to have the shape that its schema says. */
import type { ErrorObject } from 'ajv';
import type { StoredMetadata } from '../../event-store/codec.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import { eventVersions, platformEventVersions, treasuryEventVersions } from '../../generated/events.ts';
import {
  validateEventData,
  validateEventMetadata,
  validatePlatformEventData,
  validateTreasuryEventData,
} from '../../generated/validators.js';
import { upcast } from '../../ledger/upcast.ts';
import { RuleViolation } from '../finding.ts';

export type StreamKind = 'book' | 'treasury' | 'platform';

/** What kind of stream has this name. Throws a Wrong for a name that no stream of the service has. */
export function streamKindOf(stream: string): StreamKind {
  if (stream === 'platform') return 'platform';
  if (/^treasury-(sandbox|production)$/.test(stream)) return 'treasury';
  if (/^book-.+-(sandbox|production)$/.test(stream)) return 'book';
  throw new RuleViolation('stream_name', 'no stream of the service has this name');
}

type Check = { (data: unknown): boolean; errors?: ErrorObject[] | null };
type Shape = { readonly version: number; readonly check: Check };

const shapesOf = (versions: Readonly<Record<string, number>>, checks: object): ReadonlyMap<string, Shape> =>
  new Map(
    // Both tables are generated from the same list of types.
    Object.entries(checks as Readonly<Record<string, Check>>).map(([type, check]) => [
      type,
      { version: versions[type] ?? 1, check },
    ]),
  );

const SHAPES: Readonly<Record<StreamKind, ReadonlyMap<string, Shape>>> = {
  book: shapesOf(eventVersions, validateEventData),
  treasury: shapesOf(treasuryEventVersions, validateTreasuryEventData),
  platform: shapesOf(platformEventVersions, validatePlatformEventData),
};

export type DecodedEvent = { readonly data: unknown; readonly metadata: StoredMetadata };

/** Data and metadata, in the shapes of their schemas. Throws a Wrong that says where they differ. */
export function decodeEvent(kind: StreamKind, event: StoredEvent): DecodedEvent {
  const shape = SHAPES[kind].get(event.type);
  if (shape === undefined)
    throw new RuleViolation('schema', `no event of a ${kind} stream is called ${event.type}`);
  const metadata = parsed('metadata', event.metadata);
  if (!validateEventMetadata(metadata)) throw mismatch('metadata', validateEventMetadata.errors);
  const data = toLatestVersion(kind, event, metadata.schema_version, shape.version);
  if (!shape.check(data)) throw mismatch('data', shape.check.errors);
  return { data, metadata };
}

/** The data in its newest shape. Books may hold older ones; what adds to them is the ledger's own. */
function toLatestVersion(
  kind: StreamKind,
  { type, data }: StoredEvent,
  version: number,
  known: number,
): unknown {
  const stored = parsed('data', data);
  if (version === known) return stored;
  try {
    if (kind === 'book') return upcast(type, version, stored);
  } catch {
    // What can't be brought to the newest shape is not known, whatever the reason.
  }
  throw new RuleViolation('schema', `version ${version} of ${type} is not known`);
}

function parsed(part: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RuleViolation('schema', `its ${part} is no JSON`);
  }
}

function mismatch(part: string, errors: ErrorObject[] | null | undefined): RuleViolation {
  const [error] = errors ?? [];
  const more: unknown = error?.params;
  const where = `${part}${error?.instancePath.replaceAll('/', '.') ?? ''}`;
  return new RuleViolation(
    'schema',
    `its ${where} does not have the shape of its schema: ${JSON.stringify(more ?? {})}`,
  );
}
