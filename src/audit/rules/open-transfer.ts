/** What an audit remembers of a transfer that is not over. */
import type { EventData } from '../../ledger/event.ts';
import type { Quote } from '../../ledger/quotes/quote.ts';
import type { TransferState } from '../../ledger/transfers/transfer.ts';
import { multiplyRoundedDown } from '../decimal.ts';

export type MovedAmount = { readonly amount: bigint; readonly cashable: bigint };
export type MovedAmounts = ReadonlyMap<string, MovedAmount>;
export const NOTHING_MOVED: MovedAmount = { amount: 0n, cashable: 0n };

export type OpenTransfer = {
  readonly created: EventData<'transfer.created'>;
  readonly quote: Quote | undefined;
  /** By its newest step that was found right. */
  state: TransferState;
  readonly moved: Map<string, MovedAmount>;
  /** Of an on-ramp: what came in, as `funds_received` says. */
  received: { readonly amount: string; readonly rate: string } | undefined;
  /** Points that it has brought into circulation so far. */
  circulating: bigint;
};

export const pointsReceived = ({ amount, rate }: { amount: string; rate: string }): bigint =>
  multiplyRoundedDown(amount, rate, 2);
