/**
 * Packs built packages for npm: `node scripts/pack.mjs client cli`. npm refuses to pack their source folders, which have no version, so
 * that nobody publishes one that is not built. Run with Node only, as the build.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** Writes the file of a built package into the folder, and returns what npm says about it. */
export function pack(name, destination = join(ROOT, 'packages', name, 'dist')) {
  const source = join(ROOT, 'packages', name);
  if (!existsSync(join(source, 'dist'))) throw new Error(`${source} is not built. Run: npm run pack:${name}`);
  const staged = mkdtempSync(join(tmpdir(), 'svc-ledger-pack-'));
  try {
    const { private: _, devDependencies: __, ...manifest } = readJson(`packages/${name}/package.json`);
    const { version } = readJson('package.json');
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
    for (const path of [join(source, 'README.md'), join(ROOT, 'LICENSE')])
      cpSync(path, join(staged, path.slice(path.lastIndexOf('/') + 1)));
    cpSync(join(source, 'dist'), join(staged, 'dist'), {
      recursive: true,
      filter: (path) => !path.endsWith('.tgz'),
    });
    const args = ['pack', '--json', '--pack-destination', destination, staged];
    const { stdout, stderr, status } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
    return JSON.parse(stdout)[0];
  } finally {
    rmSync(staged, { recursive: true });
  }
}

if (argv[1] === fileURLToPath(import.meta.url))
  for (const name of argv.slice(2)) {
    const build = [join(ROOT, 'packages', name, 'build.mjs')];
    const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`packages/${name} was not built`);
    const { filename, size } = pack(name);
    console.log(`packages/${name}/dist/${filename} (${Math.ceil(size / 1000)} kB)`);
  }
