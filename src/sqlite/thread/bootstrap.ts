/** What a thread begins with, so that it can run TypeScript. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Flags such as `--import tsx` reach a thread, but tsx leaves all threads but the main one alone, so that it has to be
 * registered there. That works with the one of its two builds that is a module, which `require` resolves past.
 */
export function bootstrapScript(file: URL): string {
  const build = createRequire(import.meta.url).resolve('tsx/esm/api');
  const tsx = pathToFileURL(build.replace(/\.cjs$/, '.mjs'));
  return `
    import(${JSON.stringify(tsx.href)}).then(({ register }) => {
      register();
      return import(${JSON.stringify(file.href)});
    });`;
}
