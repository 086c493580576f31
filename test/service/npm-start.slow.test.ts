import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { skip } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const isState = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);

describe('npm start', function () {
  this.timeout(120_000);
  let folder: Folder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('stops the service in order when its process is told to, and prints no warnings', async () => {
    const alone = { HOST: '127.0.0.1', PORT: '0', EVENTSTORE_URL: '', MONGODB_URL: '', CONFIG_FILE: '' };
    const env = { ...process.env, ...alone, LOG_LEVEL: 'info', DATA_DIR: folder.path };
    const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    await waitFor('the service', () => output.includes('Listening on') || undefined, 60_000);
    child.kill('SIGTERM');
    // The pipe closes when the service has ended, too.
    const [code] = await once(child, 'close');
    expect(code).to.equal(0);
    expect(output).to.include('"msg":"stopped"');
    expect(output.indexOf('Listening on')).to.be.below(output.indexOf('"msg":"terms missing'));
    expect(errors).to.equal('');
  });

  describe('of other sources', () => {
    /** Changes what the program prints. */
    const write = (text: string): void =>
      writeFileSync(
        join(folder.path, 'src/main.ts'),
        `const text: string = '${text}';\nconsole.log(text);\n`,
      );
    async function run(): Promise<string> {
      const args = [join(folder.path, 'scripts/run.mjs'), 'src/main.ts'];
      return (await promisify(execFile)(process.execPath, args)).stdout.trim();
    }
    const compiled = (): string[] => readdirSync(join(folder.path, '.compiled'));

    beforeEach(async () => {
      for (const name of ['compile.mjs', 'run.mjs'])
        cpSync(join(ROOT, 'scripts', name), join(folder.path, 'scripts', name));
      const { ENTRY_POINTS } = (await import(join(ROOT, 'scripts/compile.mjs'))) as {
        readonly ENTRY_POINTS: readonly string[];
      };
      for (const file of ENTRY_POINTS) {
        mkdirSync(join(folder.path, file, '..'), { recursive: true });
        writeFileSync(join(folder.path, file), '');
      }
      for (const name of ['projections', 'schemas']) mkdirSync(join(folder.path, name));
      writeFileSync(join(folder.path, 'tsconfig.json'), '{}');
      writeFileSync(join(folder.path, 'package.json'), '{ "type": "module" }');
      symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
    });

    it('compiles them once, and again after a change', async () => {
      write('first');
      expect(await run()).to.equal('first');
      const [state = ''] = compiled();
      expect(compiled())
        .to.deep.equal([state])
        .and.satisfy((names: string[]) => names.every(isState));
      writeFileSync(join(folder.path, '.compiled', state, 'src/main.js'), `console.log('compiled before');`);
      expect(await run()).to.equal('compiled before');
      write('second one');
      expect(await run()).to.equal('second one');
      expect(compiled()).to.have.lengthOf(1).and.not.include(state);
    });

    it('starts several processes at once', async () => {
      write('all');
      expect(await Promise.all([run(), run(), run()])).to.deep.equal(['all', 'all', 'all']);
      expect(compiled().filter(isState)).to.have.lengthOf(1);
      expect(await run()).to.equal('all');
    });

    it('keeps compiled code that a process still runs', async () => {
      const file = join(folder.path, 'src/main.ts');
      writeFileSync(file, `process.stdin.once('data', () => process.exit(7)); console.log('runs');\n`);
      const child = spawn(process.execPath, [join(folder.path, 'scripts/run.mjs'), 'src/main.ts']);
      await once(child.stdout, 'data');
      const [state = ''] = compiled().filter(isState);
      write('other');
      expect(await run()).to.equal('other');
      expect(compiled().filter(isState)).to.have.lengthOf(2).and.include(state);
      child.stdin.write('end');
      expect(await once(child, 'exit')).to.deep.equal([7, null]);
      write('the third');
      expect(await run()).to.equal('the third');
      expect(compiled()).to.have.lengthOf(1);
    });

    it('needs no writable folder', async function () {
      // Nobody can create files there, not even root.
      if (!existsSync('/sys/kernel')) skip(this, 'needs the folder /sys/kernel of Linux');
      symlinkSync('/sys/kernel', join(folder.path, '.compiled'));
      write('elsewhere');
      expect(await run()).to.equal('elsewhere');
    });
  });
});
