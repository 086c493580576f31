/** Payouts that wait for their rail, and how one ends whose rail can't say so any more. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { waitingTerm } from '../../projections/transfers.ts';
import type { TransferView } from '../../projections/views.ts';
import type { PayoutListQuery } from '../generated/api.ts';
import { validatePayoutListQuery, validatePayoutSettlement } from '../generated/validators.js';
import { submitAboutTransfer } from '../http/about-transfer.ts';
import { assertNewest } from '../http/read.ts';
import { look } from '../keeper/look.ts';
import { payoutToSubmit } from '../ledger/offramps.ts';
import type { Refusal } from '../ledger/refusal.ts';
import { settleByHand } from '../ledger/stranded.ts';
import { environmentOf } from '../platform/platform.ts';
import type { RailPlace } from '../rails/rails.ts';
import { openAccount } from '../workers/payout-secrets.ts';
import { around, pageOverBooks } from './books.ts';
import type { BookPlace, WaitingList } from './books.ts';
import { operatorRoute } from './route.ts';
import type { OperatorCaller, OperatorRoute } from './route.ts';
import type { OperatorServices } from './services.ts';

const transfer = { collection: COLLECTIONS.transfers, param: 'transfer_id', noun: 'transfer' } as const;

export const payoutsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/payouts',
    role: 'viewer',
    query: validatePayoutListQuery,
    async handle({ services, query }) {
      const { state = 'pending', rail } = query;
      // Older rules may not have said which rail it is.
      if (rail !== undefined) await assertNewest(services, COLLECTIONS.transfers);
      return pageOverBooks(services, payoutsIn(services, state, rail), query);
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/transfers/{transfer_id}/payout_outcome',
    role: 'admin',
    about: transfer,
    body: validatePayoutSettlement,
    async handle(call) {
      const { transfer_id } = call.params;
      const { outcome, rail_reference, reason } = call.body;
      const canTell = await railCanTell(call, transfer_id);
      return submitAboutTransfer(
        call,
        transfer_id,
        (book) => {
          const decision = settleByHand(book, { transfer_id, outcome, rail_reference, reason });
          return 'events' in decision && canTell ? { refusal: STILL_THERE } : decision;
        },
        `${reason.code}: ${reason.message}`,
      );
    },
  }),
];

const STILL_THERE: Refusal = {
  code: 'transfer_state_conflict',
  message: 'The rail of the payout is in the configuration: it tells by itself how the payout ended.',
};

/** Whether the rail of a payout can still say how it ended: it is served, and can be told whom to pay. */
async function railCanTell({ services, stream }: OperatorCaller, transferId: string): Promise<boolean> {
  const found = await look(services.keepers, stream, (book) => ({
    rail: book.transfers.get(transferId)?.destination.rail,
    to: payoutToSubmit(book, transferId)?.to,
  }));
  if (!services.railPlaces.served.some(isAt(environmentOf(stream), found.rail))) return false;
  return found.to === undefined || (await openAccount(services.vault, found.to)) !== undefined;
}

const isAt =
  (environment: string, rail: string | undefined) =>
  (place: RailPlace): boolean =>
    place.environment === environment && place.rail === rail;

const payoutsIn = (
  services: OperatorServices,
  state: NonNullable<PayoutListQuery['state']>,
  rail: string | undefined,
): WaitingList => ({
  collection: COLLECTIONS.transfers,
  terms: [`state:${state}`, 'kind:offramp', ...(rail === undefined ? [] : [waitingTerm(rail)])],
  shown(id, place, body) {
    // The transfers projection wrote it.
    const { rail: its = '' } = (JSON.parse(body) as TransferView).destination;
    const about = { rail: its, rail_state: railState(services, place, its) };
    return around('payout', 'transfer')(id, { ...place, ...about }, body);
  },
});

function railState(
  { railPlaces, platform }: OperatorServices,
  { environment }: BookPlace,
  rail: string,
): 'available' | 'unavailable' | 'missing' {
  if (!railPlaces.served.some(isAt(environment, rail))) return 'missing';
  return platform().isRailUp(environment, rail) && railPlaces.answers(environment, rail)
    ? 'available'
    : 'unavailable';
}
