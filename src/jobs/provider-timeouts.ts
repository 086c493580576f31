/** How long providers are waited for. */

/**
 * How long a provider may take for an answer. A rail that hangs then makes room for others, and is asked again later.
 * Connectors have a deadline of their own in the configuration, which may be up to a minute: that one must come first,
 * or what a slow one answers would never be heard.
 */
export const PROVIDER_TIMEOUT_MS = 65_000;
/** How long a caller is kept waiting for a submission, before it is left to the workers. */
export const SUBMISSION_WAIT_MS = 5_000;
