import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { compileProject } from '../support/project-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('The packed package', () => {
  it('contains the binary svc-ledger, which needs nothing but its dependencies', async () => {
    compileProject();
    const { path, remove } = await temporaryFolder();
    const run = (command: string, ...args: string[]): string =>
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', path);
    const [packed = ''] = readdirSync(path);
    run('tar', '-xzf', join(path, packed), '-C', path);
    // As npm would install it: next to its dependencies.
    mkdirSync(join(path, 'package/node_modules'));
    const { bin, dependencies, version } = JSON.parse(
      readFileSync(join(path, 'package/package.json'), 'utf8'),
    );
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@'))
        mkdirSync(join(path, 'package/node_modules', name, '..'), { recursive: true });
      symlinkSync(resolve('node_modules', name), join(path, 'package/node_modules', name));
    }
    const binary = join(path, 'package', bin['svc-ledger']);
    expect(run(binary, '--version')).to.equal(`${version}\n`);
    expect(run(binary, '--help')).to.include('For integrators:').and.to.include('For operators:');
    // The script names every command, so all of their code can be loaded.
    expect(run(binary, 'completion', 'bash'))
      .to.include('/audit/verify')
      .and.to.include('/keys/create');
    await remove();
  }).timeout(300_000);
});
