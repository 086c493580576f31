/**
 * Operations of the API that no command calls. A test compares the list with the declarations. Subscribers read the stream of events
 * (clients/subscriber.ts), because its response does not end. Proofs depend on when the service has signed a state.
 */
export const NOT_MODELED: readonly string[] = ['streamEvents', 'getWalletBalanceProof'];
