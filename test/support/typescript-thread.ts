/** Runs threads of tests, which nothing compiles. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The address of a module that loads the TypeScript file. tsx registers itself only in the main thread, so the module registers
 * the ESM build of tsx, which `require.resolve` does not find.
 */
export function typescriptThread(file: URL): URL {
  const commonJsBuild = createRequire(import.meta.url).resolve('tsx/esm/api');
  const tsx = pathToFileURL(commonJsBuild.replace(/\.cjs$/, '.mjs'));
  const code = `
    import { register } from ${JSON.stringify(tsx.href)};
    register();
    await import(${JSON.stringify(file.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
