/** Time limits for rail providers. */

/**
 * Time limit for one provider call. A hanging rail then frees its slot, and the call is repeated later. It
 * must be longer than the configurable timeout of connectors (at most one minute), or the response of a slow
 * connector would be lost.
 */
export const PROVIDER_TIMEOUT_MS = 65_000;
/** How long a caller waits for a submission before it is left to the task loop. */
export const SUBMISSION_WAIT_MS = 5_000;
