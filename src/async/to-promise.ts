/** Synchronous work behind an asynchronous interface: what it throws is a rejection, as a caller of the port expects. */
export function toPromise<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}
