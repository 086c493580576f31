import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import type { Command } from 'commander';
import { fillCommand } from '../../scripts/cli/command-list.ts';
import { bashScript, commandTree, fishScript, zshScript } from '../../scripts/cli/completion.ts';
import { createProgram } from '../../scripts/cli/run-cli.ts';

describe('Commands of the command line', () => {
  let program: Command;
  before(async () => {
    program = createProgram();
    for (const command of program.commands) await fillCommand(command);
  });

  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

  function helpOf(command: Command): string {
    let text = '';
    command.configureOutput({ writeOut: (part) => (text += part) });
    command.outputHelp();
    return text;
  }

  it('all have a description and an example in their help', () => {
    const without = leaves(program)
      .filter((command) => command.name() !== 'help')
      .filter(
        (command) => command.description() === '' || !helpOf(command).includes('Examples\n  svc-ledger '),
      )
      .map((command) => `${command.parent?.name() ?? ''} ${command.name()}`);
    expect(without).to.deep.equal([]);
  });

  it('are completed by bash, with options and their values', () => {
    const complete = (...words: string[]): string[] => {
      const script = `${bashScript(commandTree(program))}
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _svc_ledger; echo "\${COMPREPLY[@]}"`;
      const out = execFileSync('bash', ['-c', script, 'bash', 'svc-ledger', ...words], { encoding: 'utf8' });
      return out.trim().split(' ');
    };
    expect(complete('k')).to.deep.equal(['keys', 'kyc']);
    expect(complete('keys', '')).to.deep.equal(['list', 'create', 'rotate', 'revoke']);
    expect(complete('--json', 'keys', 'ro')).to.deep.equal(['rotate']);
    expect(complete('keys', 'create', '--p')).to.deep.equal(['--permissions', '--profile']);
    expect(complete('keys', 'create', '--environment', '')).to.deep.equal(['sandbox', 'production']);
    expect(complete('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    expect(complete('get', '')).to.deep.equal(['']);
  });

  it('are all in the scripts for zsh and fish', () => {
    const tree = commandTree(program);
    for (const script of [zshScript(tree), fishScript(tree)])
      for (const { path, words } of tree) {
        expect(script).to.include(path);
        for (const { word } of words) expect(script).to.include(word);
      }
  });
});
