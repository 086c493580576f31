/** A rail moves fiat in and out through a provider. This is what the service asks of one. */
import type { DepositInstructions } from '../ledger/deposit-account.ts';

export type InstructionsRequest = {
  /** Names this request for the provider: the same reference always gets the same details. */
  readonly reference: string;
  readonly currency: string;
  readonly rail: string;
};

export type Provider = {
  /** Standing details that can be paid to again and again. */
  issueStandingDetails(request: InstructionsRequest): Promise<DepositInstructions>;
  /** Details for one payment of an amount (decimal string in the currency), until a time (ISO 8601). */
  issueInstructions(
    request: InstructionsRequest & { amount: string; expires_at: string },
  ): Promise<DepositInstructions>;
};

/** The provider is down, or none serves this rail. Nothing was asked of it that could count later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export type Rails = {
  /** The provider of a rail in an environment. Throws ProviderUnavailable when there is none or it is down. */
  provider(environment: 'sandbox' | 'production', rail: string): Provider;
  /** Whether routes over this rail are available; what GET /v1/routes shows. */
  isAvailable(environment: 'sandbox' | 'production', rail: string): boolean;
};
