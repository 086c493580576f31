/** Loads the master key and verifies that the data was sealed with it. */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config-file.ts';
import { isEmbedded, type Config } from '../config/config.ts';
import { parseMasterKeys } from '../config/master-keys.ts';
import { StoreUnavailable } from '../event-store/port.ts';
import { createFile } from '../system/atomic-file.ts';
import { makeFolder } from '../system/folder.ts';
import { KeyRing } from '../system/key-ring.ts';
import { delay, randomBytes } from '../system/runtime.ts';
import { WrongMasterKey } from './stored-key-ring.ts';
import type { Vault } from './vault.ts';

// The master key file that an embedded service creates in its data directory.

const FILE_NAME = 'master.key';

/**
 * Creates the key on the first start. Two services that start at the same time read the same key. Throws a ConfigError
 * when the file does not contain 32 bytes in base64.
 */
export function readOrCreateMasterKey(dataDir: string): Uint8Array {
  const [key] = readOrCreateMasterKeys(dataDir);
  if (key === undefined) throw new Error('a key file has at least one key');
  return key;
}

/** Further lines of the file are other keys, while the master key is replaced. */
function readOrCreateMasterKeys(dataDir: string): readonly Uint8Array[] {
  const file = join(dataDir, FILE_NAME);
  makeFolder(dataDir);
  if (!existsSync(file)) createFile(file, randomBytes(32).toString('base64'));
  const keys = readMasterKeyFile(dataDir);
  if (keys === undefined)
    throw new ConfigError(`${file} must contain a key of 32 bytes in base64. Restore the original file.`);
  return keys;
}

/** Undefined if the data directory has no valid key file. */
function readMasterKeyFile(dataDir: string): readonly Uint8Array[] | undefined {
  const file = join(dataDir, FILE_NAME);
  if (!existsSync(file)) return undefined;
  try {
    return parseMasterKeys(file, readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

type KeySettings = Pick<Config, 'masterKey' | 'dataDir'> & Partial<Pick<Config, 'formerMasterKeys'>>;

/** The master key of the service's configuration. Undefined where it is not available, such as on an auditor's machine. */
export function findKeyRing({ masterKey, formerMasterKeys = [], dataDir }: KeySettings): KeyRing | undefined {
  if (masterKey !== undefined) return new KeyRing(masterKey, formerMasterKeys);
  const [key, ...others] = readMasterKeyFile(dataDir) ?? [];
  return key && new KeyRing(key, [...others, ...formerMasterKeys]);
}

export type MasterKey = {
  /** Its versions. */
  readonly ring: KeyRing;
  /** The error message if the data was sealed with another key. */
  readonly mismatchMessage: string;
  /** The file in the data directory that contains it. */
  readonly file?: string;
  /** The same, if this start created it. */
  readonly createdFile?: string;
};

/** The configured key, or else the key in the data directory, which the first start creates. Throws ConfigError. */
export function loadMasterKey(config: Config): MasterKey {
  const { masterKey, formerMasterKeys, dataDir } = config;
  if (masterKey !== undefined)
    return {
      ring: new KeyRing(masterKey, formerMasterKeys),
      mismatchMessage:
        'MASTER_KEY is not the key that this data was sealed with; set it to the original key.',
    };
  if (!isEmbedded(config))
    throw new ConfigError(
      'MASTER_KEY must be set (32 bytes in base64) when EVENTSTORE_URL or MONGODB_URL is set.',
    );
  const file = join(dataDir, FILE_NAME);
  const isNew = !existsSync(file);
  return {
    ring: KeyRing.of([...readOrCreateMasterKeys(dataDir), ...formerMasterKeys]),
    mismatchMessage: `The data in ${dataDir} was sealed with another master key than ${file}; restore that key, or set MASTER_KEY to it.`,
    file,
    ...(isNew && { createdFile: file }),
  };
}

/** A start continues without the verification if the stores do not answer within this time. */
const VERIFY_TIMEOUT_MS = 2_000;

/**
 * Must be called before any other use of the data. Returns false when the stores are unavailable; the caller must then
 * verify again before it accepts requests. Throws ConfigError for a wrong key.
 */
export async function verifyMasterKey(
  vault: Pick<Vault, 'verifyMasterKey'>,
  key: Pick<MasterKey, 'mismatchMessage' | 'createdFile'>,
): Promise<boolean> {
  const verified = vault.verifyMasterKey().then(
    () => true,
    (error: unknown) => {
      if (error instanceof StoreUnavailable) return false;
      throw asConfigError(error, key);
    },
  );
  const timeout = new AbortController();
  const timedOut = delay(VERIFY_TIMEOUT_MS, false, { signal: timeout.signal }).catch(() => false);
  try {
    return await Promise.race([verified, timedOut]);
  } finally {
    timeout.abort();
    // A late rejection is reported by the next verification.
    verified.catch(() => undefined);
  }
}

/** Deletes a key that this start created, because the data belongs to another one. Returns other errors unchanged. */
export function asConfigError(
  error: unknown,
  { mismatchMessage, createdFile }: Pick<MasterKey, 'mismatchMessage' | 'createdFile'>,
): unknown {
  if (!(error instanceof WrongMasterKey)) return error;
  if (createdFile !== undefined) rmSync(createdFile, { force: true });
  return new ConfigError(error.isReplaced ? error.message : mismatchMessage);
}
