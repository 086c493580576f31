/** Answers a repeated command from the events that recorded its first execution. */
import { decodeRecorded } from '../../event-store/book-event.ts';
import { decodeMetadata } from '../../event-store/codec.ts';
import type { EventStore, StreamName } from '../../event-store/port.ts';
import type { IdempotencyKeyUse } from '../../read-models/idempotency-key-use.ts';
import type { Command } from '../command.ts';
import { replayRecord } from './idempotency-record.ts';
import type { Replay } from './idempotency-record.ts';

/** Reads the events of the recorded use. Throws when they do not carry the command's record. */
export async function replayCommand(
  eventStore: Pick<EventStore, 'read'>,
  stream: StreamName,
  { idempotency, answer }: Command,
  { revision, events }: IdempotencyKeyUse,
): Promise<Replay> {
  const stored = await eventStore.read(stream, revision, events);
  const metadata = stored[0] && decodeMetadata(stored[0]);
  const record = metadata?.idempotency;
  if (record === undefined || record.key !== idempotency?.key || record.events !== stored.length)
    throw new Error('the events at the recorded use of an idempotency key do not carry its record');
  return replayRecord(record, metadata?.time ?? '', () => {
    if (answer.from !== 'events') throw new Error('an idempotency record lacks its answer');
    return answer.render(stored.map(decodeRecorded));
  });
}
