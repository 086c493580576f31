/** `statements`: statements of the bank accounts behind the rails. */
import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import {
  ENCODINGS,
  decodeText,
  type Encoding,
} from '../../../src/reconciliation/statements/read-statement.ts';
import { InvalidStatement } from '../../../src/reconciliation/statements/statement.ts';
import { UsageError, isJsonObject, type JsonObject } from '../outcome.ts';
import {
  apiAction,
  listOutcome,
  objectOutcome,
  pathSegment,
  withExamples,
  withLimit,
  withoutUndefined,
} from '../program.ts';
import { environmentArgument } from './treasury.ts';

const EXAMPLES = [
  'statements import production 2026-11-20.xml --rail bank_eft',
  'statements import production 2026-11-20.csv --rail bank_eft --currency usd --mapping mapping.json',
  'statements list production',
];

export function fillStatements(statements: Command): void {
  withExamples(statements, EXAMPLES);
  statements
    .command('import')
    .description('import a bank statement; the same file can be sent again after an interruption')
    .addArgument(environmentArgument())
    .argument('<file>', 'camt.053 (.xml), CSV (.csv), or JSON (.json)')
    .requiredOption('--rail <rail>', 'rail whose bank account it is, such as bank_eft')
    .addOption(
      new Option('--format <format>', 'format of the file (default: by its name)').choices([
        'camt053',
        'csv',
        'json',
      ]),
    )
    .option('--currency <code>', 'currency of a CSV file, such as usd')
    .option('--mapping <file>', 'JSON file that says how to read a CSV file')
    .addOption(
      new Option('--encoding <encoding>', 'encoding of the file').choices(ENCODINGS).default('utf-8'),
    )
    .action(
      apiAction(async (api, [environment, file = ''], { rail, format, currency, mapping, encoding }) => {
        const text = await textOf(file, encoding as Encoding);
        const kind = format ?? formatOf(file);
        const body = withoutUndefined({
          rail,
          format: kind,
          currency,
          ...(kind === 'json' ? { statement: parseObject(file, text) } : { content: text }),
          mapping: mapping === undefined ? undefined : parseObject(mapping, await textOf(mapping, 'utf-8')),
        });
        const path = `/reconciliation/${pathSegment(environment)}/statements`;
        return objectOutcome(await api.post(path, body));
      }),
    );
  withLimit(statements.command('list').description('list imported statements, newest first'))
    .addArgument(environmentArgument())
    .action(
      apiAction((api, [environment], options) =>
        listOutcome(api, `/reconciliation/${pathSegment(environment)}/statements`, options, {
          columns: [
            ...['id', 'rail', 'currency', 'opened_on', 'closed_on', 'opening_balance', 'closing_balance'],
            ...['lines', 'known_lines', 'gap.amount'],
          ],
          emptyText: 'There are no statements yet.',
        }),
      ),
    );
}

async function textOf(file: string, encoding: Encoding): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read the file ${file}.`);
  });
  try {
    return decodeText(bytes, encoding);
  } catch (error) {
    throw error instanceof InvalidStatement ? new UsageError(error.message) : error;
  }
}

function formatOf(file: string): string {
  const format = { xml: 'camt053', csv: 'csv', json: 'json' }[
    /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  ];
  if (format === undefined)
    throw new UsageError('Use --format for a file whose name does not end in .xml, .csv, or .json.');
  return format;
}

function parseObject(file: string, text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // The error below covers both cases.
  }
  throw new UsageError(`The file ${file} must contain a JSON object.`);
}
