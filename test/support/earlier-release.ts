/** An earlier release of this project, from its history, to run in this process next to the current one. */
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { readConfig } from '../../src/config/config.ts';
import type { runService } from '../../src/service/start-service.ts';
import type { openStores } from '../../src/service/stores.ts';
import { temporaryFolder, type Folder } from './temporary-folder.ts';

/** What starts a service of a release. */
export type Release = {
  readonly readConfig: typeof readConfig;
  readonly runService: typeof runService;
  readonly openStores: typeof openStores;
};

export type EarlierRelease = Release & Folder;

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const git = (args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean =>
  spawnSync('git', args, { cwd: PROJECT, env: { ...process.env, ...env } }).status === 0;

/**
 * Loads the sources of a commit from a temporary folder. They use the packages of this checkout. Undefined without the history, as
 * in a copy without git or in a shallow clone.
 */
export async function loadEarlierRelease(commit: string): Promise<EarlierRelease | undefined> {
  if (!git(['cat-file', '-e', `${commit}^{commit}`])) return undefined;
  const folder = await temporaryFolder();
  // An index of its own, so that the checkout does not change.
  const env = { GIT_INDEX_FILE: join(folder.path, 'index') };
  const sources = join(folder.path, 'sources');
  const isWritten =
    git(['read-tree', commit], env) && git(['checkout-index', '--all', `--prefix=${sources}/`], env);
  if (!isWritten) throw new Error(`the sources of ${commit} cannot be written to ${sources}`);
  symlinkSync(join(PROJECT, 'node_modules'), join(sources, 'node_modules'));
  const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(sources, file)).href);
  return {
    ...folder,
    // The commit is chosen so that its modules have these members with these types.
    ...((await load('src/config/config.ts')) as Pick<Release, 'readConfig'>),
    ...((await load('src/service/run-service.ts')) as Pick<Release, 'runService'>),
    ...((await load('src/service/stores.ts')) as Pick<Release, 'openStores'>),
  };
}
