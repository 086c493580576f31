/**
 * The platform: integrators, their API keys, and operator tokens, from the events of the stream `platform`. Secrets are
 * never stored; a key is found by the SHA-256 of its whole text.
 */

import type { AcceptedHistory } from '../event-store/authenticated-reader.ts';
import { FIRST_HASH } from '../event-store/codec.ts';
import type { EventMacs } from '../event-store/event-macs.ts';
import { encodingSchemasOf } from '../event-store/event-schemas.ts';
import { NO_STREAM, type EventStore, type StreamName } from '../event-store/port.ts';
import { platformEventVersions, type PlatformEvent, type PlatformEventData } from '../generated/events.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import { messageOf } from '../ledger/violations.ts';
import { Calendar } from '../system/calendar.ts';
import { currentTime } from '../system/runtime.ts';
import {
  loadStreamWriter,
  type DecisionTime,
  type StreamDecision,
  type StreamWriter,
} from '../writer/stream-writer.ts';
import type { Brand } from './books.ts';
import type { IdentifiedOperator, Operator } from './credentials.ts';

// The reset of a sandbox: its decision, and how often it is possible. Pure.

/** A sandbox that was reset. */
type Sandbox = {
  /** Of its current book. */
  readonly generation: number;
  /** The times of the newest resets, oldest first, in milliseconds since 1970. */
  readonly resetTimes: readonly number[];
};

/** All processes keep every reset's idempotency key in memory. */
const RESETS_PER_DAY_MAX = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;

const afterReset = (before: Sandbox | undefined, generation: number, time: string): Sandbox => ({
  generation,
  resetTimes: [...(before?.resetTimes ?? []), Date.parse(time)].slice(-RESETS_PER_DAY_MAX),
});

/** How long the next reset has to wait. */
function secondsToNextReset({ resetTimes }: Pick<Sandbox, 'resetTimes'>, now: number): number {
  const [oldest] = resetTimes;
  if (oldest === undefined || resetTimes.length < RESETS_PER_DAY_MAX) return 0;
  return Math.max(0, Math.ceil((oldest + DAY_MS - now) / 1_000));
}

/** Refuses rate_limited after too many resets. */
export function decideReset(
  before: Sandbox = { generation: 1, resetTimes: [] },
  integrator_id: string,
  { now, time }: DecisionTime,
): StreamDecision<PlatformEvent> {
  const retryAfterSeconds = secondsToNextReset(before, now);
  if (retryAfterSeconds > 0)
    return {
      refusal: { code: 'rate_limited', message: messageOf('rate_limited', LIMIT_REACHED), retryAfterSeconds },
    };
  const generation = before.generation + 1;
  const shown = { object: 'sandbox_reset', generation, reset_at: time };
  return {
    events: [{ type: 'sandbox.reset', data: { integrator_id, generation } }],
    answer: { status: 200, body: JSON.stringify(shown) },
  };
}

const LIMIT_REACHED = `A sandbox can be reset ${RESETS_PER_DAY_MAX} times within 24 hours.`;

export type ApiKey = {
  readonly id: string;
  readonly integrator_id: string;
  readonly environment: EnvironmentName;
  readonly permissions: 'read' | 'read_write';
  readonly name: string | null;
  readonly expires_at: string | null;
  readonly revoked: boolean;
};

/** A key with the times of its creation and revocation. */
export type KeyRecord = ApiKey & { readonly created_at: string; readonly revoked_at: string | null };

export type Integrator = { readonly id: string; readonly name: string; readonly created_at: string };

export type OperatorRole = 'admin' | 'reviewer' | 'treasury' | 'viewer';
/** A token, or the person who signed in at a provider. */
export type OperatorToken = Operator;

/** A token with the times of its creation, expiry, and revocation. */
export type TokenRecord = OperatorToken & {
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
};

/** What a key or a token is at `now`, in milliseconds since 1970. */
export function statusAt(
  now: number,
  { expires_at, revoked_at }: Pick<TokenRecord, 'expires_at' | 'revoked_at'>,
): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active';
}

export type Platform = {
  /** The key with this hash (hex), even if it is revoked or expired. */
  findKey(secretHash: string): ApiKey | undefined;
  /** The token with this hash (hex), unless it is revoked or expired. */
  findToken(secretHash: string): OperatorToken | undefined;
  readonly integrators: ReadonlyMap<string, Integrator>;
  /** Brands by integrator, for those that have one. */
  readonly brands: ReadonlyMap<string, Brand>;
  /** SHA-256 of the sanctions list that all names were screened against last; undefined if they never were. */
  screenedList(): string | undefined;
  /** The days and months of an environment. */
  calendar(environment: EnvironmentName): Calendar;
  /** Whether an operator has enabled a rail in an environment. All rails are enabled by default. */
  isRailEnabled(environment: EnvironmentName, rail: string): boolean;
  /** All keys by ID, in order of creation, including revoked and expired ones. */
  readonly keys: ReadonlyMap<string, KeyRecord>;
  /** All operator tokens by ID, in order of creation, including revoked and expired ones. */
  readonly tokens: ReadonlyMap<string, TokenRecord>;
  /** People whom a provider identified by ID, in order of their first sign-in. */
  readonly operators: ReadonlyMap<string, IdentifiedOperator>;
  /** The sandboxes that were reset, by integrator. */
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  /** Up to where each stream was accepted without MACs. */
  readonly acceptedHistories: ReadonlyMap<StreamName, AcceptedHistory>;
  /** Up to where a stream needs no MACs: it was accepted, or a former master key authenticated it. */
  acceptedHistory(stream: StreamName): AcceptedHistory | undefined;
  /** The IDs of master keys that were replaced. */
  readonly replacedKeys: ReadonlySet<string>;
  /** Streams without events when all streams were accepted together. Undefined if they never were. */
  readonly acceptedEmpty: () => AcceptedHistory | undefined;
  /** Decides on the newest state and appends, with the command's idempotency key if it has one. */
  submit: StreamWriter<PlatformEvent>['submit'];
  isKeyUsed: StreamWriter<PlatformEvent>['isKeyUsed'];
  /** Appends the events that `decide` returns. Calls it again when another writer was first. */
  record(decide: () => readonly PlatformEvent[], actor: string): Promise<void>;
  /** Applies events that other processes wrote. */
  refresh(): Promise<void>;
};

export const PLATFORM_STREAM: StreamName = 'platform';

type Tables = {
  readonly integrators: Map<string, Integrator>;
  readonly brands: Map<string, Brand>;
  readonly keys: Map<string, KeyRecord>;
  readonly keyIds: Map<string, string>;
  readonly tokens: Map<string, TokenRecord>;
  readonly tokenIds: Map<string, string>;
  readonly operators: Map<string, IdentifiedOperator>;
  /** Disabled rails, as `<environment>/<rail>`. */
  readonly disabledRails: Set<string>;
  readonly calendars: Readonly<Record<EnvironmentName, Calendar>>;
  screenedList: string | undefined;
  readonly sandboxes: Map<string, Sandbox>;
  readonly acceptedHistories: Map<StreamName, AcceptedHistory>;
  acceptedEmpty: AcceptedHistory | undefined;
  /** The last events that former master keys authenticated. */
  readonly handedOver: Map<StreamName, AcceptedHistory>;
  readonly replacedKeys: Set<string>;
  readonly onMasterKey: (keyId: string) => void;
};

const DONE = { status: 200, body: '{}' };

type PlatformOptions = {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Accepts the platform's own stream up to this event without MACs. */
  readonly accepted?: AcceptedHistory;
  /** Called with the ID of the master key that authenticates events from now on. */
  readonly onMasterKey?: (keyId: string) => void;
};

/** Loads the platform. Throws StoreUnavailable, and UnauthenticatedEvent when somebody else wrote to its stream. */
export async function loadPlatform(
  eventStore: EventStore,
  macs: EventMacs,
  { clock = currentTime, accepted, onMasterKey = () => undefined }: PlatformOptions = {},
): Promise<Platform> {
  const tables: Tables = {
    integrators: new Map(),
    brands: new Map(),
    keys: new Map(),
    keyIds: new Map(),
    tokens: new Map(),
    tokenIds: new Map(),
    operators: new Map(),
    disabledRails: new Set(),
    calendars: { sandbox: new Calendar(), production: new Calendar() },
    screenedList: undefined,
    sandboxes: new Map(),
    acceptedHistories: new Map(),
    acceptedEmpty: undefined,
    handedOver: new Map(),
    replacedKeys: new Set(),
    onMasterKey,
  };
  const { keys, keyIds, tokens, tokenIds, integrators, disabledRails, acceptedHistories } = tables;
  const stream = await loadStreamWriter<PlatformEvent>({
    eventStore,
    authentication: { macs, acceptedHistory: () => accepted },
    stream: PLATFORM_STREAM,
    evolve: (event, time) => apply(tables, event, time),
    emptyEvent: { type: 'request.recorded', data: {} },
    schemaOf: encodingSchemasOf('platform'),
    knownVersions: platformEventVersions,
    clock,
  });
  return {
    findKey: (secretHash) => keys.get(keyIds.get(secretHash) ?? ''),
    findToken(secretHash) {
      const token = tokens.get(tokenIds.get(secretHash) ?? '');
      return token !== undefined && statusAt(clock(), token) === 'active' ? token : undefined;
    },
    integrators,
    brands: tables.brands,
    screenedList: () => tables.screenedList,
    calendar: (environment) => tables.calendars[environment],
    isRailEnabled: (environment, rail) => !disabledRails.has(`${environment}/${rail}`),
    keys,
    tokens,
    operators: tables.operators,
    sandboxes: tables.sandboxes,
    acceptedHistories,
    acceptedHistory: (name) => acceptedHistory(tables, name),
    replacedKeys: tables.replacedKeys,
    acceptedEmpty: () => tables.acceptedEmpty,
    submit: (command) => stream.submit(command),
    isKeyUsed: (...use) => stream.isKeyUsed(...use),
    async record(decide, actor) {
      await stream.submit({
        decide: () => ({ events: decide(), answer: DONE }),
        actor,
        requestId: 'none',
      });
    },
    refresh: () => stream.refresh(),
  };
}

function apply(tables: Tables, event: PlatformEvent, time: string): void {
  const { integrators, keys, tokens, tokenIds } = tables;
  switch (event.type) {
    case 'integrator.created': {
      const { integrator_id: id, name } = event.data;
      integrators.set(id, { id, name, created_at: time });
      return;
    }
    case 'integrator.brand_changed': {
      const { integrator_id, ...brand } = event.data;
      tables.brands.set(integrator_id, brand);
      return;
    }
    case 'key.issued':
      issued(tables, event.data, time);
      return;
    case 'key.revoked': {
      const key = keys.get(event.data.key_id);
      if (key !== undefined) keys.set(key.id, { ...key, revoked: true, revoked_at: time });
      return;
    }
    case 'key.expiry_set': {
      const { key_id, expires_at } = event.data;
      const key = keys.get(key_id);
      if (key !== undefined) keys.set(key.id, { ...key, expires_at });
      return;
    }
    case 'operator_token.issued': {
      const { token_id: id, secret_hash, name, role } = event.data;
      tokenIds.set(secret_hash, id);
      tokens.set(id, { id, name, role, created_at: time, expires_at: null, revoked_at: null });
      return;
    }
    case 'operator_token.expiry_set': {
      const { token_id, expires_at } = event.data;
      const token = tokens.get(token_id);
      if (token !== undefined) tokens.set(token.id, { ...token, expires_at });
      return;
    }
    case 'operator_token.revoked': {
      const token = tokens.get(event.data.token_id);
      if (token !== undefined) tokens.set(token.id, { ...token, revoked_at: time });
      return;
    }
    case 'operator.identified': {
      const { operator_id: id, issuer, subject, name } = event.data;
      const created_at = tables.operators.get(id)?.created_at ?? time;
      tables.operators.set(id, { id, issuer, subject, name, created_at });
      return;
    }
    case 'rail.availability_changed': {
      const { environment, rail, available } = event.data;
      if (available) tables.disabledRails.delete(`${environment}/${rail}`);
      else tables.disabledRails.add(`${environment}/${rail}`);
      return;
    }
    case 'time_zone.changed': {
      const { environment, time_zone, from } = event.data;
      tables.calendars[environment].setTimeZone(time_zone, from);
      return;
    }
    case 'names.screened':
      tables.screenedList = event.data.list_sha256;
      return;
    case 'sandbox.reset': {
      const { integrator_id, generation } = event.data;
      tables.sandboxes.set(integrator_id, afterReset(tables.sandboxes.get(integrator_id), generation, time));
      return;
    }
    case 'history.accepted': {
      const { streams } = event.data;
      const at = Date.parse(time);
      for (const { stream, revision, hash } of streams) {
        tables.acceptedHistories.set(stream, { revision, hash, at });
        // An operator decides about the events that are there now.
        tables.handedOver.delete(stream);
      }
      // Only a list of all streams that have events names the platform and others.
      if (streams.length > 1 && streams.some(({ stream }) => stream === PLATFORM_STREAM))
        tables.acceptedEmpty = { revision: NO_STREAM, hash: FIRST_HASH, at };
      return;
    }
    case 'master_key.introduced':
      tables.onMasterKey(event.data.key_id);
      return;
    case 'master_key.replaced':
      tables.onMasterKey(event.data.key_id);
      tables.replacedKeys.add(event.data.former_key_id);
      for (const { stream, revision, hash } of event.data.streams)
        tables.handedOver.set(stream, { revision, hash });
      return;
    case 'projection.rebuild_requested':
    case 'projection.verify_requested':
    case 'projection.drop_requested':
    case 'snapshots.changed':
    case 'request.recorded':
      return;
  }
}

function acceptedHistory(
  { acceptedHistories, acceptedEmpty, handedOver }: Tables,
  stream: StreamName,
): AcceptedHistory | undefined {
  const accepted = acceptedHistories.get(stream) ?? acceptedEmpty;
  const handed = handedOver.get(stream);
  if (handed === undefined || handed.revision <= (accepted?.revision ?? NO_STREAM)) return accepted;
  // A hand-over accepts no loss of events.
  return { ...handed, ...(accepted?.at !== undefined && { at: accepted.at }) };
}

function issued({ keys, keyIds }: Tables, data: PlatformEventData<'key.issued'>, time: string): void {
  const { key_id: id, integrator_id, environment, permissions, name, secret_hash, expires_at } = data;
  keyIds.set(secret_hash, id);
  const key = { id, integrator_id, environment, permissions, name, expires_at };
  keys.set(id, { ...key, revoked: false, created_at: time, revoked_at: null });
}
