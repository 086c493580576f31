/** The platform of a service that may start before its event store is available. */

import type { AcceptedHistory } from '../event-store/authenticated-reader.ts';
import { StoreUnavailable, type StreamName } from '../event-store/port.ts';
import type { Platform } from './platform.ts';

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
  set(platform: Pick<Platform, 'acceptedHistories'>): void;
};

export function createAcceptedHistories(): AcceptedHistories {
  let platform: Pick<Platform, 'acceptedHistories'> | undefined;
  return {
    of(stream) {
      if (platform === undefined) throw new StoreUnavailable('the platform is not loaded yet');
      return platform.acceptedHistories.get(stream);
    },
    set(loaded) {
      platform = loaded;
    },
  };
}
