/** Object IDs encode the revision and time of the event that created them (docs/architecture.md). */
import { decodeIdOrigin } from '../../ledger/ids.ts';

/** Time and revision that an ID encodes. Undefined if the text is not an ID of this stream. */
export function originOfId(id: string, stream: string): ReturnType<typeof decodeIdOrigin> {
  return /^[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}$/.test(id) ? decodeIdOrigin(id, stream) : undefined;
}
