/**
 * How the submission of a payout has failed so far. These are records and not memory of the node that runs the tasks, so that
 * every node shows the same, also after a restart. They decide nothing, and contain nothing of what the bank said: its texts may
 * name people.
 */
import type { DocumentStore } from '../read-models/port.ts';
import { NoAnswer, ProviderUnavailable } from '../rails/port.ts';
import { typedRecords } from '../read-models/records.ts';
import type { TaskFault } from './task-loop.ts';

export type PayoutAttempts = {
  readonly attempts: number;
  /** `unavailable`: nothing was sent. `no_answer`: it may have been. `failed`: the service could not send it. */
  readonly result: 'unavailable' | 'no_answer' | 'failed';
  /** The HTTP status of the connector; null without a response. */
  readonly status: number | null;
  /** ISO 8601, like the next. */
  readonly attempted_at: string;
  readonly next_attempt_at: string;
};

type Records = Pick<DocumentStore, 'getRecord' | 'putRecord' | 'deleteRecord'>;

const TABLE = 'payout_attempts';
/** Attempts are at most a minute apart, so a record expires only after the last one. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Undefined if no attempt failed in the last 30 days. Throws StoreUnavailable. */
export const readPayoutAttempts = (
  documents: Records,
  transferId: string,
): Promise<PayoutAttempts | undefined> => typedRecords<PayoutAttempts>(documents, TABLE).get(transferId);

/** `now` is in milliseconds since 1970. One node at a time runs tasks, so nothing is counted twice. Throws StoreUnavailable. */
export async function recordPayoutAttempt(
  documents: Records,
  { task: { subject }, error, retryInMs }: TaskFault,
  now: number,
): Promise<void> {
  const records = typedRecords<PayoutAttempts>(documents, TABLE);
  const { attempts = 0 } = (await records.get(subject)) ?? {};
  const value: PayoutAttempts = {
    attempts: attempts + 1,
    ...outcomeOf(error),
    attempted_at: new Date(now).toISOString(),
    next_attempt_at: new Date(now + retryInMs).toISOString(),
  };
  await records.put(subject, value, { expiresAt: new Date(now + KEPT_MS) });
}

function outcomeOf(error: unknown): Pick<PayoutAttempts, 'result' | 'status'> {
  if (error instanceof ProviderUnavailable) return { result: 'unavailable', status: error.status };
  if (error instanceof NoAnswer) return { result: 'no_answer', status: error.status };
  return { result: 'failed', status: null };
}
