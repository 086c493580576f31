/**
 * The activity log: what operators did, in a stream of its own (docs/adr/0049-activity-log.md). An action is answered after
 * its event is durable. The number of denied actions that are recorded is bounded, because anyone can cause them.
 */

import type { IncomingMessage } from 'node:http';
import { ACTIVITY_STREAM } from '../../projections/activity.ts';
import { createRateLimiter } from '../async/rate-limiter.ts';
import type { Authentication } from '../event-store/authenticated-reader.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import { StoreUnavailable, type EventStore } from '../event-store/port.ts';
import { activityEventVersions, type ActionRecorded, type ActivityEvent } from '../generated/events.ts';
import { activityAddressContext } from '../ledger/sealing-context.ts';
import type { OperatorToken } from '../platform/platform.ts';
import { createMonthlySeal, type MonthlySealOptions } from '../vault/seals.ts';
import { loadStreamWriter, type StreamWriter } from '../writer/stream-writer.ts';

// Seals the addresses that operators work from.

type AddressSeal = {
  /** Throws StoreUnavailable. */
  seal(address: string, requestId: string): Promise<string>;
  /** Null once its key was deleted. Throws StoreUnavailable. */
  open(sealed: string, requestId: string): Promise<string | null>;
};

type AddressSealOptions = Omit<MonthlySealOptions, 'recordName' | 'contextOf'>;

export function createAddressSeal(options: AddressSealOptions): AddressSeal {
  const seal = createMonthlySeal({
    ...options,
    recordName: 'activity-key',
    contextOf: activityAddressContext,
  });
  return {
    seal: async (address, requestId) =>
      (await seal.currentKey()).seal(address, activityAddressContext(requestId)),
    open: (sealed, requestId) => seal.open(sealed, activityAddressContext(requestId)),
  };
}

/** Where a request came from. */
export type Origin = { readonly channel: ActionRecorded['channel']; readonly address: string | null };

export type OperatorAction = Pick<ActionRecorded, 'operation' | 'result'> &
  Partial<Pick<ActionRecorded, 'target' | 'book' | 'code' | 'replayed'>> & {
    /** Undefined if nobody was identified. */
    readonly operator: Pick<OperatorToken, 'id' | 'role'> | undefined;
    readonly origin: Origin;
    readonly requestId: string;
    readonly reason?: string | undefined;
  };

export type ActivityLog = {
  /** The action is durable when it resolves, unless it is omitted. Throws StoreUnavailable. */
  record(action: OperatorAction): Promise<void>;
  /**
   * Records that an operator read personal data. The same operation on the same target is recorded once in ten minutes,
   * because pages refresh themselves.
   */
  recordRead(action: OperatorAction): Promise<void>;
  /** The address of a recorded action; null once its key was deleted. Throws StoreUnavailable. */
  openAddress: AddressSeal['open'];
};

type ActivityLogOptions = {
  readonly eventStore: EventStore;
  readonly authentication: Authentication;
  readonly seal: AddressSeal;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

const READ_AGAIN_MS = 10 * 60 * 1_000;
const READS_REMEMBERED_MAX = 10_000;
/** Denied actions of one operator, or from one address. */
const DENIED_LIMIT = { perSecond: 10 / 600, burst: 20 };
const ALL_DENIED_LIMIT = { perSecond: 200 / 600, burst: 200 };
/** Actions of this process that wait to be written. */
const WAITING_MAX = 500;

export function createActivityLog({
  eventStore,
  authentication,
  seal,
  clock,
}: ActivityLogOptions): ActivityLog {
  const denied = createRateLimiter(DENIED_LIMIT);
  const allDenied = createRateLimiter(ALL_DENIED_LIMIT);
  const reads = new Map<string, number>();
  let omitted = 0;
  let waiting = 0;
  let newest: Promise<void> = Promise.resolve();
  let writer: Promise<StreamWriter<ActivityEvent>> | undefined;

  /** The stream is loaded when it is first needed. */
  const load = (): Promise<StreamWriter<ActivityEvent>> => {
    writer ??= loadStreamWriter<ActivityEvent>({
      eventStore,
      authentication,
      stream: ACTIVITY_STREAM,
      evolve: () => undefined,
      isStateless: true,
      schemaOf: encodingSchemasOf('activity'),
      knownVersions: activityEventVersions,
      clock,
    }).catch((error: unknown) => {
      writer = undefined;
      throw error;
    });
    return writer;
  };

  async function append(action: OperatorAction): Promise<void> {
    const { operation, operator, origin, result, requestId, reason } = action;
    const { target = null, book = null, code = null, replayed = false } = action;
    const sealed = origin.address === null ? null : await seal.seal(origin.address, requestId);
    const stream = await load();
    const omittedBefore = omitted;
    const data: ActionRecorded = {
      operation,
      operator: operator === undefined ? null : { id: operator.id, role: operator.role },
      channel: origin.channel,
      ...{ target, book, result, code, replayed },
      omitted_before: omittedBefore,
      sealed,
    };
    await stream.submit({
      decide: () => ({ events: [{ type: 'action.recorded', data }], answer: { status: 200, body: '{}' } }),
      actor: operator === undefined ? 'system:access' : `operator:${operator.id}`,
      requestId,
      reason,
    });
    omitted -= omittedBefore;
  }

  /** One at a time, because concurrent appends to one stream conflict. */
  function record(action: OperatorAction): Promise<void> {
    if (waiting >= WAITING_MAX)
      return Promise.reject(new StoreUnavailable('too many actions wait to be recorded'));
    waiting += 1;
    const written = newest.then(() => append(action)).finally(() => (waiting -= 1));
    newest = written.catch(() => undefined);
    return written;
  }

  const isOmitted = ({ result, operator, origin }: OperatorAction): boolean =>
    result === 'denied' &&
    !(denied.take(operator?.id ?? origin.address ?? '').granted && allDenied.take('all').granted);

  return {
    openAddress: (sealed, requestId) => seal.open(sealed, requestId),
    async record(action) {
      if (isOmitted(action)) omitted += 1;
      else await record(action);
    },
    async recordRead(action) {
      const { operator, operation, target = null } = action;
      const key = JSON.stringify([operator?.id, operation, target]);
      const now = clock();
      if (now - (reads.get(key) ?? -Infinity) < READ_AGAIN_MS) return;
      await record(action);
      // Inserted again, so that the first key is the oldest.
      reads.delete(key);
      reads.set(key, now);
      const [oldest] = reads.keys();
      if (reads.size > READS_REMEMBERED_MAX && oldest !== undefined) reads.delete(oldest);
    },
  };
}

// Where an HTTP request came from.

/** The command line starts its User-Agent header with this. */
const CLI_AGENT = 'svc-ledger-cli/';
const MAPPED_IPV4 = '::ffff:';

export const apiOrigin = (req: Pick<IncomingMessage, 'headers' | 'socket'>): Origin => ({
  channel: req.headers['user-agent']?.startsWith(CLI_AGENT) === true ? 'cli' : 'api',
  address: addressOf(req),
});

export const consoleOrigin = (req: Pick<IncomingMessage, 'socket'>): Origin => ({
  channel: 'console',
  address: addressOf(req),
});

/** Null if the client has already disconnected. */
function addressOf({ socket }: Pick<IncomingMessage, 'socket'>): string | null {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return null;
  return remoteAddress.startsWith(MAPPED_IPV4) ? remoteAddress.slice(MAPPED_IPV4.length) : remoteAddress;
}
