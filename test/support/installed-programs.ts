/** Programs that some tests need. Tests are skipped when one is missing. */
import { spawnSync } from 'node:child_process';

/** Whether the program runs with these arguments and exits with 0. */
export const isInstalled = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args).status === 0;

export const hasOpenssl = (): boolean => isInstalled('openssl', 'version');

/** The programs that the commands in the documentation use. */
export const hasShell = (): boolean =>
  isInstalled('bash', '--version') && isInstalled('curl', '--version') && hasOpenssl();
