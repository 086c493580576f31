/** Finds the service's signing key from its configuration. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { deriveAuditSigningKey } from '../../vault/audit-signing-key.ts';
import type { SigningKey } from '../../vault/audit-signing-key.ts';

/** Undefined if the master key is not available, for example on an auditor's machine. */
export function findSigningKey({
  masterKey,
  dataDir,
}: Pick<Config, 'masterKey' | 'dataDir'>): SigningKey | undefined {
  if (masterKey !== undefined) return deriveAuditSigningKey(masterKey);
  const file = join(dataDir, 'master.key');
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  return key.length === 32 ? deriveAuditSigningKey(key) : undefined;
}
