/** Transfers as GET shows them, listed by every filter of the contract. */
import { isFinalState } from '../../src/ledger/transfers/transfer.ts';
import type { TransferEvent } from '../../src/ledger/transfers/transfer.ts';
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import { nextTransferView } from '../views.ts';
import type { Recorded, TransferView } from '../views.ts';

/** A user's transfers are those of the user's wallets, so they need no list of their own. */
function termsOf({ source, destination, kind, state, integrator_reference }: TransferView): string[] {
  const wallets = [source, destination].map(({ wallet_id }) => wallet_id).filter((id) => id !== undefined);
  return [
    'every',
    ...wallets.map((id) => `wallet:${id}`),
    ...(integrator_reference === null ? [] : [`reference:${integrator_reference}`]),
    `kind:${kind}`,
    `state:${state}`,
  ];
}

/** Carried for good by an off-ramp that its rail sent back: how the rail put it. Its last state says only `refunded`. */
export const payoutReturnTerm = (step: 'returned' | 'undeliverable'): string => `payout:${step}`;

/** Carried by an off-ramp until it is over: the rail that it waits for. */
export const pendingRailTerm = (rail: string): string => `waits_for:${rail}`;

const waitsFor = ({ kind, state, destination: { rail } }: TransferView): readonly string[] =>
  kind === 'offramp' && rail !== undefined && !isFinalState(kind, state) ? [pendingRailTerm(rail)] : [];

function cameBack({ kind, state }: TransferView, before: readonly string[]): readonly string[] {
  if (kind !== 'offramp') return [];
  return state === 'returned' || state === 'undeliverable'
    ? [payoutReturnTerm(state)]
    : before.filter((term) => term.startsWith('payout:'));
}

type Before = { readonly value: TransferView; readonly terms: readonly string[] } | undefined;

const changed = {
  touches: ({ data }: Recorded<TransferEvent['type']>) => [data.transfer_id],
  fold(before: Before, event: Recorded<TransferEvent['type']>) {
    const value = nextTransferView(before?.value, event);
    return { value, terms: [...termsOf(value), ...waitsFor(value), ...cameBack(value, before?.terms ?? [])] };
  },
};

export const transfersProjection = defineBookProjection<TransferView>({
  name: 'transfers',
  version: 2,
  state: 'transfers',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
    ),
    'transfer.created': changed,
    'transfer.state_changed': changed,
  },
});
