/** The platform of a service that may be up before its event store is: absent until it was loaded. */
import { StoreUnavailable } from '../event-store/port.ts';
import type { Platform } from './platform.ts';

export type DeferredPlatform = {
  /** Undefined until it is loaded. */
  current(): Platform | undefined;
  /** Throws StoreUnavailable until it is loaded. */
  get(): Platform;
  /** From now on it is loaded. */
  set(platform: Platform): void;
};

export function createDeferredPlatform(): DeferredPlatform {
  let served: Platform | undefined;
  return {
    current: () => served,
    get() {
      if (served === undefined) throw new StoreUnavailable('the keys are not loaded yet');
      return served;
    },
    set(platform) {
      served = platform;
    },
  };
}
