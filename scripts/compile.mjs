/**
 * Compiles the programs of this project to JavaScript. JavaScript itself, because it runs before anything is compiled, and with Node
 * only: esbuild needs no install script, and takes half a second.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Ends with a slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The programs, and the modules that they run in threads. Each becomes a file of the same path, with the shared code in `chunks`. */
export const ENTRY_POINTS = [
  'src/main.ts',
  'src/audit/chain/chain-thread.ts',
  'src/backup/backup-thread.ts',
  'src/reconciliation/statements/read-thread.ts',
  'src/sqlite/thread/storage-thread.ts',
  'src/sqlite/wal/wal-thread.ts',
  'scripts/cli.ts',
  'scripts/cli/run-cli.ts',
  'scripts/demo.ts',
];

/** Writes into the folder `outdir`. Throws, with the errors on standard error, if a file does not compile. */
export async function compile(outdir) {
  // Only a build needs it.
  const { buildSync } = await import('esbuild');
  buildSync({
    absWorkingDir: ROOT,
    entryPoints: ENTRY_POINTS,
    outdir,
    outbase: '.',
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    charset: 'utf8',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
}

/** One folder for each state of the sources, named after it. */
const CACHE = '.compiled';
const SOURCES = [
  'src',
  'projections',
  'scripts',
  'schemas',
  'tsconfig.json',
  'node_modules/esbuild/package.json',
];

/** Changes when a source or the compiler does. */
function stateOfSources() {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const source of SOURCES) {
    if (!statSync(join(ROOT, source)).isDirectory()) add(source);
    else
      for (const file of readdirSync(join(ROOT, source), { recursive: true, encoding: 'utf8' }).sort())
        add(join(source, file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Leaves a file whose name says what this process runs, so that no other process removes code that this one may still load. */
function claim(cache, state) {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `process-${process.pid}-${state}`);
  writeFileSync(file, '');
  process.on('exit', () => rmSync(file, { force: true }));
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes what no process runs, and what processes left behind that were killed. */
function removeUnused(cache) {
  const names = readdirSync(cache);
  const inUse = names.filter((name) => name.includes('-') && isRunning(Number(name.split('-')[1])));
  const states = inUse.map((name) => name.split('-')[2]);
  for (const name of names)
    if (!inUse.includes(name) && !states.includes(name))
      rmSync(join(cache, name), { recursive: true, force: true });
}

/** The folder with the compiled sources. */
async function compiled(cache) {
  const state = stateOfSources();
  const folder = join(cache, state);
  try {
    claim(cache, state);
  } catch (error) {
    if (existsSync(folder)) return folder;
    throw error;
  }
  if (existsSync(folder)) return folder;
  const unfinished = join(cache, `unfinished-${process.pid}`);
  await compile(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process has compiled the same sources.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  removeUnused(cache);
  return folder;
}

/** Compiles into a temporary folder that looks like the project, which this process removes when it exits. */
async function compiledElsewhere() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-ledger-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(ROOT)) if (name !== CACHE) symlinkSync(join(ROOT, name), join(folder, name));
  return compiled(join(folder, CACHE));
}

/** The folder of the compiled sources, for the lifetime of this process. */
export async function compiledFolder() {
  try {
    return await compiled(join(ROOT, CACHE));
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error;
    return compiledElsewhere();
  }
}
