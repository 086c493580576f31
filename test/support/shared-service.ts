/** A service with several integrators and additional kinds of keys. */
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { issueKeys } from './extra-keys.ts';
import type { ExtraKeys } from './extra-keys.ts';
import { startTestService } from './service.ts';
import type { RunningService } from './service.ts';

export type SharedService = RunningService & {
  readonly keys: ExtraKeys;
  readonly readOnly: Client;
  /** Another key of the same integrator. */
  readonly secondKey: Client;
  /** Another integrator's sandbox and production. */
  readonly otherIntegrator: Client;
  readonly otherIntegratorProduction: Client;
};

/** `prepare` runs before the service starts and can write to its data folder. */
export async function startSharedService(
  settings?: object,
  prepare?: (dataDir: string) => Promise<void>,
): Promise<SharedService> {
  const folder = await temporaryFolder();
  const keys = await issueKeys(folder.path);
  await prepare?.(folder.path);
  const service = await startTestService({ DATA_DIR: folder.path }, Date.now, settings);
  const client = (key: string): Client => createClient(service.url, key);
  return {
    ...service,
    keys,
    readOnly: client(keys.readOnly),
    secondKey: client(keys.second),
    otherIntegrator: client(keys.otherIntegrator),
    otherIntegratorProduction: client(keys.otherIntegratorProduction),
    async close() {
      await service.close();
      await folder.remove();
    },
  };
}
