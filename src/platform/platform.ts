/**
 * The platform: integrators, their API keys and operators' tokens, folded from the stream `platform`.
 * Secrets are never kept; a key is found by the SHA-256 of its whole text.
 */
import { FIRST_HASH, decodeData, decodeMetadata, encodeEvent, verifiedHash } from '../eventstore/codec.ts';
import type { Encoded } from '../eventstore/codec.ts';
import { NO_STREAM } from '../eventstore/port.ts';
import type { EventStore, StoredEvent } from '../eventstore/port.ts';
import type { PlatformEvent } from '../generated/events.ts';

export type EnvironmentName = 'sandbox' | 'production';

export type ApiKey = {
  readonly id: string;
  readonly integrator_id: string;
  readonly environment: EnvironmentName;
  readonly permissions: 'read' | 'read_write';
  readonly name: string | null;
  readonly expires_at: string | null;
  readonly revoked: boolean;
};

export type Integrator = { readonly id: string; readonly name: string; readonly created_at: string };
export type OperatorToken = {
  readonly id: string;
  readonly name: string;
  readonly role: 'admin' | 'reviewer' | 'treasury' | 'viewer';
};

export type Platform = {
  /** The key with this hash (hex), revoked and expired ones included. */
  findKey(secretHash: string): ApiKey | undefined;
  findToken(secretHash: string): OperatorToken | undefined;
  readonly integrators: ReadonlyMap<string, Integrator>;
  /** Whether the operator lets a rail be used in an environment. All are, until somebody says otherwise. */
  isRailUp(environment: EnvironmentName, rail: string): boolean;
  /** Appends what `decide` gives on the newest state; again when somebody else was first. */
  record(decide: () => readonly PlatformEvent[], actor: string): Promise<void>;
  /** Takes in what other processes wrote. */
  refresh(): Promise<void>;
};

export const PLATFORM_STREAM = 'platform';

/** The book of an integrator in an environment: the name of its stream. */
export const bookOf = (integratorId: string, environment: EnvironmentName): string =>
  `book-${integratorId}-${environment}`;

const READ_PAGE = 500;

/** Loads the platform. Throws StoreUnavailable. */
export async function loadPlatform(eventStore: EventStore): Promise<Platform> {
  const keys = new Map<string, ApiKey>();
  const hashesById = new Map<string, string>();
  const tokens = new Map<string, OperatorToken>();
  const integrators = new Map<string, Integrator>();
  /** Rails out of use, as `<environment>/<rail>`. */
  const railsDown = new Set<string>();
  let revision = NO_STREAM;
  let hash = FIRST_HASH;
  let refreshing: Promise<void> | undefined;

  function apply(event: PlatformEvent, time: string): void {
    switch (event.type) {
      case 'integrator.created': {
        const { integrator_id: id, name } = event.data;
        integrators.set(id, { id, name, created_at: time });
        return;
      }
      case 'key.issued': {
        const { key_id: id, secret_hash, ...rest } = event.data;
        keys.set(secret_hash, { id, ...rest, revoked: false });
        hashesById.set(id, secret_hash);
        return;
      }
      case 'key.revoked': {
        const secretHash = hashesById.get(event.data.key_id) ?? '';
        const key = keys.get(secretHash);
        if (key !== undefined) keys.set(secretHash, { ...key, revoked: true });
        return;
      }
      case 'operator_token.issued': {
        const { token_id: id, secret_hash, name, role } = event.data;
        tokens.set(secret_hash, { id, name, role });
        return;
      }
      case 'rail.availability_changed': {
        const { environment, rail, available } = event.data;
        if (available) railsDown.delete(`${environment}/${rail}`);
        else railsDown.add(`${environment}/${rail}`);
        return;
      }
    }
  }

  function takeIn(stored: StoredEvent): void {
    hash = verifiedHash(hash, stored);
    revision = stored.revision;
    // The types of this stream's events are those that this service appended.
    apply({ type: stored.type, data: decodeData(stored) } as PlatformEvent, decodeMetadata(stored).time);
  }

  async function readOn(): Promise<void> {
    for (;;) {
      const page = await eventStore.read(PLATFORM_STREAM, revision + 1, READ_PAGE);
      // Two readers may overlap; each event is taken in once.
      for (const stored of page) if (stored.revision === revision + 1) takeIn(stored);
      if (page.length < READ_PAGE) return;
    }
  }

  const refresh = (): Promise<void> => (refreshing ??= readOn().finally(() => (refreshing = undefined)));

  async function record(decide: () => readonly PlatformEvent[], actor: string): Promise<void> {
    for (;;) {
      await refresh();
      const events = decide();
      if (events.length === 0) return;
      const encoded = encodeAll(hash, revision + 1, events, actor);
      const result = await eventStore.append(
        PLATFORM_STREAM,
        encoded.map(({ event }) => event),
        revision,
      );
      if (!result.ok) continue;
      await refresh();
      return;
    }
  }

  await readOn();
  return {
    findKey: (secretHash) => keys.get(secretHash),
    findToken: (secretHash) => tokens.get(secretHash),
    integrators,
    isRailUp: (environment, rail) => !railsDown.has(`${environment}/${rail}`),
    record,
    refresh,
  };
}

function encodeAll(
  hash: string,
  firstRevision: number,
  events: readonly PlatformEvent[],
  actor: string,
): Encoded[] {
  const metadata = { schema_version: 1, time: new Date().toISOString(), actor, request_id: 'none' };
  let previous = hash;
  return events.map((event, i) => {
    const encoded = encodeEvent(previous, PLATFORM_STREAM, firstRevision + i, event, metadata);
    previous = encoded.hash;
    return encoded;
  });
}
