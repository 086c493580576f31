/** The hand-over from one master key to the next: what both audit keys sign. */
import type { PlatformEventData } from '../generated/events.ts';

export type HandOver = PlatformEventData<'master_key.replaced'>;

type Signed = Omit<HandOver, 'former_signature' | 'signature'>;

/** One line for each key and stream, so that anyone can compute it from the event. */
export const handOverText = ({
  former_key_id,
  key_id,
  former_signing_key,
  signing_key,
  streams,
}: Signed): string =>
  [
    'svc-ledger master key replaced',
    `${former_key_id} ${former_signing_key}`,
    `${key_id} ${signing_key}`,
    ...streams.map(({ stream, revision, hash }) => `${stream} ${revision} ${hash}`),
    '',
  ].join('\n');
