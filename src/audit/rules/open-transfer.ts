/** State that the audit keeps for a transfer until it ends. */
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
  /** The state after the last valid step. */
  state: TransferState;
  readonly moved: Map<string, MovedAmount>;
  /** Deposit of an on-ramp, as stated by `funds_received`. */
  received: { readonly amount: string; readonly rate: string } | undefined;
  /** Points that the transfer has brought into circulation so far. */
  circulating: bigint;
};

export const pointsReceived = ({ amount, rate }: { amount: string; rate: string }): bigint =>
  multiplyRoundedDown(amount, rate, 2);
