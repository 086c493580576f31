/** Runs synchronous work behind an asynchronous interface: an exception becomes a rejection. */
export function toPromise<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}
