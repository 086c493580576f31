/**
 * Commands that call the operator API, each declared in a few lines. The rest comes from its operation: the path and its
 * parameters as arguments, required members, choices, and numbers.
 */
import { Argument, Option, type Command } from 'commander';
import type { OperatorOperationId } from '../../../src/generated/operator-operations.ts';
import type { GlobalOptions } from '../access.ts';
import { confirm, withConfirmation } from '../confirm.ts';
import { listData, type JsonObject, type Outcome } from '../outcome.ts';
import { wholeNumber, withExamples } from '../program.ts';
import { OperatorApi, type Input, type List } from './operator-api.ts';
import { OperatorOperations, parametersOf, type Member, type Operation } from './operations.ts';

/**
 * The member of the query or of the body that it sets, its name as in `<name>`, and its help. Without a member, it is for the
 * `run` of the command.
 */
export type DeclaredArgument = readonly [member: string | null, name: string, about: string];

/** The member, the flags, the help, and what the schema does not say. */
export type DeclaredOption = readonly [
  member: string | null,
  flags: string,
  about: string,
  more?: {
    readonly default?: string;
    /** By default, as the schema says. */
    readonly required?: boolean;
    /** The choices that people need, in their order. By default, all that the schema allows. */
    readonly choices?: readonly string[];
    /** What an option without a value sets. */
    readonly value?: unknown;
    readonly conflicts?: string;
    readonly parse?: (text: string, previous: unknown) => unknown;
  },
];

export type Rows = {
  /** Members of a row, also dotted such as `transfer.state`. */
  readonly columns: readonly string[];
  readonly emptyText: string;
  /** Adds columns that people need. */
  readonly rowOf?: (object: JsonObject) => JsonObject;
};

export type Call = {
  readonly api: OperatorApi;
  /** The values of arguments and options by member, with the `fixed` ones. */
  readonly input: Input;
  readonly command: Command;
};

export type DeclaredCommand = {
  /** The list of commands has it for commands without subcommands. */
  readonly about?: string;
  readonly operation: OperatorOperationId;
  /** Other operations that the command calls. */
  readonly uses?: readonly OperatorOperationId[];
  /** Those for path parameters may be omitted. All others follow them. */
  readonly arguments?: readonly DeclaredArgument[];
  readonly options?: readonly DeclaredOption[];
  /** Members that are sent unless an option sets them. */
  readonly fixed?: JsonObject;
  /** The response is a list. It is read up to `--limit` if there is that option. */
  readonly rows?: Rows;
  /** How to show the response, if not with all its fields. */
  readonly output?: (response: JsonObject) => Outcome;
  /** Asks before the call, and shows what `shows` returns for the same path parameters. It is one of `uses`. */
  readonly confirm?: {
    readonly question: (input: Input) => string;
    readonly shows: OperatorOperationId;
    readonly summary?: (object: JsonObject) => readonly JsonObject[];
  };
  /** Replaces the call of the operation. Without an outcome, nothing more is printed. */
  readonly run?: (call: Call) => Promise<Outcome | undefined>;
};

export type CommandGroup = {
  readonly examples: readonly string[];
  /** By name. The name of the group itself, if it has no subcommands, is empty. */
  readonly commands: Readonly<Record<string, DeclaredCommand>>;
  /** Adds subcommands that do not call the operator API. */
  readonly addOthers?: (group: Command) => void;
};

export function addGroup(group: Command, { examples, commands, addOthers }: CommandGroup): void {
  withExamples(group, examples);
  const operations = new OperatorOperations();
  for (const [name, declared] of Object.entries(commands)) addDeclared(group, { name, declared, operations });
  addOthers?.(group);
}

type Declaration = {
  readonly name: string;
  readonly declared: DeclaredCommand;
  readonly operations: OperatorOperations;
};

/** Throws if the operation has no such member. */
export function addDeclared(group: Command, { name, declared, operations }: Declaration): void {
  const command = name === '' ? group : group.command(name).description(declared.about ?? '');
  const { options = [], uses = [], run = runOperation } = declared;
  const operation = operations.find(declared.operation);
  const given = argumentsOf(declared, operation);
  for (const each of given) command.addArgument(argumentFor(each, operations));
  const built = options.map((each) => optionFor(each, declared, operations));
  for (const { option } of built) command.addOption(option);
  if (declared.confirm !== undefined) withConfirmation(command);
  command.action(async () => {
    const globals = command.optsWithGlobals<GlobalOptions>();
    const input: Record<string, unknown> = { ...declared.fixed };
    const set = (member: string | null, value: unknown): void => {
      if (member !== null && value !== undefined) input[member] = value;
    };
    given.forEach(([member], index) => set(member, command.processedArgs[index]));
    for (const { member, option, convert } of built)
      set(member, convert(command.getOptionValue(option.attributeName())));
    const api = new OperatorApi(operations, [operation.operationId, ...uses], globals);
    const call = { api, input, command };
    if (declared.confirm !== undefined) await ask(call, declared.confirm, operations);
    const outcome = await run(call, declared);
    if (outcome === undefined) return;
    // Help needs no tables.
    const { printOutcome } = await import('../output.ts');
    printOutcome(outcome, globals.json === true);
  });
}

/** Path parameters in their order, then what the command declares besides. */
function argumentsOf(
  { arguments: declared = [] }: DeclaredCommand,
  operation: Operation,
): readonly DeclaredArgument[] {
  const parameters = parametersOf(operation.path);
  return [
    ...parameters.map((name) => declared.find(([member]) => member === name) ?? parameterArgument(name)),
    ...declared.filter(([member]) => member === null || !parameters.includes(member)),
  ];
}

function parameterArgument(name: string): DeclaredArgument {
  if (name === 'environment') return [name, '<environment>', 'sandbox or production'];
  const noun = name.replace(/_id$/, '');
  return [name, `<${noun}>`, `ID of the ${noun}`];
}

function argumentFor([member, name, about]: DeclaredArgument, operations: OperatorOperations): Argument {
  const argument = new Argument(name, about);
  return member === 'environment' ? argument.choices(operations.choicesOf('EnvironmentName')) : argument;
}

type BuiltOption = {
  readonly member: string | null;
  readonly option: Option;
  /** From the value on the command line to that of the member. */
  readonly convert: (given: unknown) => unknown;
};

function optionFor(
  [member, flags, about, more = {}]: DeclaredOption,
  { operation, fixed = {} }: DeclaredCommand,
  operations: OperatorOperations,
): BuiltOption {
  const option = new Option(flags, about).default(more.default).conflicts(more.conflicts ?? []);
  const { isRequired, isInteger, choices } =
    member === null ? FREE : operations.member(operations.find(operation), member);
  const isFixed = more.default !== undefined || 'value' in more || (member ?? '') in fixed;
  option.makeOptionMandatory(more.required ?? (isRequired && !isFixed));
  if ('value' in more)
    return { member, option, convert: (given) => (given === undefined ? undefined : more.value) };
  const allowed = more.choices ?? choices;
  const unknown = allowed?.find((each) => choices?.includes(each) === false);
  if (unknown !== undefined) throw new Error(`${operation} does not allow ${unknown} for ${flags}`);
  if (allowed !== undefined) option.choices(allowed);
  const parse = more.parse ?? (isInteger ? wholeNumber : undefined);
  if (parse !== undefined) option.argParser(parse);
  return {
    member,
    option,
    convert: (given) => (isInteger && given !== undefined ? Number(given) : given),
  };
}

/** Of an option that is not for a member. */
const FREE: Member = { isRequired: false, isInteger: false, choices: undefined };

async function ask(
  { api, input, command }: Call,
  { question, shows, summary = (found) => [found] }: NonNullable<DeclaredCommand['confirm']>,
  operations: OperatorOperations,
): Promise<void> {
  const parameters = parametersOf(operations.find(shows).path);
  const shown = await api.request(shows, Object.fromEntries(parameters.map((name) => [name, input[name]])));
  await confirm(command, question(input), summary(shown));
}

/** Calls the operation and shows its response as declared. */
export async function runOperation(
  { api, input, command }: Call,
  { operation, rows, output = objectOutcome }: DeclaredCommand,
): Promise<Outcome | undefined> {
  const { limit, ...query } = input;
  if (command.getOptionValue('csv') === true) {
    await api.downloadCsv(operation, query, process.stdout);
    return undefined;
  }
  if (rows === undefined) return output(await api.request(operation, input));
  if (limit === undefined) return rowsOutcome(await api.request(operation, input), rows);
  return listOutcome(await api.list(operation, query, Number(limit)), rows);
}

/** A part of a list. */
const listOutcome = (list: List, rows: Rows): Outcome =>
  list.has_more
    ? { ...rowsOutcome(list, rows), note: 'There are more rows. Use --limit to show them.' }
    : rowsOutcome(list, rows);

/** A whole list. */
export function rowsOutcome(found: JsonObject, { columns, emptyText, rowOf = (row) => row }: Rows): Outcome {
  return { json: found, view: { rows: listData(found).map(rowOf), columns, emptyText } };
}

/** One object. */
export const objectOutcome = (object: JsonObject): Outcome => ({ json: object, view: { fields: object } });

/** Prints only the secret on standard output, so that scripts can capture it. Other fields go to standard error. */
export function secretOutcome(issued: JsonObject): Outcome {
  const { secret, ...rest } = issued;
  if (typeof secret === 'string') return { json: issued, view: { fields: rest }, stdout: secret };
  return {
    json: issued,
    view: { fields: rest },
    note: 'The secret is no longer available: it was issued more than 24 hours ago.',
  };
}

/** Options of several commands. */
export const LIMIT: DeclaredOption = ['limit', '--limit <n>', 'maximum number of rows', { default: '100' }];
export const CSV: DeclaredOption = [null, '--csv', 'the whole list as CSV, regardless of --limit'];
export const ENVIRONMENT: DeclaredOption = ['environment', '--environment <name>', 'environment'];
/** Filters of lists over all books. */
export const BOOK_FILTERS: readonly DeclaredOption[] = [
  LIMIT,
  ['integrator_id', '--integrator <id>', 'only of this integrator'],
  ENVIRONMENT,
];
/** Filters of lists that are also files. */
export const LIST_FILTERS: readonly DeclaredOption[] = [
  ...BOOK_FILTERS,
  CSV,
  ['created_after', '--after <time>', 'ISO 8601 time; only later objects'],
  ['created_before', '--before <time>', 'ISO 8601 time; only earlier objects'],
  ['order', '--order <order>', 'which come first'],
];
/** Of actions that need no reason. */
export const REASON_FOR_THE_RECORD: DeclaredOption = ['reason', '--reason <text>', 'reason, for the record'];
