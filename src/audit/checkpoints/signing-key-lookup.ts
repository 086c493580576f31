/** What the audit commands work on: the stores and the key that the service's own configuration names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { deriveAuditSigningKey } from '../../vault/audit-signing-key.ts';
import type { SigningKey } from '../../vault/audit-signing-key.ts';

/** The service's signing key; undefined where the master key is not at hand, as on an auditor's machine. */
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
