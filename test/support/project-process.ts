/** How tests start programs of this project as processes. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Whether `dist` is up to date: `npm run test:slow` compiles the project, because compiled programs start in half the time. */
const isCompiled = (): boolean => process.env['TEST_COMPILED'] === 'true';

/** Compiles the project, unless the runner has. Throws when that fails. */
export function compileProject(): void {
  if (isCompiled()) return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('npm run build failed');
  process.env['TEST_COMPILED'] = 'true';
}

/** The arguments of `node` that run a source file, such as `src/main.ts`, or what it was compiled to. */
export function nodeArguments(source: string): string[] {
  const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  if (isCompiled()) return [path(`dist/${source.replace(/\.ts$/, '.js')}`)];
  return ['--import', 'tsx', path(source)];
}
