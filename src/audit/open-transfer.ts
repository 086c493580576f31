/** What an audit remembers of a transfer that is not over. */
import type { EventData } from '../ledger/event.ts';
import type { Quote } from '../ledger/quote.ts';
import type { TransferState } from '../ledger/transfer.ts';
import { timesRoundedDown } from './numbers.ts';

export type Part = { readonly amount: bigint; readonly cashable: bigint };
export type Parts = ReadonlyMap<string, Part>;
export const NONE: Part = { amount: 0n, cashable: 0n };

export type OpenTransfer = {
  readonly created: EventData<'transfer.created'>;
  readonly quote: Quote | undefined;
  /** By its newest step that was found right. */
  state: TransferState;
  readonly moved: Map<string, Part>;
  /** Of an on-ramp: what came in, as `funds_received` says. */
  received: { readonly amount: string; readonly rate: string } | undefined;
  /** Points that it has brought into circulation so far. */
  outside: bigint;
};

export const pointsOf = ({ amount, rate }: { amount: string; rate: string }): bigint =>
  timesRoundedDown(amount, rate, 2);
