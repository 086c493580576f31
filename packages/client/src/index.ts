export { createClient } from './client.ts';
export type { Client, ClientOptions, EventsOfClient } from './client.ts';
export * as decimal from './decimal.ts';
export {
  LedgerConnectionError,
  LedgerError,
  LedgerPositionExpiredError,
  LedgerTimeoutError,
} from './errors.ts';
export type { StreamOptions } from './event-stream.ts';
export type * from './generated/resources.ts';
export type * from './generated/types.ts';
export type { Page, PageList } from './pages.ts';
export type { CallOptions, LedgerRequest, LedgerResponse, ReadOptions, WriteOptions } from './request.ts';
export { TransferEndedError } from './wait-for-transfer.ts';
export type { WaitOptions } from './wait-for-transfer.ts';
export { WebhookError } from './webhooks/errors.ts';
export type { WebhookErrorCode } from './webhooks/errors.ts';
export type { WebhookEvent, WebhookEventOf, WebhookEventType } from './webhooks/events.ts';
export { createWebhookHandler } from './webhooks/handler.ts';
export type {
  EventHandlers,
  SeenEvents,
  WebhookAnswer,
  WebhookHandler,
  WebhookHandlerOptions,
} from './webhooks/handler.ts';
export type { WebhookHeaders } from './webhooks/signature-header.ts';
export { verifyWebhook } from './webhooks/verify.ts';
export type { VerifyOptions } from './webhooks/verify.ts';
