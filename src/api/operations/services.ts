/** Everything the HTTP API is built on. The composition root passes it in; nothing here is a global. */
import type { Logger } from 'pino';
import type { ConsistencyBarrier } from '../../read-models/consistency-barrier.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type { ReadModelRouter } from '../../read-models/generations/read-model-router.ts';
import type { BookWriters } from '../../writer/command.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Policy } from '../../ledger/policy.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ApprovalLinks } from '../../rails/approval-links.ts';
import type { Rails } from '../../rails/port.ts';
import type { SanctionsList } from '../../config/sanctions-list.ts';
import type { Prices } from '../../treasury/treasuries.ts';
import type { WebhookSender } from '../../webhooks/sending/webhook-sender.ts';
import type { WebhookSigningKeys } from '../../vault/webhook-signing-keys.ts';
import type { SubmitPayout } from '../../jobs/handlers/submit-payout.ts';
import type { Health } from '../../telemetry/health.ts';
import type { Fingerprint } from './request-fingerprint.ts';
import type { GaugeSample } from '../../telemetry/gauge-sample.ts';

export type Services = {
  readonly keepers: BookWriters;
  readonly documents: DocumentStore & Pick<ReadModelRouter, 'isNewest' | 'hasReached' | 'listStored'>;
  /** Holds a read until the projections have seen the caller's own writes. */
  readonly barrier: Pick<ConsistencyBarrier, 'hasPassed' | 'waitFor'>;
  readonly vault: Vault;
  readonly rails: Rails;
  /** What coin costs. */
  readonly prices: Prices;
  /** Where payers approve one-off payments by emailpay. */
  readonly approvalLinks: ApprovalLinks;
  readonly sanctions: SanctionsList;
  /** The same that the workers submit by. */
  readonly submitPayout: SubmitPayout;
  /** The keys of webhook endpoints. */
  readonly signingKeys: WebhookSigningKeys;
  /** Makes single attempts to deliver; here for tests of endpoints. */
  readonly sender: Pick<WebhookSender, 'send'>;
  /** The same that the keepers decide by. */
  readonly policy: Policy;
  /** What repeats of a request are known by. */
  readonly fingerprint: Fingerprint;
  /** API keys by the SHA-256 of their text. */
  readonly keys: Pick<Platform, 'findKey'>;
  readonly settings: ApiSettings;
  /** Where people and integrators reach the service, without a slash at its end. Known once it listens. */
  readonly publicUrl: () => string;
  readonly log: Logger;
  readonly health: () => Health;
  /** Figures for /metrics, read when somebody asks. */
  readonly gauges: () => readonly GaugeSample[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

export type ApiSettings = {
  readonly rateLimit: { readonly requestsPerSecond: number; readonly burst: number };
  /** How long the details of a one-off bank payment stay valid. */
  readonly bankExpirySeconds: number;
  /** How long the approval link of a one-off payment by emailpay works. */
  readonly emailpayExpirySeconds: number;
  /** Whether transfers can be canceled; the call answers 501 otherwise. */
  readonly transferCancel: boolean;
  /** Whether test events can be sent; the call answers 501 otherwise. */
  readonly webhookEndpointTest: boolean;
  /** Whether webhooks of sandboxes may go to this machine itself, without TLS. */
  readonly webhookLoopback: boolean;
  readonly eventRetentionDays: number;
  /** How long a read waits for the projections before it answers 503. */
  readonly readTimeoutMs: number;
};
