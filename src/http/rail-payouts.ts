/** Outcomes of payouts that a connector tells of. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { settlePayout } from '../ledger/offramps.ts';
import type { TransferState } from '../ledger/transfer.ts';
import { environmentOf } from '../platform/platform.ts';
import type { PayoutSettled } from '../rails/messages.ts';
import { findTransfer } from './about-transfer.ts';
import { noSuch, problem } from './errors.ts';
import { answeredByState } from './rail-callback.ts';
import type { CallbackCall, CallbackParts } from './rail-callback.ts';
import { findAnywhere } from './read.ts';
import type { Reader } from './read.ts';
import type { Reply } from './route.ts';

/** How a payout ended, by its transfer. It may have been told before, with the same outcome. */
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
  const reason = given === undefined ? undefined : { code: given.code, message: given.message };
  const settled = await services.keepers.submit(stream, {
    decide: (book) => settlePayout(book, { transfer_id, outcome, reason }),
    answer: SETTLED,
    actor: `system:rail:${rail}`,
    requestId,
  });
  if (settled.kind === 'done') return settled.answer;
  return settledBefore({ services, stream }, { transfer_id, outcome });
}

const settledAs = (transfer_id: string, state: TransferState) => ({
  status: 200,
  body: JSON.stringify({ object: 'rail_callback', transfer_id, state }),
});

const SETTLED = answeredByState(settledAs);

/** An outcome that is told again is no conflict; another one is, and so is one of a payout that nobody submitted yet. */
async function settledBefore(
  reader: Reader,
  { transfer_id, outcome }: Pick<PayoutSettled, 'transfer_id' | 'outcome'>,
): Promise<Reply> {
  const now = await findTransfer(reader, transfer_id);
  const isSame = now?.state === (outcome === 'completed' ? 'completed' : 'refunded');
  return isSame
    ? settledAs(transfer_id, now.state)
    : problem('transfer_state_conflict', 'The payout is not with the rail, or its outcome is another one.');
}
