/** What needs an operator's attention now: trouble of the service first, then work that waits for a decision. */

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { ReviewKind } from '../../../projections/operators.ts';
import { transferTerms } from '../../../projections/transfers.ts';
import { CheckpointFolderUnreadable } from '../../audit/verification/audit-status.ts';
import type { AttentionItem, AttentionList } from '../../generated/api.ts';
import { problemForFault } from '../../http/errors.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { ENVIRONMENTS, smallestIdAt } from '../../ledger/ids.ts';
import type { TokenRecord } from '../../platform/platform.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { ComponentHealth } from '../../telemetry/health.ts';
import { CURSORS_COLLECTION } from '../../webhooks/delivery.ts';
import { oldestAcrossBooks, type CrossBookSelection } from '../operations/cross-book-list.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import {
  clearingCondition,
  highClearingBalances,
  type ConditionSource,
  type OperatorServices,
} from '../operations/services.ts';
import { failingRules } from '../notification-records.ts';
import { dueAt, openReviews } from '../reviews/open-reviews.ts';
import { isRailAvailable, overduePayouts } from './payouts.ts';
import { openProposals } from './proposals.ts';
import { ALL_ENDPOINTS } from './webhooks.ts';

// Certificates in files of the configuration that will soon be refused.

type ExpiringCertificate = {
  /** The name of the file, without its folder. */
  readonly file: string;
  /** ISO 8601. */
  readonly expires_at: string;
};

/** A longer file is the trust store of an operating system, in which expired authorities are ordinary. */
const CERTIFICATES_MAX = 20;

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates that expire before `until`, in milliseconds since 1970, or have expired; the first to expire comes first.
 * Files that cannot be read are left out: connections that need them report it. So are trust stores of operating systems.
 */
export async function expiringCertificates(
  files: readonly string[],
  until: number,
): Promise<readonly ExpiringCertificate[]> {
  const found = await Promise.all(
    files.map(async (path) => {
      const text = await readFile(path, 'utf8').catch(() => '');
      const certificates = [...text.matchAll(PEM)];
      if (certificates.length > CERTIFICATES_MAX) return [];
      return certificates.flatMap(([pem]) => {
        const expiresAt = expiryOf(pem);
        return expiresAt <= until
          ? [{ file: basename(path), expires_at: new Date(expiresAt).toISOString() }]
          : [];
      });
    }),
  );
  return found.flat().sort((a, b) => (a.expires_at < b.expires_at ? -1 : 1));
}

/** NaN for what is not a certificate. */
function expiryOf(pem: string): number {
  try {
    return Date.parse(new X509Certificate(pem).validTo);
  } catch {
    return NaN;
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const PAYOUT_DELAY_MS = 15 * 60 * 1_000;
const EXPIRY_NOTICE_MS = 14 * DAY_MS;
/** Runs that may be missed before checkpoints are overdue. */
const CHECKPOINT_RUNS_MISSED_MAX = 3;
/** Three attempts have failed by then. */
const ENDPOINT_FAILING_MS = 60 * 1_000;
/** How long reads wait while the read models are not ready: they will probably fail, and the other checks matter then. */
const UNREADY_READ_TIMEOUT_MS = 250;
const COUNTED_MAX = 100;
const ENDPOINTS_MAX = 1_000;

const DELAYED_PAYOUTS: CrossBookSelection = {
  collection: COLLECTIONS.transfers,
  terms: transferTerms({ kind: 'offramp', state: 'pending' }),
};

/** Returns nothing if all is well. Throws what reads throw. */
type Check = (services: OperatorServices) => readonly AttentionItem[] | Promise<readonly AttentionItem[]>;

/** Most urgent first. */
const CHECKS: readonly Check[] = [
  (services) => partItems(services, 'not_ready', failedParts(services)),
  invalidEvents,
  (services) => {
    const behind = projectionsBehind(services);
    return some('projections_behind', behind.length, {
      since: services.conditions.since(behind.map(conditionNames.projection)),
      detail: behind.map(({ name }) => name).join(', '),
    });
  },
  (services) => {
    const down = railsUnavailable(services);
    return some('rails_unavailable', down.length, {
      since: services.conditions.since(down.map(conditionNames.rail)),
      detail: down.map(({ rail, environment }) => `${rail} (${environment})`).join(', '),
    });
  },
  (services) =>
    inBooks(
      services,
      'payouts_delayed',
      DELAYED_PAYOUTS,
      smallestIdAt('trf', services.clock() - PAYOUT_DELAY_MS),
    ),
  payoutsOverdue,
  failingEndpoints,
  failingNotifications,
  highBalances,
  (services) => reviewsWaiting(services, 'transfer_reviews', 'transfer'),
  (services) => reviewsWaiting(services, 'identity_reviews', 'identity'),
  proposalsWaiting,
  openBreaks,
  (services) => expiring('keys_expiring', services, services.platform().keys.values()),
  (services) => expiring('tokens_expiring', services, services.platform().tokens.values()),
  certificatesExpiring,
  overdueCheckpoints,
  (services) => partItems(services, 'warning', warningParts(services)),
];

// What this node observes. Nothing else records since when it is so.

type Observed = Pick<OperatorServices, 'health' | 'projections' | 'runningRails' | 'platform'>;
type Part = readonly [name: string, ComponentHealth];

const failedParts = ({ health }: Observed): readonly Part[] =>
  Object.entries(health().parts).filter(([, { ok }]) => !ok);

const warningParts = ({ health }: Observed): readonly Part[] =>
  Object.entries(health().parts).filter(
    ([, { ok, detail, needs_attention }]) => ok && detail !== undefined && needs_attention !== false,
  );

const projectionsBehind = ({ projections }: Observed) =>
  projections().filter(({ state }) => state !== 'live');

const railsUnavailable = (services: Observed) =>
  services.runningRails.configured.filter((each) => !isRailAvailable(services, each));

const partItems = (
  { conditions }: OperatorServices,
  kind: 'not_ready' | 'warning',
  parts: readonly Part[],
): readonly AttentionItem[] =>
  parts.map((part) =>
    item(kind, 1, { since: conditions.since([conditionNames.part(part[0])]), detail: describePart(part) }),
  );

/** The names of what this node observes. */
export const conditionNames = {
  checkpoints: 'checkpoints',
  part: (name: string): string => `part:${name}`,
  projection: ({ name }: { readonly name: string }): string => `projection:${name}`,
  rail: ({ environment, rail }: { readonly environment: string; readonly rail: string }): string =>
    `rail:${environment}:${rail}`,
};

const WATCH_EVERY_MS = 5_000;
const WATCH_BALANCES_EVERY_MS = 60_000;
const WATCH_CHECKPOINTS_EVERY_MS = 60_000;

/** The conditions whose beginning nothing else records. */
export const attentionConditions = (
  services: Observed & Pick<OperatorServices, 'documents' | 'clearingLimits' | 'audit'>,
): readonly ConditionSource[] => [
  {
    everyMs: WATCH_EVERY_MS,
    read: () => [
      ...[...failedParts(services), ...warningParts(services)].map(([name]) => conditionNames.part(name)),
      ...projectionsBehind(services).map(conditionNames.projection),
      ...railsUnavailable(services).map(conditionNames.rail),
    ],
  },
  {
    everyMs: WATCH_BALANCES_EVERY_MS,
    read: async () =>
      (await highClearingBalances(services.documents, services.clearingLimits)).map(clearingCondition),
  },
  {
    everyMs: WATCH_CHECKPOINTS_EVERY_MS,
    read() {
      const isUnsigned = auditOf(services.audit)?.data.some(({ problem }) => problem !== null) ?? true;
      return isUnsigned ? [conditionNames.checkpoints] : [];
    },
  },
];

/** Everything that needs attention now. */
export async function findAttention(all: OperatorServices): Promise<AttentionList> {
  const services = all.health().parts['projections']?.ok === false ? withShortReads(all) : all;
  let isComplete = true;
  const found = CHECKS.map(async (check) => {
    try {
      return await check(services);
    } catch (fault) {
      // While a store is away, the other checks matter most.
      if (problemForFault(fault) === undefined) throw fault;
      isComplete = false;
      return [];
    }
  });
  const data = (await Promise.all(found)).flat();
  return { data, is_complete: isComplete };
}

export const attentionHandlers = {
  listAttention: async ({ services }) => ({
    status: 200,
    body: JSON.stringify(await findAttention(services)),
  }),
} satisfies Partial<OperatorHandlers>;

/** The services for reads that do not wait for read models. */
export const withShortReads = (services: OperatorServices): OperatorServices => ({
  ...services,
  settings: { ...services.settings, readTimeoutMs: UNREADY_READ_TIMEOUT_MS },
});

type More = Partial<Pick<AttentionItem, 'is_more' | 'since' | 'detail'>>;

const item = (kind: AttentionItem['kind'], count: number, more: More): AttentionItem => ({
  object: 'attention_item',
  kind,
  count,
  is_more: false,
  since: null,
  detail: null,
  ...more,
});

const some = (kind: AttentionItem['kind'], count: number, more: More): readonly AttentionItem[] =>
  count === 0 ? [] : [item(kind, count, more)];

const describePart = ([name, { detail = 'no answer' }]: Part): string =>
  `${name.replaceAll('_', ' ')}: ${detail}`;

async function inBooks(
  services: OperatorServices,
  kind: AttentionItem['kind'],
  selection: CrossBookSelection,
  before?: string,
): Promise<readonly AttentionItem[]> {
  const found = await oldestAcrossBooks(services, selection, { limit: COUNTED_MAX + 1, before });
  // Objects of these collections say when they last changed, which is when they began to wait.
  const changed = found.map(({ body }) => (JSON.parse(body) as { readonly updated_at: string }).updated_at);
  return some(kind, Math.min(found.length, COUNTED_MAX), {
    is_more: found.length > COUNTED_MAX,
    since: changed.sort()[0] ?? null,
  });
}

async function payoutsOverdue(services: OperatorServices): Promise<readonly AttentionItem[]> {
  const found = await overduePayouts(services, COUNTED_MAX + 1);
  const rails = new Set(found.map(({ environment, rail }) => `${rail} (${environment})`));
  return some('payouts_overdue', Math.min(found.length, COUNTED_MAX), {
    is_more: found.length > COUNTED_MAX,
    since: found.map(({ submitted_at }) => submitted_at).sort()[0] ?? null,
    detail: [...rails].sort().join(', '),
  });
}

async function reviewsWaiting(
  services: OperatorServices,
  kind: 'transfer_reviews' | 'identity_reviews',
  of: ReviewKind,
): Promise<readonly AttentionItem[]> {
  const { reviews: open } = await openReviews(services, of);
  const now = services.clock();
  const overdue = open.filter((each) => dueAt(services, each) < now).length;
  return some(kind, Math.min(open.length, COUNTED_MAX), {
    is_more: open.length > COUNTED_MAX,
    since: open[0]?.opened_at ?? null,
    detail: overdue === 0 ? null : `${overdue} overdue`,
  });
}

/** Counts the first thousand endpoints of the service. */
async function failingEndpoints(services: OperatorServices): Promise<readonly AttentionItem[]> {
  const { documents, clock } = services;
  const endpoints = await oldestAcrossBooks(services, ALL_ENDPOINTS, { limit: ENDPOINTS_MAX });
  const enabled = endpoints.filter(
    (each) => parseBody(COLLECTIONS.webhookEndpoints, each).status === 'enabled',
  );
  const cursors = await documents.getMany(
    CURSORS_COLLECTION,
    enabled.map(({ id }) => id),
  );
  const failing = cursors
    .map((cursor) => parseBody(CURSORS_COLLECTION, cursor).health?.failing_since ?? null)
    .filter((since) => since !== null)
    .filter((since) => clock() - Date.parse(since) > ENDPOINT_FAILING_MS)
    .sort();
  return some('webhook_endpoints_failing', failing.length, { since: failing[0] ?? null });
}

async function failingNotifications(services: OperatorServices): Promise<readonly AttentionItem[]> {
  const found = await failingRules(services.documents, services.notificationRules, services.clock());
  return some('notifications_failing', found.size, {
    since: found.size === 0 ? null : new Date(Math.min(...found.values())).toISOString(),
    detail: [...found.keys()].sort().join(', '),
  });
}

async function proposalsWaiting(services: OperatorServices): Promise<readonly AttentionItem[]> {
  const found = await openProposals(services, COUNTED_MAX + 1);
  return some('proposals_waiting', Math.min(found.length, COUNTED_MAX), {
    is_more: found.length > COUNTED_MAX,
    since: found[0]?.proposed_at ?? null,
  });
}

async function openBreaks({ reconciliations }: OperatorServices): Promise<readonly AttentionItem[]> {
  const all = await Promise.all(
    ENVIRONMENTS.map(async (environment) => ({
      environment,
      ...(await (await reconciliations.get(environment)).summary()),
    })),
  );
  const found = all.filter(({ open }) => open > 0);
  const [since] = found.flatMap(({ since: day }) => day ?? []).sort();
  return some(
    'reconciliation_breaks',
    found.reduce((sum, { open }) => sum + open, 0),
    {
      since: since === undefined ? null : `${since}T00:00:00.000Z`,
      detail: found.map(({ environment, open }) => `${open} in ${environment}`).join(', '),
    },
  );
}

/** Keys or tokens that still work and expire soon. */
function expiring(
  kind: 'keys_expiring' | 'tokens_expiring',
  { clock }: OperatorServices,
  issued: Iterable<Pick<TokenRecord, 'expires_at' | 'revoked_at'>>,
): readonly AttentionItem[] {
  const now = clock();
  const expiries = [...issued]
    .filter(({ revoked_at }) => revoked_at === null)
    .flatMap(({ expires_at }) => (expires_at === null ? [] : [expires_at]))
    .filter((each) => Date.parse(each) > now && Date.parse(each) <= now + EXPIRY_NOTICE_MS)
    .sort();
  const [first] = expiries;
  if (first === undefined) return [];
  const detail = `The first one expires on ${first.slice(0, 10)} at ${first.slice(11, 16)} UTC.`;
  return some(kind, expiries.length, { since: noticeSince(first), detail });
}

const noticeSince = (expiresAt: string): string =>
  new Date(Date.parse(expiresAt) - EXPIRY_NOTICE_MS).toISOString();

async function certificatesExpiring(services: OperatorServices): Promise<readonly AttentionItem[]> {
  const found = await expiringCertificates(services.certificateFiles, services.clock() + EXPIRY_NOTICE_MS);
  const [first] = found;
  return some('certificates_expiring', found.length, {
    since: first === undefined ? null : noticeSince(first.expires_at),
    detail: found.map(({ file, expires_at }) => `${file}: ${expires_at.slice(0, 10)}`).join('; '),
  });
}

async function highBalances(services: OperatorServices): Promise<readonly AttentionItem[]> {
  const { documents, clearingLimits, conditions } = services;
  const found = await highClearingBalances(documents, clearingLimits);
  return some('clearing_balances_high', found.length, {
    since: conditions.since(found.map(clearingCondition)),
    detail: found
      .map(
        ({ rail, environment, balance, currency, limit, decimals }) =>
          `${rail} (${environment}): ${balance} ${currency}, limit ${formatAmount(limit, decimals)}`,
      )
      .join('; '),
  });
}

function invalidEvents({ audit }: OperatorServices): readonly AttentionItem[] {
  const last = auditOf(audit)?.last_verification;
  if (last === undefined || last === null || last.ok) return [];
  const { findings_in_all, finished_at, findings } = last;
  const detail = findings.map(({ stream, revision, rule }) => `${stream} at revision ${revision}: ${rule}`);
  return some('invalid_events', findings_in_all, { since: finished_at, detail: detail.join('; ') });
}

function overdueCheckpoints({ audit, clock, conditions }: OperatorServices): readonly AttentionItem[] {
  const status = auditOf(audit);
  const since = conditions.since([conditionNames.checkpoints]);
  if (status === undefined)
    return [
      item('checkpoints_overdue', 1, { since, detail: 'This node cannot read the checkpoint folder.' }),
    ];
  const { every_seconds: every, written_at: writtenAt, data } = status;
  const unsigned = data.filter((each) => each.problem !== null);
  const isLate =
    every !== null &&
    writtenAt !== null &&
    clock() - Date.parse(writtenAt) > CHECKPOINT_RUNS_MISSED_MAX * every * 1_000;
  if (isLate) return [item('checkpoints_overdue', Math.max(1, data.length), { since: writtenAt })];
  return some('checkpoints_overdue', unsigned.length, {
    since,
    detail: unsigned.map(({ stream, problem }) => `${stream}: ${problem ?? ''}`).join('; '),
  });
}

/** Undefined if the folder of the checkpoints cannot be read. */
function auditOf(audit: OperatorServices['audit']): ReturnType<OperatorServices['audit']> | undefined {
  try {
    return audit();
  } catch (fault) {
    if (fault instanceof CheckpointFolderUnreadable) return undefined;
    throw fault;
  }
}
