/** Building blocks of commands: each gets an API client, its arguments, and its options, and returns its output. */
import { Command, InvalidArgumentError } from 'commander';
import type { GlobalOptions } from './access.ts';
import { createOperatorApiClient } from './operator/operator-client.ts';
import type { OperatorClient } from './operator/operator-client.ts';
import type { JsonObject, Outcome } from './outcome.ts';
import { printOutcome } from './output.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Wraps the action of a command that calls the API. Supports only options with text values. */
export const apiAction =
  (
    work: (
      api: OperatorClient,
      args: readonly string[],
      options: Options,
      command: Command,
    ) => Promise<Outcome | undefined>,
  ) =>
  async (...actionArguments: unknown[]): Promise<void> => {
    const command = commandFromArguments(actionArguments);
    const globals = command.optsWithGlobals<GlobalOptions>();
    // These commands have no variadic arguments.
    const outcome = await work(
      createOperatorApiClient(globals),
      command.args,
      command.opts<Options>(),
      command,
    );
    if (outcome !== undefined) printOutcome(outcome, globals.json === true);
  };

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

const LIMIT_DEFAULT = '100';

/** Adds `--limit`. */
export const withLimit = (command: Command): Command =>
  command.option('--limit <n>', 'maximum number of rows', wholeNumber, LIMIT_DEFAULT);

/** Reads a list up to `--limit` and adds a note if there are more rows. */
export async function listOutcome(
  api: OperatorClient,
  path: string,
  options: Options,
  { columns, emptyText, query = {} }: { columns: readonly string[]; emptyText: string; query?: Options },
): Promise<Outcome> {
  const page = await api.list(path, Number(options['limit'] ?? LIMIT_DEFAULT), query);
  const outcome = { json: page, view: { rows: page.data, columns, emptyText } };
  return page.has_more ? { ...outcome, note: 'There are more rows. Use --limit to show them.' } : outcome;
}

/** Adds `--csv`. */
export const withCsv = (command: Command): Command =>
  command.option('--csv', 'the whole list as CSV, regardless of --limit');

/** Writes the whole list as CSV with `--csv`; otherwise reads it up to `--limit`. */
export async function listOrCsvOutcome(
  api: OperatorClient,
  path: string,
  options: Options,
  list: Parameters<typeof listOutcome>[3],
): Promise<Outcome | undefined> {
  if (options['csv'] === undefined) return listOutcome(api, path, options, list);
  await api.downloadCsv(path, list.query ?? {}, process.stdout);
  return undefined;
}

/** One object. */
export const objectOutcome = (object: JsonObject): Outcome => ({ json: object, view: { fields: object } });

export function wholeNumber(text: string): string {
  if (!/^(0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return text;
}

/** Removes undefined values. */
export function withoutUndefined(values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Encodes a value as one path segment. */
export const pathSegment = (text: string | undefined): string => encodeURIComponent(text ?? '');
