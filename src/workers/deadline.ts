/** An end to waiting for others, who may never answer. */

/** The work's result; throws when it has none after so long. What comes of it later is not heard of any more. */
export async function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * How long a provider may take for an answer. A rail that hangs then makes room for others, and is asked again later.
 * Connectors have a deadline of their own in the configuration, which may be up to a minute: that one must come first,
 * or what a slow one answers would never be heard.
 */
export const PROVIDER_DEADLINE_MS = 65_000;
/** How long a caller is kept waiting for a submission, before it is left to the workers. */
export const SUBMISSION_WAIT_MS = 5_000;
