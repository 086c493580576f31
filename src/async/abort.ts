/** A function, because the compiler would narrow `signal.aborted` to false after the first check. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
