/** The record that lets a write be answered again, byte for byte: how it is made and how it is read. */
import { decodeMetadata } from '../../event-store/codec.ts';
import type { IdempotencyRecord } from '../../event-store/codec.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import type { Answer, Command, Outcome } from '../command.ts';
import { decodeRecorded } from '../../event-store/book-event.ts';

/** What rides in the first event of a command that came with a key. */
export function idempotencyRecord(
  command: Command,
  answer: Answer,
  events: number,
): IdempotencyRecord | undefined {
  const { idempotency, answer: rule } = command;
  if (idempotency === undefined) return undefined;
  const { key, fingerprint } = idempotency;
  const record = { key, fingerprint, status: answer.status, events };
  if (rule.from === 'events') return record;
  return rule.seal === undefined
    ? { ...record, answer: answer.body }
    : { ...record, sealed_answer: rule.seal(answer.body) };
}

/** The answer of an earlier success, from the events that recorded it. Throws when they are not this command's. */
export function replayAnswer(command: Command, stored: readonly StoredEvent[]): Outcome {
  const record = stored[0] && decodeMetadata(stored[0]).idempotency;
  if (record === undefined || record.key !== command.idempotency?.key || record.events !== stored.length) {
    throw new Error('the record of an idempotency key is not where it was written');
  }
  const { status, answer, sealed_answer } = record;
  if (sealed_answer !== undefined) {
    return { kind: 'replayed', answer: { status, body: sealed_answer }, sealed: true };
  }
  if (answer !== undefined) return { kind: 'replayed', answer: { status, body: answer }, sealed: false };
  if (command.answer.from !== 'events') throw new Error('an idempotency record without its answer');
  return { kind: 'replayed', answer: command.answer.render(stored.map(decodeRecorded)), sealed: false };
}
