/** How tests start programs of this project as processes. */
import { fileURLToPath } from 'node:url';

/** Set when `npm run test:slow` has compiled the project: compiled programs start in half the time. */
export const isCompiled = (): boolean => process.env['TEST_COMPILED'] === 'true';

/** The arguments of `node` that run a source file, such as `src/main.ts`, or what it was compiled to. */
export function nodeArguments(source: string): string[] {
  const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  if (isCompiled()) return [path(`dist/${source.replace(/\.ts$/, '.js')}`)];
  return ['--import', 'tsx', path(source)];
}
