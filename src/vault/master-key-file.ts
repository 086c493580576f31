/** The master key file that an embedded service creates in its data directory. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from '../system/runtime.ts';
import { ConfigError } from '../config/config-error.ts';
import { createFile } from '../system/atomic-file.ts';

const FILE_NAME = 'master.key';

/**
 * Creates the key on the first start. Two services that start at the same time read the same key. Throws a ConfigError
 * when the file does not contain 32 bytes in base64.
 */
export function readOrCreateMasterKey(dataDir: string): Uint8Array {
  const file = join(dataDir, FILE_NAME);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) createFile(file, randomBytes(32).toString('base64'));
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== 32)
    throw new ConfigError(`${file} must contain a key of 32 bytes in base64. Restore the original file.`);
  return key;
}
