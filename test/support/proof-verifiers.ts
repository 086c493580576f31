/** The two programs that verify a proof of a balance without the code of the service. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PublicKey } from '../../src/vault/audit-signing-key.ts';
import { blockWith } from '../docs-site/guides/guide-blocks.ts';
import { isInstalled } from './installed-programs.ts';

const VERIFY_EXPORT = fileURLToPath(new URL('../../scripts/verify-export.mjs', import.meta.url));

export type Verified = { readonly status: number | null; readonly stdout: string; readonly stderr: string };
type Verifier = (proof: string, key: PublicKey) => Verified;

const run = (command: string, ...args: readonly string[]): Verified =>
  spawnSync(command, args, { encoding: 'utf8' });

/** `scripts/verify-export.mjs`. Both write to the folder. */
export const exportVerifier =
  (folder: string): Verifier =>
  (proof, key) => {
    const file = join(folder, 'proof.json');
    writeFileSync(file, proof);
    return run(process.execPath, VERIFY_EXPORT, file, '--public-key', key.text);
  };

/** The program in docs/auditors.md. Undefined without Python or OpenSSL. */
export function pythonVerifier(folder: string): Verifier | undefined {
  if (!isInstalled('python3', '--version') || !isInstalled('openssl', 'version')) return undefined;
  const code = blockWith('docs/auditors.md', 'proof["checkpoint"]');
  return (proof, key) => {
    const [file, pem] = [join(folder, 'proof.json'), join(folder, 'key.pem')];
    writeFileSync(file, proof);
    writeFileSync(pem, key.pem);
    return run('python3', '-c', code, file, pem);
  };
}
