import { LedgerTimeoutError } from './errors.ts';
import type { Transfer, TransferState } from './generated/types.ts';
import type { CallOptions } from './request.ts';
import { pause } from './retries.ts';

export type WaitOptions = {
  /** The states to wait for; every final state by default. */
  readonly until?: TransferState | readonly TransferState[] | undefined;
  /** Milliseconds; one minute by default. A payout can take days: react to webhooks instead of waiting. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** The transfer ended in another state than those that were waited for. */
export class TransferEndedError extends Error {
  override readonly name = 'TransferEndedError';
  readonly transfer: Transfer;
  constructor(transfer: Transfer) {
    super(`The transfer ended ${transfer.state}: ${transfer.state_reason?.code ?? 'no reason was given'}.`);
    this.transfer = transfer;
  }
}

const FINAL: readonly TransferState[] = ['completed', 'failed', 'canceled', 'refunded'];

/** Whether the transfer's state will never change again. */
export const isFinal = ({ kind, state }: Transfer): boolean =>
  FINAL.includes(state) || (state === 'returned' && kind === 'onramp');

const FIRST_INTERVAL_MS = 100;
const INTERVAL_MS_MAX = 5_000;
const TIMEOUT_MS = 60_000;

/**
 * Reads the transfer until it has one of the states. Throws a TransferEndedError when it can no longer reach them, and a
 * LedgerTimeoutError when the time is over.
 */
export async function waitForTransfer(
  read: (options: CallOptions) => Promise<Transfer>,
  { until, timeoutMs = TIMEOUT_MS, signal }: WaitOptions = {},
): Promise<Transfer> {
  const states = until === undefined ? undefined : [until].flat();
  const deadline = Date.now() + timeoutMs;
  for (let intervalMs = FIRST_INTERVAL_MS; ; intervalMs = Math.min(INTERVAL_MS_MAX, intervalMs * 1.5)) {
    const transfer = await read({ signal });
    const ended = isFinal(transfer);
    if (states === undefined ? ended : states.includes(transfer.state)) return transfer;
    if (ended) throw new TransferEndedError(transfer);
    const leftMs = deadline - Date.now();
    if (leftMs <= 0)
      throw new LedgerTimeoutError(`The transfer is still ${transfer.state} after ${timeoutMs} ms.`);
    await pause(Math.min(intervalMs, leftMs), signal);
  }
}
