import { presentQuote } from '../src/ledger/present.ts';
import type { LateMovementEvent } from '../src/ledger/late-movement.ts';
import { quoteFromEvent } from '../src/ledger/quote.ts';
import {
  TRANSFER_KINDS,
  isFinalState,
  statesOf,
  type TransferEvent,
  type TransferKind,
  type TransferState,
} from '../src/ledger/transfer.ts';
import { LedgerViolation } from '../src/ledger/violations.ts';
import { defineBookProjection, ignoreAllBut } from './book-projection.ts';
import { nextTransferView, withLateMovement, type Recorded, type TransferView } from './views.ts';

// Quotes as the API returns them, except for expiry: a projection has no clock, so readers compute it.

export type QuoteView = ReturnType<typeof presentQuote>;
type QuoteBefore = { readonly value: QuoteView; readonly terms: readonly string[] } | undefined;

function used(before: QuoteBefore, { data }: Recorded<'transfer.created'>) {
  if (before === undefined)
    throw new LedgerViolation('object_missing', 'The conversion names a quote that does not exist.');
  const { terms, value } = before;
  return { terms, value: { ...value, status: 'used' as const, transfer_id: data.transfer_id } };
}

export const quotesProjection = defineBookProjection<QuoteView>({
  name: 'quotes',
  version: 1,
  state: 'quotes',
  rules: {
    ...ignoreAllBut('transfers', 'quotes'),
    'quote.created': {
      touches: ({ data }) => [data.quote_id],
      fold: (_before, event) => ({ value: presentQuote(quoteFromEvent(event)), terms: [] }),
    },
    'transfer.created': {
      touches: ({ data }) => (data.quote_id === undefined ? [] : [data.quote_id]),
      fold: used,
    },
    'transfer.state_changed': 'ignore',
  },
});

// Transfers as the API returns them. Kind and state are part of nearly every term, so each combination of filters is a set of
// lists that are read from their beginning: no list is read only to be compared with another one.

type Class = { readonly kind: TransferKind; readonly state: TransferState };

/** Every state of every kind. */
const CLASSES: readonly Class[] = TRANSFER_KINDS.flatMap((kind) =>
  statesOf(kind).map((state) => ({ kind, state })),
);

const classTerm = ({ kind, state }: Class): string => `${kind}/${state}`;
const walletTerm = (each: Class, walletId: string): string => `${classTerm(each)}:${walletId}`;
const pairTerm = (each: Class, walletIds: readonly string[]): string =>
  `${classTerm(each)}:${walletIds.toSorted().join(':')}`;
const railTerm = (each: Class, rail: string): string => `${classTerm(each)}/${rail}`;
/** The term of the transfers with this reference. */
export const transferReferenceTerm = (reference: string): string => `reference:${reference}`;

export type TransferFilter = {
  readonly kind?: TransferKind | undefined;
  readonly state?: TransferState | undefined;
  /** The transfer involves one of these wallets. */
  readonly walletIds?: readonly string[] | undefined;
  /** The transfer is between one of `walletIds` and this wallet of somebody else. */
  readonly otherWalletId?: string | undefined;
  /** The rail that an unfinished off-ramp waits for. */
  readonly rail?: string | undefined;
};

/** The terms of the transfers that pass the filter: each of these has at least one of them, and no other transfer has. */
export function transferTerms({
  kind,
  state,
  walletIds,
  otherWalletId,
  rail,
}: TransferFilter): readonly string[] {
  const classes = CLASSES.filter(
    (each) =>
      (kind === undefined || each.kind === kind) &&
      (state === undefined || each.state === state) &&
      (otherWalletId === undefined || each.kind === 'user_to_user'),
  );
  if (rail !== undefined) return classes.map((each) => railTerm(each, rail));
  if (walletIds === undefined)
    return kind === undefined && state === undefined ? ['every'] : classes.map(classTerm);
  return classes.flatMap((each) =>
    walletIds.map((id) =>
      otherWalletId === undefined ? walletTerm(each, id) : pairTerm(each, [id, otherWalletId]),
    ),
  );
}

/** Lists of a user's transfers combine the lists of the user's wallets, so users need no term. */
function termsOf(transfer: TransferView): string[] {
  const { source, destination, integrator_reference } = transfer;
  const wallets = [source, destination].map(({ wallet_id }) => wallet_id).filter((id) => id !== undefined);
  return [
    'every',
    classTerm(transfer),
    ...wallets.map((id) => walletTerm(transfer, id)),
    ...(transfer.kind === 'user_to_user' ? [pairTerm(transfer, wallets)] : []),
    ...(integrator_reference === null ? [] : [transferReferenceTerm(integrator_reference)]),
  ];
}

/** A permanent term of an off-ramp that its rail returned. The final state `refunded` does not show the reason. */
export const payoutReturnTerm = (step: 'returned' | 'undeliverable'): string => `payout:${step}`;

const pendingRailTerms = (transfer: TransferView): readonly string[] => {
  const { kind, state, destination } = transfer;
  return kind === 'offramp' && destination.rail !== undefined && !isFinalState(kind, state)
    ? [railTerm(transfer, destination.rail)]
    : [];
};

function payoutReturnTerms({ kind, state }: TransferView, before: readonly string[]): readonly string[] {
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
    return {
      value,
      terms: [
        ...termsOf(value),
        ...pendingRailTerms(value),
        ...payoutReturnTerms(value, before?.terms ?? []),
      ],
    };
  },
};

/** The transfer stays completed. */
const cameBack = {
  touches: ({ data }: Recorded<LateMovementEvent['type']>) => [data.transfer_id],
  fold(before: Before, event: Recorded<LateMovementEvent['type']>) {
    if (before === undefined)
      throw new LedgerViolation('object_missing', `${event.type}: the transfer does not exist.`);
    return { value: withLateMovement(before.value, event), terms: before.terms };
  },
};

export const transfersProjection = defineBookProjection<TransferView>({
  name: 'transfers',
  version: 3,
  listedSince: 3,
  state: 'transfers',
  rules: {
    ...ignoreAllBut('transfers', 'late_movements'),
    'transfer.created': changed,
    'transfer.state_changed': changed,
    'payout.returned_late': cameBack,
    'deposit.reversed': cameBack,
  },
});
