import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { installCommandLine } from '../support/command-line-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('The packed package', () => {
  it('contains the binary svc-ledger, which needs nothing but its dependencies', async () => {
    const { path, remove } = await temporaryFolder();
    const { binary, version } = installCommandLine(path);
    const run = (...args: string[]): string => execFileSync(binary, args, { encoding: 'utf8' });
    expect(run('--version')).to.equal(`${version}\n`);
    expect(run('--help')).to.include('For integrators:').and.to.include('For operators:');
    // The script names every command, so all of their code can be loaded.
    expect(run('completion', 'bash')).to.include('/audit/verify').and.to.include('/keys/create');
    await remove();
  }).timeout(300_000);
});
