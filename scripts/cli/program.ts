/** How commands are made: each gets the API and its own arguments and options, and gives an outcome that is shown. */
import { Command, InvalidArgumentError } from 'commander';
import type { GlobalOptions } from './access.ts';
import { createOperatorApiClient } from './operator-client.ts';
import type { OperatorClient } from './operator-client.ts';
import type { JsonObject, Outcome } from './outcome.ts';
import { printOutcome } from './output.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** The action of a command that asks the API. Options without a value that is text are not for it. */
export const apiAction =
  (
    work: (
      api: OperatorClient,
      args: readonly string[],
      options: Options,
      command: Command,
    ) => Promise<Outcome>,
  ) =>
  async (...withoutUndefined: unknown[]): Promise<void> => {
    const command = commandFromArguments(withoutUndefined);
    const globals = command.optsWithGlobals<GlobalOptions>();
    // Arguments of these commands are single words, and their options have texts.
    const outcome = await work(
      createOperatorApiClient(globals),
      command.args,
      command.opts<Options>(),
      command,
    );
    printOutcome(outcome, globals.json === true);
  };

/** An action is given its arguments, its options and, last, its command. */
export function commandFromArguments(given: readonly unknown[]): Command {
  const command = given.at(-1);
  if (!(command instanceof Command)) throw new Error('an action was called without its command');
  return command;
}

/** A group of commands, with examples under its help. */
export function group(program: Command, name: string, about: string, examples: readonly string[]): Command {
  return program
    .command(name)
    .description(about)
    .addHelpText(
      'after',
      `\nExamples\n${examples.map((each) => `  npm run --silent cli -- ${each}`).join('\n')}`,
    );
}

const LIMIT_DEFAULT = '100';

/** `--limit`, for commands that list. */
export const withLimit = (command: Command): Command =>
  command.option('--limit <n>', 'how many to show at most', wholeNumber, LIMIT_DEFAULT);

/** A list as it was asked for, with a note when it was cut. */
export async function listOutcome(
  api: OperatorClient,
  path: string,
  options: Options,
  { columns, none, query = {} }: { columns: readonly string[]; none: string; query?: Options },
): Promise<Outcome> {
  const page = await api.list(path, Number(options['limit'] ?? LIMIT_DEFAULT), query);
  const outcome = { json: page, view: { rows: page.data, columns, none } };
  return page.has_more ? { ...outcome, note: 'There are more; use --limit to see them.' } : outcome;
}

/** One object. */
export const objectOutcome = (object: JsonObject): Outcome => ({ json: object, view: { fields: object } });

export function wholeNumber(text: string): string {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return text;
}

/** Leaves out what was not given. */
export function given(values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Something as part of a path. */
export const pathSegment = (text: string | undefined): string => encodeURIComponent(text ?? '');
