/** IDs that follow from where an event stands (docs/architecture.md, "IDs come from the place"). */
import { decodeIdOrigin } from '../../ledger/ids.ts';

/** When and at which revision an ID was given; undefined for a text that is no ID of this stream. */
export function originOfId(id: string, stream: string): ReturnType<typeof decodeIdOrigin> {
  return /^[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}$/.test(id) ? decodeIdOrigin(id, stream) : undefined;
}
