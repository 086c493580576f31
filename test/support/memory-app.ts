/** The HTTP API on in-memory stores behind a real server. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { PROJECTIONS } from '../../projections/all.ts';
import { createFingerprint } from '../../src/api/operations/idempotency.ts';
import { createApi } from '../../src/api/api.ts';
import type { Services } from '../../src/api/operations/services.ts';
import { WriteAdmission } from '../../src/api/operations/write-admission.ts';
import { readConfigFile } from '../../src/config/config.ts';
import { policyOf } from '../../src/config/policy.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { createHostedPages } from '../../src/hosted/hosted-pages.ts';
import { readTerms, type Terms } from '../../src/hosted/page-request.ts';
import { createApp } from '../../src/http/app.ts';
import { createFileLimit } from '../../src/http/file-limit.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { MetricRegistry } from '../../src/telemetry/metrics.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createSubmitPayout } from '../../src/jobs/submit-payout.ts';
import { deactivateUser, forgetUser, sealingKeyId } from '../../src/ledger/user.ts';
import type { Brand } from '../../src/platform/books.ts';
import { createApiKey } from '../../src/platform/credentials.ts';
import { loadPlatform, type ApiKey } from '../../src/platform/platform.ts';
import { createSandboxBooks } from '../../src/platform/sandbox-books.ts';
import { createApprovalLinks } from '../../src/rails/approval-links.ts';
import { createRails } from '../../src/rails/rails.ts';
import {
  createConsistencyBarrier,
  createProjectionFollower,
} from '../../src/read-models/consistency-barrier.ts';
import { createReadModelRouter } from '../../src/read-models/generations/read-model-router.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createFreshnessTracker, createProjectionBacklog } from '../../src/read-models/projection-backlog.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { startBookProjector } from '../../src/read-models/projector/book-projector.ts';
import { authenticateRecords } from '../../src/read-models/records.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { REQUEST_COLLECTIONS } from '../../src/request-log/entry.ts';
import { StoredRequestLog } from '../../src/request-log/request-log.ts';
import { createScreening } from '../../src/screening/screening.ts';
import { sanctionsListOf } from './sanctions.ts';
import { withEventMetadata } from '../../src/service/event-metadata.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { createTreasuries, type Treasuries } from '../../src/treasury/treasuries.ts';
import { createReasonOpener } from '../../src/vault/sealed-reasons.ts';
import { createResponseSeal } from '../../src/vault/seals.ts';
import { createVault } from '../../src/vault/vault.ts';
import { createWebhookSigningKeys } from '../../src/vault/webhook-signing-keys.ts';
import { createOriginRates } from '../../src/webhooks/attempt-limits.ts';
import { DELIVERY_COLLECTIONS } from '../../src/webhooks/attempt-record.ts';
import { createWebhookSender } from '../../src/webhooks/webhook-sender.ts';
import { createBookWriters } from '../../src/writer/book-writers.ts';
import { NO_ANSWER } from '../../src/writer/command.ts';
import { AUTHENTICATION } from './event-macs.ts';
import { expectMatchesSchema } from './openapi-document.ts';
import { TREASURY_LIMITS } from './policy.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: AnswerBody;
};

type Fields = Readonly<Record<string, unknown>>;

/** The body members that tests read. The schemas check which ones exist. */
export type AnswerBody = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly available: boolean;
  readonly has_more: boolean;
  readonly data: readonly AnswerBody[];
  readonly balance: Fields;
  readonly receipt: Fields;
  readonly estimated: Fields;
  readonly source: Fields;
  readonly deposit_instructions: Fields;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly field: string }[];
  };
};

export type Request = {
  readonly key?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Record<string, string>;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  /** The operation whose declared answers include this one. */
  readonly as?: string;
};

export type MemoryApp = {
  readonly url: string;
  /** Handles a request without a socket. */
  readonly handle: RequestListener;
  readonly documents: DocumentStore;
  readonly treasuries: Treasuries;
  readonly keys: Readonly<
    Record<'sandbox' | 'readOnly' | 'production' | 'stranger' | 'revoked' | 'expired', string>
  >;
  /** Sends a request with the sandbox key unless another one is given. Each POST gets a new idempotency key. */
  call(method: string, path: string, request?: Request): Promise<Answer>;
  /** Deactivates a user and forgets the person. */
  forget(userId: string): Promise<void>;
  /** Removes the key of a user's personal data, as if the vault had been restored from before. The result puts it back. */
  loseKey(userId: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

type Options = {
  readonly settings?: Partial<Services['settings']>;
  readonly clock?: () => number;
  readonly documents?: DocumentStore;
  /** The event store, if other writers share it. */
  readonly sharedEvents?: EventStore;
  /** Overrides the reported progress of each projection. */
  readonly overrideProgress?: (progress: ProjectionProgress) => ProjectionProgress;
  readonly rails?: Services['rails'];
  readonly log?: Services['log'];
  /** The terms of the hosted pages; the sample unless given. */
  readonly terms?: Terms;
  /** Of the integrator, which is called Acme. */
  readonly brand?: Brand;
  /** The lines of the sanctions list. */
  readonly sanctions?: readonly string[];
  /** Sends tests of webhook endpoints. */
  readonly sender?: Services['sender'];
  /** Wraps the writers. */
  readonly writers?: (writers: Services['writers']) => Services['writers'];
  /** Replaces the lookup of API keys. */
  readonly findKey?: Services['keys']['findKey'];
};

export async function startMemoryApp(options: Options = {}): Promise<MemoryApp> {
  const {
    clock = Date.now,
    documents = createMemoryDocumentStore(),
    overrideProgress = (progress) => progress,
  } = options;
  const { sharedEvents } = options;
  const events = sharedEvents ?? createMemoryEventStore();
  const backlog = createProjectionBacklog();
  const freshness = createFreshnessTracker(backlog, clock);
  const admission = new WriteAdmission({ backlog, isSuspended: () => false });
  const eventStore: EventStore = {
    ...events,
    async append(...args) {
      const result = await events.append(...args);
      if (result.ok) backlog.observeHead(result.position);
      return result;
    },
  };
  const policy = policyOf(readConfigFile(undefined));
  const masterKey = randomBytes(32);
  const vault = createVault(documents, masterKey);
  // Other writers use the key of the tests.
  const authentication =
    sharedEvents === undefined
      ? { macs: createEventMacs(masterKey), acceptedHistory: () => undefined }
      : AUTHENTICATION;
  const eventLog = createProjectionFollower('events');
  const stopping = new AbortController();
  const served = withEventMetadata(createReadModelRouter(documents, PROJECTIONS), eventStore);
  // Reads cannot wait before the projector runs.
  const barrier = createConsistencyBarrier(() => projecting.flush());
  const projecting = startBookProjector({
    eventStore,
    documents,
    projections: PROJECTIONS,
    vault,
    onProgress(progress) {
      const report = served.report(progress.map(overrideProgress));
      barrier.report(report);
      backlog.report(report);
      freshness.report(report);
      eventLog.report(report);
      admission.release();
    },
    onFault: (fault) => {
      throw new Error(fault.reason);
    },
  });
  const { writers: instead = (made) => made } = options;
  const writers = instead(
    createBookWriters({
      eventStore,
      authentication,
      documents,
      policy,
      clock,
      hasOtherWriters: sharedEvents !== undefined,
      isProjected: (position) => barrier.hasPassed(position),
      findKey: () => Promise.resolve(undefined),
      snapshotKey: deriveMacKey(masterKey, 'snapshots v1'),
    }),
  );
  const { log = pino({ level: 'silent' }) } = options;
  const maxAgeHours = { sandbox: null, production: 24 };
  const platform = await loadPlatform(eventStore, authentication.macs, { clock });
  const books = createSandboxBooks({ platform: () => platform, writers });
  const treasuries = createTreasuries({
    ...{ eventStore, authentication, writers, books, maxAgeHours, clock, log },
    limits: TREASURY_LIMITS,
    onUnreadable: () => undefined,
    onReadable: () => undefined,
  });
  await treasuries.load();
  const { keys, findKey } = makeKeys();
  const settings = {
    rateLimit: { requestsPerSecond: 10_000, burst: 10_000 },
    bankExpirySeconds: 604_800,
    emailpayExpirySeconds: 3_600,
    transferCancel: false,
    webhookEndpointTest: false,
    webhookLoopback: false,
    eventRetentionDays: 30,
    requestRetentionDays: 7,
    readTimeoutMs: 5_000,
    eventStreams: { heartbeatMs: 15_000, stallTimeoutMs: 30_000 },
    ...options.settings,
  };
  const screening = createScreening(
    sanctionsListOf(options.sanctions),
    deriveMacKey(masterKey, 'screening v1'),
  );
  const rails = options.rails ?? createRails();
  await documents.ensure([...REQUEST_COLLECTIONS, ...DELIVERY_COLLECTIONS]);
  const requestLog = new StoredRequestLog({ documents, rails: new Set(['bank_eft']), isBusy: () => false });
  const sender = createWebhookSender({ timeoutMs: 10_000 });
  const services: Services = {
    calendarOf: (environment) => platform.calendar(environment),
    files: createFileLimit(),
    // Nothing signs checkpoints here.
    proveBalance: () => Promise.resolve(undefined),
    writers,
    books,
    treasuries,
    untilKeysReread: () => Promise.resolve(),
    documents: served,
    eventStore,
    authentication,
    eventLog,
    freshness: freshness.current,
    records: authenticateRecords(documents, deriveMacKey(masterKey, 'records v1'), clock),
    barrier,
    vault,
    policy,
    settings,
    clock,
    rails,
    approvalLinks: createApprovalLinks(masterKey, () => url),
    screening,
    submitPayout: createSubmitPayout({
      ...{ writers, eventStore, authentication, vault, rails, screening, log },
      documents: served,
    }),
    signingKeys: createWebhookSigningKeys(masterKey),
    reasons: createReasonOpener(vault),
    responseSeal: createResponseSeal(masterKey),
    sender: options.sender ?? sender,
    originRates: createOriginRates({ accepting: 100_000, other: 100_000 }),
    keys: { findKey: options.findKey ?? findKey, areCurrent: () => Promise.resolve(true) },
    prices: treasuries.prices,
    fingerprint: createFingerprint(masterKey),
    log,
    permanentParents: new Set(),
    requestLog,
    countRequest: () => undefined,
    publicUrl: () => url,
    stopping: stopping.signal,
    health: () => ({ ready: true, parts: { admission: admission.health() } }),
    reportSilentDocuments: () => undefined,
    admission,
    storage: { refusal: () => undefined },
  };
  const STREAM = 'book-int_one-sandbox';
  const sealedOf = async (userId: string): Promise<string> =>
    (await writers.read(STREAM, (book) => book.users.get(userId)?.sealed)) ?? '';
  const registry = new MetricRegistry();
  admission.registerMetrics(registry);
  registry.gauge('projection_lag', 'Events behind.', ['projection'], () => [
    { labels: { projection: 'users' }, value: 3 },
  ]);
  const { publicUrl, health } = services;
  const app = createApp(
    {
      log,
      metrics: createMetrics(registry),
      publicUrl,
      health,
      monitoring: { isPublic: true, token: undefined },
    },
    createApi(services),
    createHostedPages(services, {
      terms: options.terms ?? readTerms(null),
      platform: () => ({
        integrators: new Map([
          ['int_one', { id: 'int_one', name: 'Acme', created_at: '2026-01-01T00:00:00Z' }],
        ]),
        brands: new Map(options.brand === undefined ? [] : [['int_one', options.brand]]),
      }),
    }),
  );
  const server = createHttpServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    handle: app as RequestListener,
    documents,
    treasuries,
    keys,
    call: (method, path, request = {}) => send(url + path, method, { key: keys.sandbox, ...request }),
    async loseKey(userId) {
      const sealed = await sealedOf(userId);
      const stored = await documents.getRecord('vault', sealingKeyId(sealed));
      await vault.destroyKey(sealed);
      return async () => {
        await documents.putRecord('vault', sealingKeyId(sealed), stored ?? '');
      };
    },
    async forget(userId) {
      const sealed = await sealedOf(userId);
      const about = { answer: NO_ANSWER, actor: 'operator:test', requestId: 'none' } as const;
      const user_id = userId;
      await writers.submit(STREAM, { ...about, decide: (book) => deactivateUser(book, { user_id }) });
      const { kind } = await writers.submit(STREAM, {
        ...about,
        decide: (book) => forgetUser(book, { user_id }),
      });
      if (kind !== 'done') throw new Error('The user was not forgotten.');
      await vault.destroyKey(sealed);
    },
    async close() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await requestLog.stop();
      await sender.close();
      await writers.close();
      await projecting.stop();
      await eventStore.close();
    },
  };
}

function makeKeys() {
  const found = new Map<string, ApiKey>();
  const issue = (environment: ApiKey['environment'], more: Partial<ApiKey> = {}): string => {
    const { id, text, hash } = createApiKey(more.integrator_id ?? 'int_one', environment);
    const base = { id: `key_${id}`, integrator_id: 'int_one', environment, name: null, expires_at: null };
    found.set(hash, { ...base, permissions: 'read_write', revoked: false, ...more });
    return text;
  };
  const keys = {
    sandbox: issue('sandbox'),
    readOnly: issue('sandbox', { permissions: 'read' }),
    production: issue('production'),
    stranger: issue('sandbox', { integrator_id: 'int_two' }),
    revoked: issue('sandbox', { revoked: true }),
    expired: issue('sandbox', { expires_at: '2020-01-01T00:00:00.000Z' }),
  };
  return { keys, findKey: (hash: string) => found.get(hash) };
}

async function send(url: string, method: string, request: Request): Promise<Answer> {
  const { key = '', body, raw, as: operation } = request;
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const idempotencyKey = request.idempotencyKey ?? (method === 'POST' ? randomUUID() : '');
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === '' ? {} : { 'Api-Key': key }),
      ...(idempotencyKey === '' ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  // Answers to HEAD have no body.
  const parsed = (text === '' ? {} : JSON.parse(text)) as AnswerBody;
  expect(response.headers.get('request-id')).to.match(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  if (operation !== undefined) expectMatchesSchema(operation, response.status, parsed, response.headers);
  return { status: response.status, headers: response.headers, text, body: parsed };
}

/** An approved user with a wallet. */
export async function makeHolder(app: MemoryApp, points = '0', asset = 'svc-points') {
  const created = await app.call('POST', '/v1/users', {
    body: { type: 'individual', external_reference: randomUUID() },
    as: 'createUser',
  });
  const user_id = created.body.id;
  await app.call('POST', `/v1/sandbox/users/${user_id}/kyc`, {
    body: { kyc_status: 'approved' },
    as: 'setSandboxKyc',
  });
  const wallet = await app.call('POST', `/v1/users/${user_id}/wallets`, {
    body: { asset, ...(asset === 'svc-coin' ? { acknowledge_price_risk: true } : {}) },
    as: 'createWallet',
  });
  expect(wallet.status, wallet.text).to.equal(201);
  const wallet_id = wallet.body.id;
  if (points !== '0') {
    await app.call('POST', '/v1/sandbox/rewards', {
      body: { wallet_id, amount: points },
      as: 'createSandboxReward',
    });
  }
  return { user_id, wallet_id };
}
