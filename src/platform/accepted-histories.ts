/** The histories without MACs that are accepted, for readers of streams that may start before the platform is loaded. */
import type { AcceptedHistory } from '../event-store/authenticated-reader.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import type { StreamName } from '../event-store/port.ts';
import type { Platform } from './platform.ts';

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
