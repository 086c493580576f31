/** The platform of a service that may be up before its event store is: absent until it was loaded. */
import { StoreUnavailable } from '../eventstore/port.ts';
import type { Platform } from './platform.ts';

export type LatePlatform = {
  /** Undefined until it is loaded. */
  ifLoaded(): Platform | undefined;
  /** Throws StoreUnavailable until it is loaded. */
  loaded(): Platform;
  /** From now on it is loaded. */
  serve(platform: Platform): void;
};

export function createLatePlatform(): LatePlatform {
  let served: Platform | undefined;
  return {
    ifLoaded: () => served,
    loaded() {
      if (served === undefined) throw new StoreUnavailable('the keys are not loaded yet');
      return served;
    },
    serve(platform) {
      served = platform;
    },
  };
}
