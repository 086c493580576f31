/** A rail moves fiat in and out through a provider. This is what the service asks of one. */
import type { DepositInstructions } from '../ledger/deposits/deposit-account.ts';
import type { Reason } from '../ledger/users/user.ts';

export type InstructionsRequest = {
  /** Names this request for the provider: the same reference always gets the same details. */
  readonly reference: string;
  readonly currency: string;
  readonly rail: string;
};

/** Where a payout goes: what the account's holder told us, in the clear. Never to be logged. */
export type PayoutDestination =
  | {
      readonly type: 'bank';
      readonly bank_name: string;
      readonly account_number: string;
      readonly routing_code: string | null;
      readonly swift_bic: string | null;
      readonly account_type: 'checking' | 'savings' | 'other' | null;
    }
  | { readonly type: 'emailpay'; readonly email: string | null; readonly phone: string | null };

export type PayoutOrder = {
  /** The rail's idempotency key: an order with the same ID is the same payout, however often it comes. */
  readonly transfer_id: string;
  /** Decimal string in the currency. */
  readonly amount: string;
  readonly currency: string;
  readonly rail: string;
  readonly country: string;
  readonly account_owner_name: string;
  readonly destination: PayoutDestination;
};

/** A payout that there may come to be an order for. */
export type PayoutCheckRequest = Omit<PayoutOrder, 'transfer_id'>;

/** The rail has taken an order, or says that it never will. The payout's own outcome comes later. */
export type PayoutSubmission =
  | { readonly taken: true; readonly rail_reference: string }
  | { readonly taken: false; readonly reason: Reason };

/** What a review decided about money that was held. */
export type DepositDecision = {
  readonly transfer_id: string;
  readonly rail: string;
  /** The rail's own name for the payment. */
  readonly rail_reference: string;
  /** What arrived, a decimal string in the currency. */
  readonly amount: string;
  readonly currency: string;
  readonly disposition: 'keep' | 'return';
  /** Why it goes back. */
  readonly reason?: Reason;
};

export type NameCheckRequest = {
  readonly rail: string;
  readonly currency: string;
  readonly country: string;
  readonly account_owner_name: string;
  /** The name the service knows the user by; empty where it knows none. */
  readonly user_name: string;
  readonly destination: PayoutDestination;
};

export type NameCheckAnswer = 'match' | 'partial_match' | 'no_match';

/** What a rail's instructions and payout destinations look like. */
export type RailType = 'bank' | 'mobile_money' | 'emailpay';

/**
 * Whatever a provider throws beside ProviderUnavailable and InstructionsRefused is a fault; its outcome is unknown, and
 * the call may be repeated.
 */
export type Provider = {
  readonly type: RailType;
  /** Whether it can tell if a name belongs to an account. */
  readonly checksNames: boolean;
  /** Standing details that can be paid to again and again. Throws InstructionsRefused. */
  issueStandingDetails(request: InstructionsRequest): Promise<DepositInstructions>;
  /**
   * Details for one payment of an amount (decimal string in the currency), until a time (ISO 8601). Throws
   * InstructionsRefused. Those of an emailpay rail may lack `approval_url`: the service then shows a page of its own.
   */
  issueInstructions(
    request: InstructionsRequest & { amount: string; expires_at: string },
  ): Promise<DepositInstructions>;
  /** Hands a payout to the rail. Safe to repeat: see PayoutOrder.transfer_id. */
  submitPayout(order: PayoutOrder): Promise<PayoutSubmission>;
  /**
   * Why it would not take a payout, where it can tell before anything is debited for one; undefined when it would. It
   * binds to nothing, and any question may be put again. Throws ProviderUnavailable. Left out: it can't tell before it is
   * given the order.
   */
  checkPayout?(payout: PayoutCheckRequest): Promise<Reason | undefined>;
  checkName(question: NameCheckRequest): Promise<NameCheckAnswer>;
  /** Tells what is to become of money that was held, until it resolves: more than once, maybe, but always the same. */
  tellDecision(decision: DepositDecision): Promise<void>;
  /** Resolves when the provider serves; throws when it does not. */
  ping(): Promise<void>;
};

/** The provider is down, or none serves this rail. Nothing was asked of it that could count later. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The rail will not take this payment, and says why. Asking again changes nothing. */
export class InstructionsRefused extends Error {
  override readonly name = 'InstructionsRefused';
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the rail refused to issue instructions: ${reason.code}`);
    this.reason = reason;
  }
}

export type Rails = {
  /** The provider of a rail in an environment. Throws ProviderUnavailable when there is none or it is down. */
  provider(environment: 'sandbox' | 'production', rail: string): Provider;
  /** Whether routes over this rail are available; what GET /v1/routes shows. */
  isAvailable(environment: 'sandbox' | 'production', rail: string): boolean;
};
