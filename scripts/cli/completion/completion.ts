/** `completion`: scripts that complete commands, options, and their values. They are generated from the commands. */
import { Argument } from 'commander';
import type { Command } from 'commander';
import { fillCommand } from '../command-list.ts';
import { printOutcome } from '../output.ts';
import { commandFromArguments, withExamples } from '../program.ts';
import { bashScript } from './bash.ts';
import { commandTree } from './command-tree.ts';
import type { CommandNode } from './command-tree.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS: Readonly<Record<string, (commands: readonly CommandNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function fillCompletion(completion: Command): void {
  completion.addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS))).addHelpText(
    'after',
    `
Install it in the startup file of your shell, or where the shell looks for completions:
  bash  source <(svc-ledger completion bash)           in ~/.bashrc
  zsh   source <(svc-ledger completion zsh)            in ~/.zshrc, after compinit
  fish  svc-ledger completion fish > ~/.config/fish/completions/svc-ledger.fish`,
  );
  withExamples(completion, ['completion bash', 'completion fish']).action(async (...given: unknown[]) => {
    const command = commandFromArguments(given);
    const [shell = ''] = command.args;
    const program = command.parent ?? command;
    for (const each of program.commands) if (each !== command) await fillCommand(each);
    const script = SCRIPTS[shell]?.(commandTree(program)) ?? '';
    printOutcome(
      { json: { shell, script }, view: { text: script } },
      program.opts<{ json?: true }>().json === true,
    );
  });
}
