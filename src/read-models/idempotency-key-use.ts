/** The write that used an idempotency key. The event that carries the record also carries the answer. */
export type IdempotencyKeyUse = {
  /** Of the request, to recognize a repeat. */
  readonly fingerprint: string;
  /** Of the first event of the write. */
  readonly revision: number;
  /** How many events the write appended. */
  readonly events: number;
};
