/** Checks the metadata of a stream's events: times, actors, and the grouping of events by command. */
import type { IdempotencyRecord, StoredMetadata } from '../../event-store/codec.ts';
import { RuleViolation, requireRule } from '../finding.ts';

export type MetadataCheck = {
  /** Throws RuleViolation. */
  check(metadata: StoredMetadata): void;
  /** Number of missing events of the last command, if the stream was truncated. */
  missingEvents(): number;
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ACTOR = /^(key|operator|system|hosted):./;

export function createMetadataCheck(): MetadataCheck {
  let time = '';
  /** The first event's metadata of the current command, and how many events follow. */
  let command: StoredMetadata | undefined;
  let remaining = 0;

  return {
    check(metadata) {
      const { idempotency } = metadata;
      checkTime(time, metadata.time);
      ({ time } = metadata);
      requireRule(
        ACTOR.test(metadata.actor),
        'schema',
        'the actor must start with key:, operator:, system:, or hosted:',
      );
      if (command !== undefined && remaining > 0) {
        remaining -= 1;
        requireRule(isSameCommand(command, metadata), 'command', INTERLEAVED);
        return;
      }
      if (idempotency === undefined) return;
      checkIdempotencyRecord(idempotency);
      command = metadata;
      remaining = idempotency.events - 1;
    },
    missingEvents: () => remaining,
  };
}

const INTERLEAVED = 'the event interrupts the events of another command';

/** The events of a command are appended together and share their metadata, except for the idempotency record of the first. */
const isSameCommand = (first: StoredMetadata, next: StoredMetadata): boolean =>
  next.idempotency === undefined &&
  next.time === first.time &&
  next.actor === first.actor &&
  next.request_id === first.request_id &&
  next.reason === first.reason;

function checkTime(before: string, time: string): void {
  // Fast path: most events have the same time as the previous one.
  if (time === before) return;
  if (!TIME.test(time) || Number.isNaN(Date.parse(time)))
    throw new RuleViolation('time', `time must be UTC with milliseconds; got ${JSON.stringify(time)}`);
  // Times in this format sort as text.
  if (time < before)
    throw new RuleViolation('time', `time ${time} is before ${before}, the time of the previous event`);
}

function checkIdempotencyRecord({ key, events, status }: IdempotencyRecord): void {
  requireRule(
    key !== '' && key.length <= 255,
    'idempotency_key',
    'the idempotency key must have 1 to 255 characters',
  );
  requireRule(events >= 1, 'command', 'the idempotency record states 0 events');
  requireRule(status >= 200 && status < 300, 'command', 'the idempotency record must have a 2xx status');
}
