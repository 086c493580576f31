/** The master key that the service runs with, and whether it is the one that the data belongs to. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { readOrCreateMasterKey } from './master-key-file.ts';
import { WrongMasterKey } from './vault.ts';
import type { Vault } from './vault.ts';
import { isEmbedded } from '../config/storage.ts';

export type MasterKey = {
  readonly bytes: Uint8Array;
  /** What to say about it when it is the wrong one. */
  readonly refusal: string;
  /** The file that it was put into just now. */
  readonly createdFile?: string;
};

/** The one that is configured, or that of the data directory, made by the first start. Throws ConfigError. */
export function loadMasterKey(config: Config): MasterKey {
  const { masterKey, dataDir } = config;
  if (masterKey !== undefined)
    return {
      bytes: masterKey,
      refusal: 'MASTER_KEY is not the key that this data was sealed with: start with that one.',
    };
  if (!isEmbedded(config))
    throw new ConfigError(
      'MASTER_KEY must be set (32 bytes in base64) when EVENTSTORE_URL or MONGODB_URL is.',
    );
  const file = join(dataDir, 'master.key');
  const isNew = !existsSync(file);
  return {
    bytes: readOrCreateMasterKey(dataDir),
    refusal: `The data in ${dataDir} was sealed with another master key than ${file}: put that one back, or set MASTER_KEY to it.`,
    ...(isNew && { createdFile: file }),
  };
}

/** How long a start waits for the stores to say; servers may be away, and then it goes on without them. */
const WAIT_MS = 2_000;

/**
 * Asks the data whose it is, before anything else is done with it. False while the stores are away: then it has to be
 * asked again before requests are let in. Throws ConfigError for a wrong key.
 */
export async function verifyMasterKey(
  vault: Pick<Vault, 'verifyMasterKey'>,
  key: MasterKey,
): Promise<boolean> {
  const asked = vault.verifyMasterKey().then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreUnavailable) return false;
      throw asConfigError(error, key);
    },
  );
  const waited = new AbortController();
  const late = delay(WAIT_MS, false, { signal: waited.signal }).catch(() => false);
  try {
    return await Promise.race([asked, late]);
  } finally {
    waited.abort();
    // Should it be refused after all, whoever asks again hears so.
    asked.catch(() => undefined);
  }
}

/** A key that this start made for data that has one already is of no use to anybody. */
export function asConfigError(error: unknown, { refusal, createdFile }: MasterKey): unknown {
  if (!(error instanceof WrongMasterKey)) return error;
  if (createdFile !== undefined) rmSync(createdFile, { force: true });
  return new ConfigError(refusal);
}
