/** The platform of a service that may start before its event store is available. */
import { StoreUnavailable } from '../event-store/port.ts';
import type { Platform } from './platform.ts';

export type DeferredPlatform = {
  /** Undefined until it is loaded. */
  current(): Platform | undefined;
  /** Throws StoreUnavailable until it is loaded. */
  get(): Platform;
  set(platform: Platform): void;
};

export function createDeferredPlatform(): DeferredPlatform {
  let loaded: Platform | undefined;
  return {
    current: () => loaded,
    get() {
      if (loaded === undefined) throw new StoreUnavailable('the platform is not loaded yet');
      return loaded;
    },
    set(platform) {
      loaded = platform;
    },
  };
}
