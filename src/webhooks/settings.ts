/** What CONFIG_FILE says of webhooks. */
export type WebhookSettings = {
  /** For all of an attempt, the answer included. */
  readonly timeout_seconds: number;
  /** The pauses after failed attempts, the first one first; the last one repeats. */
  readonly retry_delays_seconds: readonly number[];
  readonly retry_window_seconds: number;
  /** Whether sandbox books may deliver to this machine itself. */
  readonly allow_loopback: boolean;
  /** Attempts under way at a time. */
  readonly in_flight: { readonly per_endpoint: number; readonly overall: number };
  /** How many attempts may begin in a second while many requests come in. */
  readonly busy_attempts_per_second: number;
};
