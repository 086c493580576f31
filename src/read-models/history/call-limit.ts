/** Limits how long a check waits for one call of a store, so that a call that never ends does not end all later checks too. */
import { withDeadline } from '../../async/deadline.ts';
import { StoreUnavailable } from '../../event-store/port.ts';

/** Much longer than an available store takes, because a check that is given up says nothing. */
export const HISTORY_CALL_DEADLINE_MS = 10_000;

/** The limit throws StoreUnavailable. A late answer is ignored. */
export const callLimit =
  (deadlineMs: number) =>
  <Result>(call: Promise<Result>): Promise<Result> =>
    withDeadline(
      call,
      deadlineMs,
      () => new StoreUnavailable(`The store did not answer within ${deadlineMs} ms.`),
    );
