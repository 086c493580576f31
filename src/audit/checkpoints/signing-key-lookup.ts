/** Finds the service's master key, and the signing key that derives from it, from its configuration. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { deriveAuditSigningKey } from '../../vault/audit-signing-key.ts';
import type { SigningKey } from '../../vault/audit-signing-key.ts';

type KeySettings = Pick<Config, 'masterKey' | 'dataDir'>;

/** Undefined if the master key is not available, for example on an auditor's machine. */
export function findMasterKey({ masterKey, dataDir }: KeySettings): Uint8Array | undefined {
  if (masterKey !== undefined) return masterKey;
  const file = join(dataDir, 'master.key');
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  return key.length === 32 ? key : undefined;
}

/** Undefined if the master key is not available. */
export function findSigningKey(config: KeySettings): SigningKey | undefined {
  const masterKey = findMasterKey(config);
  return masterKey && deriveAuditSigningKey(masterKey);
}
