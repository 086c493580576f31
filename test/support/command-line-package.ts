/** The packed service and command line in a project, as their users install them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages } from './project-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Manifest = {
  readonly version: string;
  readonly bin: { readonly 'svc-ledger': string };
  readonly dependencies: Readonly<Record<string, string>>;
};

export type InstalledPackage = {
  readonly version: string;
  /** The folder of the package. */
  readonly path: string;
  /** The program `svc-ledger`. */
  readonly binary: string;
};

/** Packs the package and installs it in the folder, without a network: its dependencies are those of this project. */
export function installCommandLine(folder: string): InstalledPackage {
  buildPackages();
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' })) as [
    { filename: string },
  ];
  const path = join(folder, 'node_modules/svc-ledger');
  const binaries = join(folder, 'node_modules/.bin');
  for (const each of [join(path, 'node_modules'), binaries]) mkdirSync(each, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', path, '--strip-components', '1']);
  const { version, bin, dependencies } = JSON.parse(
    readFileSync(join(path, 'package.json'), 'utf8'),
  ) as Manifest;
  for (const name of Object.keys(dependencies)) {
    const target = join(path, 'node_modules', name);
    mkdirSync(join(target, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), target);
  }
  const binary = join(binaries, 'svc-ledger');
  symlinkSync(join(path, bin['svc-ledger']), binary);
  return { version, path, binary };
}
