/** The content of CONFIG_FILE with every default filled in; see schemas/config.json. */

import type { RailsSettings } from '../rails/settings.ts';
import type { NotificationSettings } from './notifications.ts';
import type { SignInConfig } from './sign-in.ts';

export type ConfigFile = {
  readonly points: { readonly prices: Readonly<Record<string, string>> };
  readonly quotes: {
    readonly lifetime_seconds: number;
    readonly spread_bps: number;
    /** `null`: a price of any age is used. */
    readonly price_max_age_hours: { readonly sandbox: number | null; readonly production: number | null };
    /** In coin: smaller trades set no price. */
    readonly price_trade_at_least: { readonly sandbox: string; readonly production: string };
    /** How long a former price counts for limits, reviews, and moves of the price. */
    readonly price_window_hours: { readonly sandbox: number; readonly production: number };
  };
  readonly onramps: { readonly bank_expiry_seconds: number; readonly emailpay_expiry_seconds: number };
  readonly reviews: {
    readonly amount_at_least: {
      readonly user_to_user: string;
      readonly onramp: string;
      readonly offramp: string;
    };
    /** Points from which on an approval needs a second operator; `null`: never. */
    readonly four_eyes_at_least: string | null;
    /** How long a review may wait before it is overdue. */
    readonly target_hours: { readonly transfers: number; readonly identities: number };
  };
  /** Points from which on an action needs a second operator; `null`: never. */
  readonly dual_control: {
    readonly rewards_at_least: string | null;
    readonly trades_at_least: string | null;
    readonly allocations_at_least: string | null;
    readonly payout_settlements_at_least: string | null;
    readonly write_offs_at_least: string | null;
    readonly late_movements_at_least: string | null;
    readonly corrections_at_least: string | null;
    /** Whether the limits also apply to the sum of what one operator decides alone within 24 hours. */
    readonly daily_sums: { readonly sandbox: boolean; readonly production: boolean };
    /** A trade that moves the price of coin further needs a second operator; `null`: none does. */
    readonly price_moves_above_percent: {
      readonly sandbox: number | null;
      readonly production: number | null;
    };
    readonly proposal_hours: number;
  };
  readonly attention: {
    /** Amounts by rail and currency. */
    readonly clearing_balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  readonly notifications: NotificationSettings;
  /** Of the days and months of statements and of reconciliation; a name of the IANA database. */
  readonly time_zone: { readonly sandbox: string; readonly production: string };
  readonly journal: {
    /** Codes of the accounting system by account, or by its first parts. */
    readonly account_codes: Readonly<Record<string, string>>;
  };
  readonly user_limits: { readonly per_24h: Limits; readonly per_30d: Limits };
  readonly routes: {
    readonly min: {
      readonly points: string;
      readonly offramp_points: string;
      readonly coin: string;
      readonly fiat: string;
    };
    readonly max: { readonly points: string; readonly coin: string; readonly fiat: string };
  };
  /** By rail code: the built-in rails and those of the file. */
  readonly rails: RailsSettings;
  readonly sanctions: { readonly list_file: string | readonly string[] | null };
  readonly webhooks: WebhookSettings;
  /** `null`: metrics and details of the health report are public only if nobody else reaches the service. */
  readonly monitoring: { readonly public: boolean | null };
  /** 0: requests are not logged. */
  readonly requests: { readonly retention_days: number };
  readonly events: { readonly retention_days: number };
  readonly storage: {
    /** What an integrator may add to its events within a day; `null`: no limit. */
    readonly event_bytes_per_day: { readonly sandbox: number | null; readonly production: number | null };
  };
  readonly backups: {
    /** `null`: the service takes none. */
    readonly directory: string | null;
    /** An `s3://` folder with copies; `null`: none. */
    readonly copy_to: string | null;
    readonly every_minutes: number;
    readonly full_every_days: number;
    readonly keep_full: number;
  };
  readonly features: {
    readonly transfer_cancel: boolean;
    /** `sandbox`: for keys of the sandbox only. */
    readonly webhook_endpoint_test: boolean | 'sandbox';
  };
  readonly hosted: { readonly terms_file: string | null };
  readonly console: SignInConfig;
  readonly rate_limit: {
    readonly requests_per_second: number;
    readonly burst: number;
    /** Processes that requests are distributed to. Each grants its part of the limit. */
    readonly nodes: number;
  };
};

export type Limits = { readonly user_to_user: string; readonly offramp: string };

export type WebhookSettings = {
  /** For a whole attempt, including the response. */
  readonly timeout_seconds: number;
  /** The delays after failed attempts, in order; the last one repeats. */
  readonly retry_delays_seconds: readonly number[];
  readonly retry_window_seconds: number;
  /** Whether sandbox books may deliver to loopback addresses. */
  readonly allow_loopback: boolean;
  /** Concurrent attempts. */
  readonly in_flight: {
    readonly per_endpoint: number;
    readonly overall: number;
    readonly per_origin: number;
  };
  /** Attempts that may start per second while many requests come in. */
  readonly busy_attempts_per_second: number;
  /** Attempts per second to one origin, if it accepted a delivery within the last minute and if not. */
  readonly origin_attempts_per_second: { readonly accepting: number; readonly other: number };
};

export const DAY_SECONDS = 24 * 60 * 60;

/** How long events are kept. A redelivery can be requested on the last day, and is then retried as long as any other delivery. */
export const eventRetentionSeconds = ({
  events,
  webhooks,
}: Pick<ConfigFile, 'events' | 'webhooks'>): number =>
  events.retention_days * DAY_SECONDS + webhooks.retry_window_seconds;

/** The service cannot start with this configuration. The message says what is wrong and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
