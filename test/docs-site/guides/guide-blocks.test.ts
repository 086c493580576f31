/** Every block of every guide is run by a test, checked here, or marked with the reason why it is not run. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { CommanderError } from 'commander';
import { parse as parseYaml } from 'yaml';
import { createProgram } from '../../../scripts/cli/run-cli.ts';
import { hasShell } from '../../support/installed-programs.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { GUIDES, ROOT, RUN, blocksOf, isRunBy, readGuide, type Block } from './guide-blocks.ts';

const NOT_RUN = /^not run: \w.{5,}$/;
const SHELLS = ['sh', 'bash'];

/** Records the calls of programs instead of making them. They print a text that is an ID and a script. What else is called, nobody runs. */
const RECORDING = `
record() { printf '%s\\x1f' "$@" >> calls; printf '\\n' >> calls; }
svc-ledger() { record svc-ledger "$@"; echo :; }
npm() { record npm "$@"; echo :; }
node() { record node "$@"; }
cat() { :; }
openssl() { :; }
command_not_found_handle() { record unknown "$@"; }
PATH=/nowhere
`;

class Parsed extends Error {}

/** Undefined if the command line accepts the arguments. */
async function problemOf(args: readonly string[]): Promise<string | undefined> {
  const program = createProgram().hook('preAction', () => {
    throw new Parsed();
  });
  for (const each of [program, ...program.commands])
    each.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const isShown = error instanceof CommanderError && error.exitCode === 0;
    return error instanceof Parsed || isShown ? undefined : `svc-ledger ${args.join(' ')}: ${String(error)}`;
  }
  return `svc-ledger ${args.join(' ')} does nothing`;
}

const { scripts } = JSON.parse(readGuide('package.json')) as { scripts: Readonly<Record<string, string>> };

async function problemOfCall([program = '', ...args]: readonly string[]): Promise<string | undefined> {
  if (program === 'svc-ledger') return problemOf(args);
  if (program === 'node')
    return args.every((arg) => !/^scripts\/.*\.m?[jt]s$/.test(arg) || existsSync(new URL(arg, ROOT)))
      ? undefined
      : `no such script: ${args.join(' ')}`;
  if (program !== 'npm') return `nobody runs: ${args.join(' ')}`;
  const [command = '', ...rest] = args;
  if (['ci', 'install', 'link'].includes(command)) return undefined;
  const name = command === 'run' ? rest.find((arg) => !arg.startsWith('--')) : command;
  if (name === 'cli') return problemOf(rest.slice(rest.indexOf('--') + 1));
  return Object.hasOwn(scripts, name ?? '') ? undefined : `no such script: npm ${args.join(' ')}`;
}

describe('The blocks of the guides', () => {
  let folder: Folder;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  async function callsIn(code: string): Promise<string[][]> {
    const log = join(folder.path, 'calls');
    await promisify(execFile)('/bin/bash', ['-c', `: > calls\n${RECORDING}\n${code}`], { cwd: folder.path });
    return readFileSync(log, 'utf8')
      .split('\x1f\n')
      .slice(0, -1)
      .map((line) => line.split('\x1f'));
  }

  async function problemsOf({ language, mark, code }: Block): Promise<string[]> {
    if (language === 'json') JSON.parse(code);
    else if (language === 'yaml') parseYaml(code);
    else if (SHELLS.includes(language)) {
      const calls = await callsIn(code);
      if (calls.length === 0) return ['nobody runs this'];
      return (await Promise.all(calls.map(problemOfCall))).filter((problem) => problem !== undefined);
    } else if (language !== '' && language !== 'mermaid') return [`nobody runs this ${language} ${mark}`];
    return [];
  }

  it('are run by a test, accepted by the programs that they call, or marked', async function () {
    if (!hasShell()) skip(this, 'needs bash and curl');
    const problems: string[] = [];
    for (const block of GUIDES.flatMap(blocksOf)) {
      if (NOT_RUN.test(block.mark) || RUN.some((run) => isRunBy(block, run))) continue;
      for (const problem of await problemsOf(block)) problems.push(`${block.file}: ${problem}`);
    }
    expect(problems).to.deep.equal([]);
  }).timeout(60_000);

  it('are named by the tests that run them', () => {
    for (const run of RUN) {
      expect(readGuide(run.by), run.by).to.include(run.file);
      const blocks = blocksOf(run.file).filter((block) => isRunBy(block, run));
      expect(blocks.length, run.file).to.be.at.least(run.texts?.length ?? 1);
      for (const { mark } of blocks) expect(mark).to.not.match(/^not run/);
    }
  });

  it('cannot call a command that does not exist', async () => {
    expect(await problemOf(['keys', 'create', 'int_1', '--wrong', 'x'])).to.include('--wrong');
    expect(await problemOf(['nothing'])).to.include('nothing');
    expect(await problemOf(['reviews', 'approve', 'trf_1', '--reason', 'x'])).to.equal(undefined);
  });
});
