/** Object IDs encode the revision and time of the event that created them (docs/architecture.md). */
import { decodeIdOrigin } from '../../ledger/ids.ts';
import { RuleViolation } from '../finding.ts';

type EventOrigin = { readonly stream: string; readonly revision: number; readonly time: string };

/** Revision and time that an ID encodes. Undefined if the text is not an ID of this stream. */
export function originOfId(id: string, stream: string): ReturnType<typeof decodeIdOrigin> {
  return /^[a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26}$/.test(id) ? decodeIdOrigin(id, stream) : undefined;
}

/** Throws RuleViolation unless the ID encodes the revision and time of its event. `member` names it in the message. */
export function checkObjectId(member: string, id: string, { stream, revision, time }: EventOrigin): void {
  const origin = originOfId(id, stream);
  if (origin?.revision !== revision || origin.time !== Date.parse(time))
    throw new RuleViolation('object_id', `${member} ${id} does not match the revision and time of its event`);
}
