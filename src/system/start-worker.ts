/** Starts worker threads from TypeScript sources, and from compiled JavaScript. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';

/** Runs a module of this project in a thread. */
export function startWorker(file: URL, options: WorkerOptions): Worker {
  if (file.href.endsWith('.ts')) return new Worker(loadWithTsx(file), { ...options, eval: true });
  return new Worker(file, options);
}

/**
 * A thread inherits `--import tsx`, but tsx registers itself only in the main thread. This script registers the ESM build of
 * tsx, which `require.resolve` does not find, and then imports the file.
 */
function loadWithTsx(file: URL): string {
  const commonJsBuild = createRequire(import.meta.url).resolve('tsx/esm/api');
  const tsx = pathToFileURL(commonJsBuild.replace(/\.cjs$/, '.mjs'));
  return `
    import(${JSON.stringify(tsx.href)}).then(({ register }) => {
      register();
      return import(${JSON.stringify(file.href)});
    });`;
}
