/** Lists payouts by state, and settles a payout manually that its rail does not end. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import { transferTerms } from '../../../projections/transfers.ts';
import { assertCurrent } from '../../api/operations/read.ts';
import { submitLateMovement } from '../../api/resources/late-movement.ts';
import { submitTransferCommand } from '../../api/resources/transfer-command.ts';
import type { PayoutListQuery } from '../../generated/api.ts';
import { notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { asPoints } from '../../ledger/amount.ts';
import { environmentOf, smallestIdAt } from '../../ledger/ids.ts';
import {
  limitedLateMovement,
  limitedSettlement,
  proposeAboveLimit,
  type Control,
} from '../../ledger/limited-actions.ts';
import type { LateMovementKind } from '../../ledger/late-movement.ts';
import { isHeldAtSubmission } from '../../ledger/payout-account.ts';
import {
  findPayoutToSubmit,
  payoutDueAt,
  settleManually,
  type ManualSettlement,
} from '../../ledger/payout.ts';
import type { Refusal } from '../../ledger/refusal.ts';
import { messageOf } from '../../ledger/violations.ts';
import type { BookIdentity } from '../../platform/books.ts';
import type { ConfiguredRail } from '../../rails/rails.ts';
import { parseBody } from '../../read-models/collection.ts';
import { openPayoutSecrets } from '../../vault/payout-secrets.ts';
import { readConsistent } from '../../writer/command.ts';
import {
  listAcrossBooks,
  oldestAcrossBooks,
  wrapDocument,
  type CrossBookList,
} from '../operations/cross-book-list.ts';
import {
  askingOf,
  type OperatorCall,
  type OperatorCaller,
  type OperatorHandlers,
} from '../operations/operation.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import type { OperatorServices } from '../operations/services.ts';
import { reasonText } from './reviews.ts';

// Rails, and enabling or disabling one in all processes.

const SECOND_MS = 1_000;

type RailId = Pick<ConfiguredRail, 'environment' | 'rail'>;

export const railHandlers = {
  listRails({ services }) {
    const data = services.runningRails.configured.map((configured) =>
      presentRail(services, configured, isEnabled(services, configured)),
    );
    return { status: 200, body: JSON.stringify({ data }) };
  },
  setRailAvailability(call) {
    const { services, params, body } = call;
    const { available, reason } = body;
    const configured = services.runningRails.configured.find(
      ({ environment, rail }) => environment === params.environment && rail === params.rail,
    );
    if (configured === undefined) return notFoundProblem('rail');
    const { environment, rail } = configured;
    return submitToPlatform(call, {
      decide() {
        const answer = { status: 200, body: JSON.stringify(presentRail(services, configured, available)) };
        // The rail may already be in this state.
        if (isEnabled(services, configured) === available) return { events: [], answer };
        const data = { environment, rail, available };
        return { events: [{ type: 'rail.availability_changed', data }], answer };
      },
      reason,
    });
  },
} satisfies Partial<OperatorHandlers>;

type RailServices = Pick<OperatorServices, 'platform' | 'runningRails'>;

const isEnabled = ({ platform }: RailServices, { environment, rail }: RailId): boolean =>
  platform().isRailEnabled(environment, rail);

const isUp = ({ runningRails }: RailServices, { environment, rail }: RailId): boolean =>
  runningRails.isProviderUp(environment, rail);

const presentRail = (services: OperatorServices, configured: ConfiguredRail, enabled: boolean) => ({
  object: 'rail' as const,
  ...configured,
  enabled,
  available: enabled && isUp(services, configured),
  ...settlementOf(services, configured),
});

/** Nothing for a rail of another process's configuration. */
const settlementOf = ({ payoutSettlementMs }: OperatorServices, { rail }: RailId) => {
  const ms = payoutSettlementMs.get(rail);
  return ms !== undefined && { payout_settlement_seconds: ms / SECOND_MS };
};

/** Whether a rail is enabled and its provider responds. */
export const isRailAvailable = (services: RailServices, rail: RailId): boolean =>
  isEnabled(services, rail) && isUp(services, rail);

export const payoutHandlers = {
  async listPayouts({ services, query }) {
    const { state = 'pending', rail } = query;
    // An older projection version may lack the rail term.
    if (rail !== undefined) await assertCurrent(services, COLLECTIONS.transfers);
    return listAcrossBooks(services, payoutsIn(services, state, rail), query);
  },
  async settlePayout(call) {
    const { transfer_id } = call.params;
    const { outcome, rail_reference, reason } = call.body;
    const settlement = { transfer_id, outcome, rail_reference, reason };
    return submitSettlement(call, settlement, (railReports) =>
      proposeAboveLimit(askingOf(call), (book, policy) => {
        const limited = limitedSettlement(book, policy, settlement);
        // The rail may report another outcome at the same time, so two people have to agree that the bank was asked.
        return limited === undefined || !railReports ? limited : { ...limited, limit: asPoints(0n) };
      }),
    );
  },
  returnPayout: (call) => bookAsOperator(call, 'return'),
  reverseDeposit: (call) => bookAsOperator(call, 'reversal'),
} satisfies Partial<OperatorHandlers>;

function bookAsOperator(
  call: OperatorCall<'returnPayout' | 'reverseDeposit'>,
  kind: LateMovementKind,
): Promise<Reply> {
  const { transfer_id } = call.params;
  const { reason, return_reference } = call.body;
  const movement = { kind, transfer_id, reason, return_reference };
  return submitLateMovement(
    call,
    movement,
    (completed) =>
      proposeAboveLimit(askingOf(call), (_book, policy) => limitedLateMovement(policy, movement, completed)),
    reasonText(reason),
  );
}

/** Replies 200 with the transfer, or 202 with a proposal if the control makes it one, which may depend on the rail. */
export async function submitSettlement(
  caller: OperatorCaller,
  settlement: ManualSettlement,
  controlOf: (railReports: boolean) => Control,
  why = reasonText(settlement.reason),
): Promise<Reply> {
  const { transfer_id } = settlement;
  const railReports = await canRailReportOutcome(caller, transfer_id);
  const control = controlOf(railReports);
  return submitTransferCommand(
    caller,
    transfer_id,
    (book, context) =>
      control(book, context, () => {
        const isSubmitted = book.transfers.get(transfer_id)?.state === 'payout_submitted';
        const decision = settleManually(book, settlement);
        return 'events' in decision && railReports && !isSubmitted ? { refusal: NOT_SUBMITTED } : decision;
      }),
    why,
  );
}

/** Otherwise it would be settled while it is sent to the bank. */
const NOT_SUBMITTED: Refusal = {
  code: 'transfer_state_conflict',
  message: messageOf(
    'transfer_state_conflict',
    'The rail of the payout is still configured, so the payout will be submitted to it.',
  ),
};

/** Whether the rail of a payout can still report its outcome: it is configured, and the payee can be decrypted. */
async function canRailReportOutcome(
  { services, stream }: OperatorCaller,
  transferId: string,
): Promise<boolean> {
  const found = await readConsistent(services.writers, stream, (book) => ({
    to: findPayoutToSubmit(book, transferId)?.to,
    transfer: book.transfers.get(transferId),
  }));
  const { transfer, to } = found;
  // Nobody submits it again, so the rail reports nothing.
  if (transfer !== undefined && isHeldAtSubmission(transfer)) return false;
  if (!services.runningRails.configured.some(isAt(environmentOf(stream), transfer?.destination.rail)))
    return false;
  return to === undefined || (await openPayoutSecrets(services.vault, stream, to)) !== undefined;
}

const isAt =
  (environment: string, rail: string | undefined) =>
  (each: ConfiguredRail): boolean =>
    each.environment === environment && each.rail === rail;

type OverduePayout = RailId & {
  /** When it was submitted, in ISO 8601. */
  readonly submitted_at: string;
};

/** The payouts that a bank should have confirmed, by environment and rail: of each rail the `limit` oldest. Throws ReadModelBehind. */
export async function overduePayouts(
  services: OperatorServices,
  limit: number,
): Promise<readonly OverduePayout[]> {
  const now = services.clock();
  const found = await Promise.all(
    [...services.payoutSettlementMs].map(async ([rail, settlementMs]) => {
      const terms = transferTerms({ kind: 'offramp', state: 'payout_submitted', rail });
      // An ID contains the time of the creation, which is before the submission.
      const page = await oldestAcrossBooks(
        services,
        { collection: COLLECTIONS.transfers, terms },
        { limit, before: smallestIdAt('trf', now - settlementMs) },
      );
      return page.flatMap((document) => {
        const { updated_at } = parseBody(COLLECTIONS.transfers, document);
        const isOverdue = payoutDueAt(updated_at, settlementMs) < now;
        return isOverdue
          ? [{ environment: environmentOf(document.scope), rail, submitted_at: updated_at }]
          : [];
      });
    }),
  );
  return found.flat();
}

const payoutsIn = (
  services: OperatorServices,
  state: NonNullable<PayoutListQuery['state']>,
  rail: string | undefined,
): CrossBookList => ({
  collection: COLLECTIONS.transfers,
  terms: transferTerms({ kind: 'offramp', state, rail }),
  render(id, book, body) {
    const { rail = '' } = parseBody(COLLECTIONS.transfers, { body }).destination;
    const about = { rail, rail_state: railState(services, book, rail) };
    return wrapDocument('payout', 'transfer')(id, { ...book, ...about }, body);
  },
});

function railState(
  services: OperatorServices,
  { environment }: BookIdentity,
  rail: string,
): 'available' | 'unavailable' | 'missing' {
  if (!services.runningRails.configured.some(isAt(environment, rail))) return 'missing';
  return isRailAvailable(services, { environment, rail }) ? 'available' : 'unavailable';
}
