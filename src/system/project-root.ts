/** Finds files of the project: next to the sources, from the code that `npm start` compiles, and in a package with `dist`. */
import { existsSync, readFileSync } from 'node:fs';

/** The nearest folder above this code that contains `path`. Ends with a slash. */
export function folderWith(path: string, folder = new URL('./', import.meta.url)): URL {
  if (existsSync(new URL(path, folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error(`${path} was not found in any parent folder.`);
  return folderWith(path, parent);
}

/** The folder of package.json. Ends with a slash. */
export const PROJECT_ROOT: URL = folderWith('package.json');

/** The address of a file or folder that `npm run build` copies to `dist`, such as `src/web/assets/`. */
export const sourceFile = (path: string): URL => new URL(path, folderWith(path));

/** The version of the package, such as `0.1.0`. */
export function packageVersion(): string {
  const found: unknown = JSON.parse(readFileSync(new URL('package.json', PROJECT_ROOT), 'utf8'));
  // The package has a version.
  return (found as { version: string }).version;
}
