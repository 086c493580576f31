/** Programs beside Node that some tests run: where one is missing, these tests say that they were skipped. */
import { spawnSync } from 'node:child_process';

/** Whether a program is there and does this without a fault. */
export const isInstalled = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

export const hasOpenssl = (): boolean => isInstalled('openssl', 'version');

/** What the commands of the documentation are written for. */
export const hasShell = (): boolean =>
  isInstalled('bash', '--version') && isInstalled('curl', '--version') && hasOpenssl();
