/** How tests start programs of this project as processes. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds `dist` and the client package, unless the runner has. Throws when that fails. */
export function buildPackages(): void {
  if (process.env['TEST_BUILT'] === 'true') return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run build failed');
  process.env['TEST_BUILT'] = 'true';
}

/** The arguments of `node` that run a program of this project, such as `src/main.ts`, as `npm start` does. */
export const nodeArguments = (program: string): string[] => [
  fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url)),
  program,
];
