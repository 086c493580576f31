/** Outcomes of payouts that a connector tells of. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { cameBackTerm } from '../../projections/transfers.ts';
import type { TransferView } from '../../projections/views.ts';
import { settlePayout } from '../ledger/offramps.ts';
import { isFinal } from '../ledger/transfer.ts';
import type { TransferState } from '../ledger/transfer.ts';
import { environmentOf } from '../platform/platform.ts';
import { reasonOf } from '../rails/messages.ts';
import type { PayoutSettled } from '../rails/messages.ts';
import { findTransfer } from './about-transfer.ts';
import { noSuch, problem } from './errors.ts';
import { answeredByState } from './rail-callback.ts';
import type { CallbackCall, CallbackParts } from './rail-callback.ts';
import { assertNewest, find, findAnywhere } from './read.ts';
import type { Reader } from './read.ts';
import type { Reply } from './route.ts';

/** How a payout ended, by its transfer. Told again it is no conflict; another outcome than the first one is. */
export async function payoutSettled(
  { services, head }: CallbackParts,
  { environment, rail, requestId }: CallbackCall,
  { transfer_id, outcome, reason: given }: PayoutSettled,
): Promise<Reply> {
  const stream = (await findAnywhere(services, head, COLLECTIONS.transfers, transfer_id))?.scope;
  if (stream === undefined || environmentOf(stream) !== environment) return noSuch('payout');
  const known = await findTransfer({ services, stream }, transfer_id);
  if (known?.kind !== 'offramp' || known.destination.rail !== rail) return noSuch('payout');
  // Whatever else a connector says about it is not kept.
  const reason = given === undefined ? undefined : reasonOf(given);
  const settled = await services.keepers.submit(stream, {
    decide: (book) => settlePayout(book, { transfer_id, outcome, reason }),
    answer: SETTLED,
    actor: `system:rail:${rail}`,
    requestId,
  });
  if (settled.kind === 'done') return settled.answer;
  const reader = { services, stream };
  const told = await findTold(reader, { transfer_id, outcome });
  if (told.isSame) return settledAs(transfer_id, told.state);
  if (!told.isOver) return problem('transfer_state_conflict', 'The payout is not with the rail yet.');
  const about = { request_id: requestId, transfer_id, environment, rail, state: told.state, told: outcome };
  services.log.warn(about, 'a rail told another outcome of a payout that is over; nothing was changed');
  return problem('transfer_state_conflict', 'The payout is over, with another outcome; nothing was changed.');
}

const settledAs = (transfer_id: string, state: TransferState) => ({
  status: 200,
  body: JSON.stringify({ object: 'rail_callback', transfer_id, state }),
});

const SETTLED = answeredByState(settledAs);

/** How the payout stands, and whether this outcome is the one that was recorded. It may have been told before. */
async function findTold(
  reader: Reader,
  { transfer_id, outcome }: Pick<PayoutSettled, 'transfer_id' | 'outcome'>,
): Promise<{ readonly state: TransferState; readonly isSame: boolean; readonly isOver: boolean }> {
  await assertNewest(reader.services, COLLECTIONS.transfers);
  const found = await find(reader, COLLECTIONS.transfers, transfer_id);
  if (found === undefined) throw new Error(`the transfer ${transfer_id} is nowhere to be seen`);
  // The transfers projection wrote it.
  const { kind, state } = JSON.parse(found.body) as TransferView;
  const isSame = outcome === 'completed' ? state === outcome : found.terms.includes(cameBackTerm(outcome));
  return { state, isSame, isOver: isFinal(kind, state) };
}
