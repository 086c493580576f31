// Generated from schemas/ by `npm run generate`. Do not edit.

import type { ErrorObject } from 'ajv';
import type * as api from './api.ts';
import type * as events from './events.ts';

/** Tells whether `data` has the shape of T. After `false`, `errors` says why; it is valid until the next call. */
export interface Validator<T> {
  (data: unknown): data is T;
  errors?: ErrorObject[] | null;
}
export const validateDepositAccount: Validator<api.DepositAccount>;
export const validateDepositAccountCreate: Validator<api.DepositAccountCreate>;
export const validateDepositAccountListQuery: Validator<api.DepositAccountListQuery>;
export const validateDepositAccountPage: Validator<api.DepositAccountPage>;
export const validateDepositListQuery: Validator<api.DepositListQuery>;
export const validateDepositPage: Validator<api.DepositPage>;
export const validateEmptyBody: Validator<api.EmptyBody>;
export const validateErrorEnvelope: Validator<api.ErrorEnvelope>;
export const validateEventListQuery: Validator<api.EventListQuery>;
export const validateEventRedeliver: Validator<api.EventRedeliver>;
export const validateNoQuery: Validator<api.NoQuery>;
export const validateOnboardingLinks: Validator<api.OnboardingLinks>;
export const validateOnboardingLinksCreate: Validator<api.OnboardingLinksCreate>;
export const validatePayoutAccount: Validator<api.PayoutAccount>;
export const validatePayoutAccountCreate: Validator<api.PayoutAccountCreate>;
export const validatePayoutAccountListQuery: Validator<api.PayoutAccountListQuery>;
export const validatePayoutAccountPage: Validator<api.PayoutAccountPage>;
export const validatePublicEvent: Validator<api.PublicEvent>;
export const validatePublicEventPage: Validator<api.PublicEventPage>;
export const validateQuote: Validator<api.Quote>;
export const validateQuoteCreate: Validator<api.QuoteCreate>;
export const validateRate: Validator<api.Rate>;
export const validateRateQuery: Validator<api.RateQuery>;
export const validateRouteList: Validator<api.RouteList>;
export const validateRouteQuery: Validator<api.RouteQuery>;
export const validateSandboxDeposit: Validator<api.SandboxDeposit>;
export const validateSandboxKycUpdate: Validator<api.SandboxKycUpdate>;
export const validateSandboxPayoutOutcome: Validator<api.SandboxPayoutOutcome>;
export const validateSandboxReviewOutcome: Validator<api.SandboxReviewOutcome>;
export const validateSandboxReward: Validator<api.SandboxReward>;
export const validateTransfer: Validator<api.Transfer>;
export const validateTransferCreate: Validator<api.TransferCreate>;
export const validateTransferListQuery: Validator<api.TransferListQuery>;
export const validateTransferPage: Validator<api.TransferPage>;
export const validateTransferPreview: Validator<api.TransferPreview>;
export const validateUser: Validator<api.User>;
export const validateUserCreate: Validator<api.UserCreate>;
export const validateUserListQuery: Validator<api.UserListQuery>;
export const validateUserPage: Validator<api.UserPage>;
export const validateUserUpdate: Validator<api.UserUpdate>;
export const validateWallet: Validator<api.Wallet>;
export const validateWalletBalance: Validator<api.WalletBalance>;
export const validateWalletCreate: Validator<api.WalletCreate>;
export const validateWalletHistoryEntry: Validator<api.WalletHistoryEntry>;
export const validateWalletHistoryEntryPage: Validator<api.WalletHistoryEntryPage>;
export const validateWalletHistoryQuery: Validator<api.WalletHistoryQuery>;
export const validateWalletListQuery: Validator<api.WalletListQuery>;
export const validateWalletPage: Validator<api.WalletPage>;
export const validateWebhookEndpoint: Validator<api.WebhookEndpoint>;
export const validateWebhookEndpointCreate: Validator<api.WebhookEndpointCreate>;
export const validateWebhookEndpointListQuery: Validator<api.WebhookEndpointListQuery>;
export const validateWebhookEndpointPage: Validator<api.WebhookEndpointPage>;
export const validateWebhookEndpointTest: Validator<api.WebhookEndpointTest>;
export const validateWebhookEndpointUpdate: Validator<api.WebhookEndpointUpdate>;
export const validateEventMetadata: Validator<events.EventMetadata>;
export const validateEventData: { readonly [T in events.EventType]: Validator<events.EventData<T>> };
export const validatePlatformEventData: {
  readonly [T in events.PlatformEventType]: Validator<events.PlatformEventData<T>>;
};
export const validateTreasuryEventData: {
  readonly [T in events.TreasuryEventType]: Validator<events.TreasuryEventData<T>>;
};
