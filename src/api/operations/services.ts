/** The dependencies of the API. The composition root passes them in. */
import type { Logger } from 'pino';
import type { Authentication } from '../../event-store/authenticated-reader.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { BalanceProof } from '../../generated/api.ts';
import type { FileLimit } from '../../http/file-limit.ts';
import type { SubmitPayout } from '../../jobs/submit-payout.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import type { Policy } from '../../ledger/policy.ts';
import type { KeyFreshness } from '../../platform/key-freshness.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SandboxBooks } from '../../platform/sandbox-books.ts';
import type { ApprovalLinks } from '../../rails/approval-links.ts';
import type { Rails } from '../../rails/port.ts';
import type { ConsistencyBarrier, ProjectionFollower } from '../../read-models/consistency-barrier.ts';
import type { ReadModelRouter } from '../../read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../read-models/port.ts';
import type { Freshness } from '../../read-models/projection-backlog.ts';
import type { RecordCalls } from '../../read-models/records.ts';
import type { RequestLog } from '../../request-log/request-log.ts';
import type { Screening } from '../../screening/screening.ts';
import type { Calendar } from '../../system/calendar.ts';
import type { Health } from '../../telemetry/health.ts';
import type { Prices, Treasuries } from '../../treasury/treasuries.ts';
import type { ReasonOpener } from '../../vault/sealed-reasons.ts';
import type { ResponseSeal } from '../../vault/seals.ts';
import type { Vault } from '../../vault/vault.ts';
import type { WebhookSigningKeys } from '../../vault/webhook-signing-keys.ts';
import type { OriginRates } from '../../webhooks/attempt-limits.ts';
import type { WebhookSender } from '../../webhooks/webhook-sender.ts';
import type { BookWriters } from '../../writer/command.ts';
import type { Fingerprint } from './idempotency.ts';
import type { StorageLimit } from './storage-limit.ts';
import type { WriteAdmission } from './write-admission.ts';

export type Services = {
  readonly writers: BookWriters;
  readonly books: SandboxBooks;
  /** Delivers allocations to the books. */
  readonly treasuries: Pick<Treasuries, 'get'>;
  /** Resolves when no other node trusts what it read of the platform before this call: keys, tokens, and resets. */
  readonly untilKeysReread: () => Promise<void>;
  readonly documents: DocumentStore & Pick<ReadModelRouter, 'isNewest' | 'hasReached' | 'listStored'>;
  /** The parents of lists that were found and that nothing deletes. */
  readonly permanentParents: Set<string>;
  readonly eventStore: Pick<EventStore, 'read' | 'readLast'>;
  /** Tells events of the service from others, where a document says which event decides. */
  readonly authentication: Authentication;
  /** Delays reads until the projections include the caller's own writes. */
  readonly barrier: Pick<ConsistencyBarrier, 'hasPassed' | 'waitFor'>;
  /** How far the log of public events is projected, and when it advances. */
  readonly eventLog: ProjectionFollower;
  /** How fresh the documents are; undefined while that is not known. */
  readonly freshness: () => Freshness | undefined;
  /** Proves what an account contained when the state of its book was last signed. Undefined if none was. */
  readonly proveBalance: (
    stream: string,
    account: string,
  ) => Promise<{ readonly signedAt: string; readonly proof: BalanceProof | undefined } | undefined>;
  /** Records that decide something, such as sessions: those that the service did not write count as missing. */
  readonly records: RecordCalls;
  readonly vault: Vault;
  readonly rails: Rails;
  /** The price of coin. */
  readonly prices: Prices;
  /** Links to the pages where payers approve one-off payments by emailpay. */
  readonly approvalLinks: ApprovalLinks;
  readonly screening: Screening;
  /** Submits a payout to its rail; shared with the jobs. */
  readonly submitPayout: SubmitPayout;
  /** The signing keys of webhook endpoints. */
  readonly signingKeys: WebhookSigningKeys;
  /** Opens the reasons that people typed, in what leaves the service. */
  readonly reasons: ReasonOpener;
  /** Opens what webhook receivers answered to events about persons. */
  readonly responseSeal: Pick<ResponseSeal, 'open'>;
  /** Makes single delivery attempts, for tests of endpoints. */
  readonly sender: Pick<WebhookSender, 'send'>;
  /** Limits tests of endpoints, together with the deliveries of this process. */
  readonly originRates: OriginRates;
  /** The policy that book writers use too. */
  readonly policy: Policy;
  /** Identifies repeated requests. */
  readonly fingerprint: Fingerprint;
  /** Finds API keys by the SHA-256 of their text, and says whether they are current. */
  readonly keys: Pick<Platform, 'findKey'> & Pick<KeyFreshness, 'areCurrent'>;
  /** The days and months of an environment. */
  readonly calendarOf: (environment: EnvironmentName) => Calendar;
  readonly settings: ApiSettings;
  /** The base URL of the service, without a trailing slash. Known once the server listens. */
  readonly publicUrl: () => string;
  readonly log: Logger;
  readonly health: () => Health;
  /** Call it if the documents store did not answer a lookup of a write in time. */
  readonly reportSilentDocuments: () => void;
  /** Lets each key or token have one file made at a time. */
  readonly files: FileLimit;
  /** Limits writes while the projections are behind. */
  readonly admission: Pick<WriteAdmission, 'run' | 'state'>;
  /** Limits how much writes may add. */
  readonly storage: Pick<StorageLimit, 'refusal'>;
  /** What integrators sent and were answered. */
  readonly requestLog: RequestLog;
  /** Counts an answered request of a book, with the code of its error. */
  readonly countRequest: (stream: string, error: string | undefined) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Aborts when the service stops. Responses that stay open end then. */
  readonly stopping: AbortSignal;
};

export type ApiSettings = {
  readonly rateLimit: { readonly requestsPerSecond: number; readonly burst: number };
  /** Lifetime of the details of a one-off bank payment. */
  readonly bankExpirySeconds: number;
  /** Lifetime of the approval link of a one-off payment by emailpay. */
  readonly emailpayExpirySeconds: number;
  /** Enables cancelTransfer; otherwise it answers 501. */
  readonly transferCancel: boolean;
  /** Enables testWebhookEndpoint, or only with keys of the sandbox; otherwise it answers 501. */
  readonly webhookEndpointTest: boolean | 'sandbox';
  /** Allows sandbox webhooks to loopback addresses without TLS. */
  readonly webhookLoopback: boolean;
  readonly eventRetentionDays: number;
  /** How long requests are listed. 0: they are not logged. */
  readonly requestRetentionDays: number;
  /** How long a read waits for the projections before the answer is 503. */
  readonly readTimeoutMs: number;
  readonly eventStreams: EventStreamSettings;
};

type EventStreamSettings = {
  /** How long nothing is sent before a heartbeat. */
  readonly heartbeatMs: number;
  /** How long a client may read nothing while an event waits for it. */
  readonly stallTimeoutMs: number;
};
