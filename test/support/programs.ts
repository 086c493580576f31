/** Programs beside Node that some tests run: where one is missing, these tests say that they were skipped. */
import { spawnSync } from 'node:child_process';

/** Whether a program is there and does this without a fault. */
export const runs = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

export const hasOpenssl = (): boolean => runs('openssl', 'version');

/** What the commands of the documentation are written for. */
export const hasShell = (): boolean => runs('bash', '--version') && runs('curl', '--version') && hasOpenssl();
