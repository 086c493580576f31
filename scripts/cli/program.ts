/** Building blocks of commands. */
import { Command, InvalidArgumentError } from 'commander';

/** Commander passes the command as the last argument of an action. */
export function commandFromArguments(actionArguments: readonly unknown[]): Command {
  const command = actionArguments.at(-1);
  if (!(command instanceof Command)) throw new Error('the action was called without a command');
  return command;
}

/**
 * Shows examples in the help of a command, and in the help of each of its subcommands those that use it. An example is the
 * arguments of one call.
 */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText('afterAll', ({ command: shown }) => {
    const path = shown === command ? command.name() : `${command.name()} ${shown.name()}`;
    const fitting = examples.filter((each) => `${each} `.startsWith(`${path} `));
    return fitting.length === 0 ? '' : examplesText(fitting);
  });
}

export const examplesText = (examples: readonly string[]): string =>
  `\nExamples\n${examples.map((each) => `  svc-ledger ${each}`).join('\n')}\n`;

export function wholeNumber(text: string): string {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return text;
}
