/** The folder of package.json, which is the same for the sources and for the compiled files in dist. */
import { existsSync } from 'node:fs';

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error('package.json was not found in any parent folder.');
  return findRoot(parent);
}

/** Ends with a slash. */
export const PROJECT_ROOT: URL = findRoot(new URL('./', import.meta.url));
