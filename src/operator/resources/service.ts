import { basename } from 'node:path';
import { COLLECTIONS } from '../../../projections/collections.ts';
import { findDocument } from '../../api/operations/read.ts';
import { createStepBudget } from '../../async/wait.ts';
import { CheckpointFolderUnreadable } from '../../audit/verification/audit-status.ts';
import type {
  BookSnapshot,
  ConsoleSession,
  MetricHistory,
  MetricListQuery,
  Node,
  SignedInOperator,
  SnapshotChoice,
} from '../../generated/api.ts';
import { malformedRequest, notFoundProblem, problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { identityContext } from '../../ledger/sealing-context.ts';
import { sealingKeyId, userKeyIds } from '../../ledger/user.ts';
import { MINUTE_MS } from '../../minute-metrics/minute-record.ts';
import { SERIES_MAX, RollUp } from '../../minute-metrics/roll-up.ts';
import type { BookIdentity } from '../../platform/books.ts';
import type { IdentifiedOperator } from '../../platform/credentials.ts';
import { parseBody } from '../../read-models/collection.ts';
import { readConsistent } from '../../writer/command.ts';
import { readSnapshotInfo } from '../../writer/snapshot.ts';
import { pageInMemory, placeById } from '../lists/list-page.ts';
import { matchingBooks } from '../operations/cross-book-list.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import { freshPlatform, type OperatorServices } from '../operations/services.ts';
import type { ListedSession } from '../operations/session-directory.ts';
import { conditionNames } from './attention.ts';

// People whom the OpenID Connect provider identified when they signed in to the console.

export const operatorHandlers = {
  listOperators: async ({ services, query }) =>
    pageInMemory([...(await freshPlatform(services)).operators.values()].map(presentOperator), query),
} satisfies Partial<OperatorHandlers>;

const presentOperator = (operator: IdentifiedOperator): SignedInOperator => ({
  ...operator,
  object: 'operator',
});

// The identity data that users submitted through the hosted page, for reviewers.

export const identityHandlers = {
  async getUserIdentity(call) {
    const found = await findDocument(call, COLLECTIONS.identities, call.params.user_id);
    if (found === undefined) return notFoundProblem('identity');
    const { user_id, submitted_at, sealed } = parseBody(COLLECTIONS.identities, found);
    // The document store is not trusted: the data must be sealed for this user, with a key of this user.
    const { vault, writers } = call.services;
    const { keyIds, isForgotten } = await readConsistent(writers, found.scope, (book) => ({
      keyIds: userKeyIds(book, user_id),
      isForgotten: book.users.get(user_id)?.forgotten === true,
    }));
    if (isForgotten || !keyIds.includes(sealingKeyId(sealed)) || user_id !== call.params.user_id)
      return notFoundProblem('identity');
    const key = await vault.requireKey(sealed, found.scope);
    // The hosted page sealed a JSON object.
    const sent = JSON.parse(key.open(sealed, identityContext(found.scope, user_id))) as object;
    return { status: 200, body: JSON.stringify({ object: 'identity', user_id, submitted_at, ...sent }) };
  },
} satisfies Partial<OperatorHandlers>;

// Console sessions: list and revoke. Operators see and revoke their own, and admins all.

const SESSION_ID = /^ses_[0-9a-hjkmnp-tv-z]{26}$/;

export const sessionHandlers = {
  async listSessions({ services, token, query }) {
    const own = token.role === 'admin' ? query.operator_id : token.id;
    const found = await services.sessions.list(own);
    const shown = query.operator_id === undefined ? found : found.filter(isOf(query.operator_id));
    return pageInMemory(
      shown.map((each) => presentSession(each, 'active')),
      query,
      // Sessions end while somebody pages.
      placeById(SESSION_ID),
    );
  },
  async getSession(call) {
    const session = await visibleSession(call, call.params.session_id);
    return session === undefined
      ? notFoundProblem('session')
      : { status: 200, body: JSON.stringify(presentSession(session, 'active')) };
  },
  async revokeSession(call) {
    const { services, params, body } = call;
    const session = await visibleSession(call, params.session_id);
    if (session === undefined) return notFoundProblem('session');
    await services.sessions.revoke(session.id);
    const answer = { status: 200, body: JSON.stringify(presentSession(session, 'revoked')) };
    return submitToPlatform(call, { decide: () => ({ events: [], answer }), reason: body.reason });
  },
} satisfies Partial<OperatorHandlers>;

async function visibleSession(
  { services, token }: OperatorCaller,
  id: string,
): Promise<ListedSession | undefined> {
  const session = await services.sessions.get(id);
  return session === undefined || token.role === 'admin' || isOf(token.id)(session) ? session : undefined;
}

const isOf =
  (operatorId: string) =>
  ({ operator }: ListedSession): boolean =>
    operator.id === operatorId;

const presentSession = (session: ListedSession, status: ConsoleSession['status']): ConsoleSession => ({
  ...session,
  object: 'console_session',
  status,
});

// Snapshots of books: list, delete, and rebuild from the first event.

export const snapshotHandlers = {
  async listSnapshots({ services, query }) {
    await freshPlatform(services);
    const data: BookSnapshot[] = [];
    for (const [stream, book] of matchingBooks(services, query)) {
      const found = await presentSnapshot(services, stream, book);
      if (found !== undefined) data.push(found);
    }
    return { status: 200, body: JSON.stringify({ data }) };
  },
  dropSnapshots: (call) =>
    change(call, call.body, 'dropped', (stream) => call.services.writers.deleteSnapshot(stream)),
  rebuildSnapshots: (call) =>
    change(call, call.body, 'rebuilt', (stream) => call.services.writers.rebuildSnapshot(stream)),
} satisfies Partial<OperatorHandlers>;

async function presentSnapshot(
  { documents }: OperatorServices,
  stream: string,
  { integrator_id, environment }: BookIdentity,
): Promise<BookSnapshot | undefined> {
  const about = await readSnapshotInfo(documents, stream);
  if (about === undefined) return undefined;
  const { revision, time, pieces, bytes, saved_at, isUsable } = about;
  return {
    object: 'snapshot',
    integrator_id,
    environment,
    revision,
    taken_at: new Date(time).toISOString(),
    saved_at: saved_at === undefined ? null : new Date(saved_at).toISOString(),
    bytes: bytes ?? null,
    pieces,
    usable: isUsable,
  };
}

/** Acts before it records the event. The action is idempotent, so a recorded event is always true. */
async function change(
  caller: OperatorCaller,
  { reason, ...choice }: SnapshotChoice,
  action: 'dropped' | 'rebuilt',
  work: (stream: string) => Promise<boolean>,
): Promise<Reply> {
  const { services } = caller;
  const { integrators } = await freshPlatform(services);
  if (choice.integrator_id !== undefined && !integrators.has(choice.integrator_id))
    return notFoundProblem('integrator');
  const books: string[] = [];
  for (const stream of matchingBooks(services, choice).keys()) if (await work(stream)) books.push(stream);
  return submitToPlatform(caller, {
    reason,
    decide: () => ({
      events: books.length === 0 ? [] : [{ type: 'snapshots.changed', data: { action, books } }],
      answer: { status: 200, body: JSON.stringify({ books: books.length }) },
    }),
  });
}

// The audit status: last verification, and last signed checkpoint of each stream.

export const auditHandlers = {
  getAuditStatus({ services }) {
    try {
      return { status: 200, body: JSON.stringify(services.audit()) };
    } catch (fault) {
      if (!(fault instanceof CheckpointFolderUnreadable)) throw fault;
      services.log.warn({ err: fault }, 'checkpoint folder unreadable');
      return problem('service_unavailable', unreadable(fault), { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  },
} satisfies Partial<OperatorHandlers>;

/** An operator has to fix the folder first. */
const RETRY_AFTER_SECONDS = 30;

const unreadable = ({ message: code }: CheckpointFolderUnreadable): string =>
  `This node cannot read the folder in CHECKPOINT_DIR (${code}). The log of the node names the file.`;

// The node that answers: its parts, and what it counted.

export const nodeHandlers = {
  getNode({ services: { health, conditions, admission, screening } }) {
    const { ready, parts } = health();
    const { lagSeconds, limitSeconds, isLimiting, waiting } = admission.state();
    const body: Node = {
      object: 'node',
      ready,
      parts: Object.entries(parts).map(([id, { ok, detail = null }]) => ({
        id,
        ok,
        detail,
        since: ok && detail === null ? null : conditions.since([conditionNames.part(id)]),
      })),
      admission: { lag_seconds: lagSeconds, limit_seconds: limitSeconds, limiting: isLimiting, waiting },
      sanctions_lists: screening.sources.map((source) => ({ ...source, file: basename(source.file) })),
    };
    return { status: 200, body: JSON.stringify(body) };
  },
  listNodeSamples: ({ services }) => ({
    status: 200,
    body: JSON.stringify({ data: services.samples.recent() }),
  }),
} satisfies Partial<OperatorHandlers>;

// Metrics of the last 30 days: what happened in each step of time, of all nodes together.

const HOUR_MS = 60 * MINUTE_MS;
const STEPS_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': 24 * HOUR_MS,
} as const satisfies Record<NonNullable<MetricListQuery['step']>, number>;

const RANGE_DEFAULT_MS = 24 * HOUR_MS;
const POINTS_DEFAULT = 120;
const POINTS_MAX = 1_500;
/** Records of many minutes are merged in parts, between which other requests run. */
const TURN_MS = 10;

export const metricHandlers = {
  async listMetrics({ services, query }) {
    const { by = 'none', environment = 'production', integrator_id, rail } = query;
    const now = services.clock();
    const end = query.to === undefined ? now : Date.parse(query.to);
    const start = query.from === undefined ? end - RANGE_DEFAULT_MS : Date.parse(query.from);
    if (start >= end) return malformedRequest('`from` must be earlier than `to`.');
    const stepMs = query.step === undefined ? stepFor(end - start) : STEPS_MS[query.step];
    // Whole steps, so that the same minutes are always in the same step.
    const from = Math.floor(start / stepMs) * stepMs;
    const to = Math.ceil(end / stepMs) * stepMs;
    if ((to - from) / stepMs > POINTS_MAX)
      return malformedRequest(
        `The time has more than ${POINTS_MAX} steps. Use a longer \`step\` or a shorter time.`,
      );
    const range = { from, to };
    const rollUp = new RollUp({ ...range, stepMs, by, environment, integratorId: integrator_id, rail });
    const pause = createStepBudget(TURN_MS);
    for await (const record of services.minuteMetrics.read(range)) {
      rollUp.add(record);
      await pause();
    }
    const series = rollUp.series();
    const body: MetricHistory = {
      object: 'metric_history',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      step_seconds: stepMs / 1_000,
      by,
      environment,
      data: series.slice(0, SERIES_MAX),
      has_more: series.length > SERIES_MAX,
    };
    return { status: 200, body: JSON.stringify(body) };
  },
} satisfies Partial<OperatorHandlers>;

const stepFor = (ms: number): number =>
  Object.values(STEPS_MS).find((step) => ms / step <= POINTS_DEFAULT) ?? STEPS_MS['1d'];
