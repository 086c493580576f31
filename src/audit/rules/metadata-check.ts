/**
 * What every event of a stream has beside its data: a time that does not run backwards, an author, and its place among
 * the events of one command.
 */
import type { IdempotencyRecord, StoredMetadata } from '../../event-store/codec.ts';
import { RuleViolation, requireRule } from '../finding.ts';

export type MetadataCheck = {
  /** Throws a Wrong. */
  check(metadata: StoredMetadata): void;
  /** How many events are missing of a command that was cut off at the end of the stream. */
  missingEvents(): number;
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ACTOR = /^(key|operator|system|hosted):./;

export function createMetadataCheck(): MetadataCheck {
  let time = '';
  /** The command under way, and how many of its events are still to come. */
  let command: StoredMetadata | undefined;
  let left = 0;

  return {
    check(metadata) {
      const { idempotency } = metadata;
      checkTime(time, metadata.time);
      ({ time } = metadata);
      requireRule(
        ACTOR.test(metadata.actor),
        'schema',
        'its actor is neither key, operator, system nor page',
      );
      if (command !== undefined && left > 0) {
        left -= 1;
        requireRule(isSameCommand(command, metadata), 'command', MIDST);
        return;
      }
      if (idempotency === undefined) return;
      checkRecord(idempotency);
      command = metadata;
      left = idempotency.events - 1;
    },
    missingEvents: () => left,
  };
}

const MIDST = 'it stands amid the events of another command';

/** The events of a command are one append, so they share all but the record, which is on the first. */
const isSameCommand = (first: StoredMetadata, next: StoredMetadata): boolean =>
  next.idempotency === undefined &&
  next.time === first.time &&
  next.actor === first.actor &&
  next.request_id === first.request_id &&
  next.reason === first.reason;

function checkTime(before: string, time: string): void {
  // Most events share their time with the one before them.
  if (time === before) return;
  if (!TIME.test(time) || Number.isNaN(Date.parse(time)))
    throw new RuleViolation('time', `${JSON.stringify(time)} is no time in UTC with milliseconds`);
  // Times of this form sort as text.
  if (time < before)
    throw new RuleViolation('time', `its time ${time} is before ${before}, that of the event before it`);
}

function checkRecord({ key, events, status }: IdempotencyRecord): void {
  requireRule(
    key !== '' && key.length <= 255,
    'idempotency_key',
    'its idempotency key is too short or too long',
  );
  requireRule(events >= 1, 'command', 'a command of no events has left one');
  requireRule(status >= 200 && status < 300, 'command', 'a write was answered with no success');
}
