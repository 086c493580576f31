/** What an operator configures in a file, and not by environment variables. */
import type { RailsSettings } from '../rails/settings.ts';
import type { WebhookSettings } from '../webhooks/settings.ts';

/** What CONFIG_FILE may say, with every default filled in. See schemas/config.json. */
export type ConfigFile = {
  readonly points: { readonly prices: Readonly<Record<string, string>> };
  readonly quotes: {
    readonly lifetime_seconds: number;
    readonly spread_bps: number;
    /** `null`: a price never gets too old. */
    readonly price_max_age_hours: { readonly sandbox: number | null; readonly production: number | null };
  };
  readonly onramps: { readonly bank_expiry_seconds: number; readonly emailpay_expiry_seconds: number };
  readonly reviews: {
    readonly amount_at_least: {
      readonly user_to_user: string;
      readonly onramp: string;
      readonly offramp: string;
    };
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
  /** By code: the built-in rails and those of the file. */
  readonly rails: RailsSettings;
  readonly sanctions: { readonly list_file: string | null };
  readonly webhooks: WebhookSettings;
  readonly events: { readonly retention_days: number };
  readonly features: { readonly transfer_cancel: boolean; readonly webhook_endpoint_test: boolean };
  readonly hosted: { readonly terms_file: string | null };
  readonly rate_limit: { readonly requests_per_second: number; readonly burst: number };
};

export type Limits = { readonly user_to_user: string; readonly offramp: string };
