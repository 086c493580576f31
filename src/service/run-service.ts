/** Runs a service, and starts it again in the same process when its events went back in time. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Overrides } from './dependencies.ts';
import { startService } from './start-service.ts';
import type { Service } from './start-service.ts';

/** Rejects like `startService`. A start that fails later is passed to `onFailure`; the service is then closed. */
export async function runService(
  config: Config,
  log: Logger,
  onFailure: (error: unknown) => void,
  overrides: Overrides = {},
): Promise<Service> {
  let isClosed = false;
  let restarting: Promise<void> | undefined;
  const start = (): Promise<Service> =>
    startService(config, log, { ...overrides, onEventsWentBack: () => void (restarting ??= restart()) });

  async function restart(): Promise<void> {
    try {
      await service.close();
      if (!isClosed) service = await start();
      log.info({ url: service.url }, 'service started over');
    } catch (error) {
      onFailure(error);
    } finally {
      restarting = undefined;
    }
  }

  let service = await start();
  return {
    credentials: service.credentials,
    get url() {
      return service.url;
    },
    async close() {
      isClosed = true;
      await restarting;
      await service.close();
    },
  };
}
