/** The interface between the service and a rail provider, which moves fiat money in and out. */
import type { DepositInstructions } from '../ledger/deposit-account.ts';
import type { Reason } from '../ledger/user.ts';

export type InstructionsRequest = {
  /** Identifies the request: the same reference always gets the same details. */
  readonly reference: string;
  readonly currency: string;
  readonly rail: string;
};

/** The destination of a payout as the account holder gave it, in plain text. Never log it. */
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
  /** The idempotency key for the rail: orders with the same ID are one payout. */
  readonly transfer_id: string;
  /** Decimal string in the currency. */
  readonly amount: string;
  readonly currency: string;
  readonly rail: string;
  readonly country: string;
  readonly account_owner_name: string;
  readonly destination: PayoutDestination;
};

/** A payout that may be ordered later. */
export type PayoutCheckRequest = Omit<PayoutOrder, 'transfer_id'>;

/**
 * Whether the rail accepts an order or refuses it for good. The outcome of the payout itself arrives later, unless the
 * rail knows it at once.
 */
export type PayoutSubmission =
  | {
      readonly accepted: true;
      readonly rail_reference: string;
      readonly outcome?: 'completed' | 'returned';
    }
  | { readonly accepted: false; readonly reason: Reason };

/** The decision of a review about held money. */
export type DepositDecision = {
  readonly transfer_id: string;
  readonly rail: string;
  /** The rail's ID of the payment. */
  readonly rail_reference: string;
  /** The amount received, a decimal string in the currency. */
  readonly amount: string;
  readonly currency: string;
  readonly disposition: 'keep' | 'return';
  /** Why the money is returned. */
  readonly reason?: Reason;
};

export type NameCheckRequest = {
  readonly rail: string;
  readonly currency: string;
  readonly country: string;
  readonly account_owner_name: string;
  /** The user's name on record; empty if none is known. */
  readonly user_name: string;
  readonly destination: PayoutDestination;
};

export type NameCheckAnswer = 'match' | 'partial_match' | 'no_match';

/** Determines the shape of instructions and payout destinations. */
export type RailType = 'bank' | 'mobile_money' | 'emailpay';

/**
 * Every error other than ProviderUnavailable and InstructionsRefused is a fault: the outcome of the call is
 * unknown and the call may be repeated.
 */
export type Provider = {
  readonly type: RailType;
  /** Whether the provider can check the name of an account holder. */
  readonly checksNames: boolean;
  /** Issues reusable payment details. Throws InstructionsRefused. */
  issueStandingDetails(request: InstructionsRequest): Promise<DepositInstructions>;
  /**
   * Issues details for one payment of `amount` (decimal string in the currency) that expire at `expires_at`
   * (ISO 8601). Throws InstructionsRefused. An emailpay rail may omit `approval_url`: the service then hosts
   * the approval page.
   */
  issueInstructions(
    request: InstructionsRequest & { amount: string; expires_at: string },
  ): Promise<DepositInstructions>;
  /** Submits a payout to the rail. Safe to repeat: see PayoutOrder.transfer_id. */
  submitPayout(order: PayoutOrder): Promise<PayoutSubmission>;
  /**
   * Checks a payout before anything is debited: resolves to the reason if the rail would refuse it, otherwise
   * to undefined. Has no side effects. Throws ProviderUnavailable. Absent if the provider cannot check before
   * an order.
   */
  checkPayout?(payout: PayoutCheckRequest): Promise<Reason | undefined>;
  checkName(question: NameCheckRequest): Promise<NameCheckAnswer>;
  /**
   * Delivers a review decision about held money. Repeated until it resolves, always with the same decision.
   */
  notifyDecision(decision: DepositDecision): Promise<void>;
  /** Resolves when the provider is up; throws when it is not. */
  ping(): Promise<void>;
};

/** A provider did not do what it was asked to. */
abstract class ProviderFault extends Error {
  /** The HTTP status of its response; null without one. */
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** The provider is down, or the rail has none. No request with side effects was sent, or the provider says that it did nothing. */
export class ProviderUnavailable extends ProviderFault {
  override readonly name = 'ProviderUnavailable';
}

/** It is unknown whether the provider received the request. A status is one that the protocol does not know. */
export class NoAnswer extends ProviderFault {
  override readonly name = 'NoAnswer';
}

/** The rail refuses this payment for the given reason. Repeating changes nothing. */
export class InstructionsRefused extends Error {
  override readonly name = 'InstructionsRefused';
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`the rail refused to issue instructions: ${reason.code}`);
    this.reason = reason;
  }
}

export type Rails = {
  /** Returns the provider of a rail. Throws ProviderUnavailable if it has none or it is down. */
  provider(environment: 'sandbox' | 'production', rail: string): Provider;
  /** Whether the rail is available, as `GET /v1/routes` shows. */
  isAvailable(environment: 'sandbox' | 'production', rail: string): boolean;
};
