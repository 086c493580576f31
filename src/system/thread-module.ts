/** Finds the code of worker threads, which is always compiled. */
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT, folderWith } from './project-root.ts';

type Compiler = { readonly compiledFolder: () => Promise<string> };

/** Where the compiled modules are. Sources, which only tests run, have them compiled: compiling in each thread takes a second. */
async function findCompiled(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return folderWith('src/main.js');
  const file = new URL('scripts/compile.mjs', PROJECT_ROOT);
  // It is JavaScript without types.
  const { compiledFolder } = (await import(file.href)) as Compiler;
  return pathToFileURL(`${await compiledFolder()}/`);
}

const COMPILED = await findCompiled();

/** A module that runs in a thread, by its path without extension, such as `src/sqlite/wal/wal-thread`. */
export const threadModule = (path: string): URL => new URL(`${path}.js`, COMPILED);
