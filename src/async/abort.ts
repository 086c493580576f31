/** In a function of its own, as the compiler takes a property it has once seen false for false ever after. */
export const isAborted = (signal: AbortSignal): boolean => signal.aborted;
