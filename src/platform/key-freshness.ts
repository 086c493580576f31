/**
 * Whether this node's API keys and operator tokens are recent enough to be trusted (docs/adr/0024). A node trusts them for
 * one second after it began to read them, and a revocation is answered only after that second. A request that starts after
 * that answer is therefore checked against keys that were read after the revocation, on every node.
 */

import { withDeadline } from '../async/wait.ts';
import type { AcceptedHistory } from '../event-store/authenticated-reader.ts';
import { StoreUnavailable, type StreamName } from '../event-store/port.ts';
import { monotonicTime } from '../system/runtime.ts';
import type { Platform } from './platform.ts';

/** How long keys are trusted after their read began. */
const KEY_TRUST_MS = 1_000;
/** How long a revocation waits for the other nodes. The rest covers clocks that run at different speeds. */
export const REVOCATION_DELAY_MS = KEY_TRUST_MS + 100;
/** How long a request waits for a read when the last one succeeded. */
const READ_TIMEOUT_MS = 1_000;

export type KeyFreshness = {
  /** Reads the events that other processes wrote. Throws StoreUnavailable, and errors of events that cannot be applied. */
  refresh(): Promise<void>;
  /**
   * Whether this node knows every revocation that was answered before this call. Reads the events first if the last read
   * is too old, and resolves to false if that fails. It does not try while the last read failed; `refresh` does.
   */
  areCurrent(): Promise<boolean>;
};

/** `refreshPlatform` resolves to a state that includes everything written before the call. `now` is a monotonic clock. */
export function createKeyFreshness(
  refreshPlatform: () => Promise<void>,
  now: () => number = monotonicTime,
): KeyFreshness {
  let readAt = -Infinity;
  let isFailing = false;

  const isTrusted = (): boolean => now() - readAt < KEY_TRUST_MS;

  async function refresh(): Promise<void> {
    const startedAt = now();
    try {
      await refreshPlatform();
      readAt = Math.max(readAt, startedAt);
      isFailing = false;
    } catch (error) {
      isFailing = true;
      throw error;
    }
  }

  return {
    refresh,
    async areCurrent() {
      if (isTrusted()) return true;
      if (isFailing) return false;
      await withDeadline(refresh(), READ_TIMEOUT_MS).catch(() => {
        isFailing = !isTrusted();
      });
      return isTrusted();
    },
  };
}

// The platform of a service that may start before its event store is available.

export type DeferredPlatform = {
  /** Undefined until it is loaded. */
  current(): Platform | undefined;
  /** Throws StoreUnavailable until it is loaded, and while it is suspended. */
  get(): Platform;
  set(platform: Platform): void;
  /** Nothing is served until `resume`, because events that were read are missing. */
  suspend(): void;
  resume(): void;
};

export function createDeferredPlatform(): DeferredPlatform {
  let loaded: Platform | undefined;
  let isSuspended = false;
  return {
    current: () => loaded,
    get() {
      if (isSuspended) throw new StoreUnavailable('the events went back in time');
      if (loaded === undefined) throw new StoreUnavailable('the platform is not loaded yet');
      return loaded;
    },
    set(platform) {
      loaded = platform;
    },
    suspend: () => void (isSuspended = true),
    resume: () => void (isSuspended = false),
  };
}

// The histories without MACs that are accepted, for readers of streams that may start before the platform is loaded.

export type AcceptedHistories = {
  /** Undefined for a stream that has MACs from its first event. Throws StoreUnavailable until the platform is loaded. */
  of(stream: StreamName): AcceptedHistory | undefined;
  set(platform: Pick<Platform, 'acceptedHistory'>): void;
};

export function createAcceptedHistories(): AcceptedHistories {
  let platform: Pick<Platform, 'acceptedHistory'> | undefined;
  return {
    of(stream) {
      if (platform === undefined) throw new StoreUnavailable('the platform is not loaded yet');
      return platform.acceptedHistory(stream);
    },
    set(loaded) {
      platform = loaded;
    },
  };
}
