/** Commands for the treasury, for bank statements, and for reconciliation. */
import { readFile } from 'node:fs/promises';
import type { Encoding } from '../../../src/reconciliation/statements/read-statement.ts';
import { UsageError, isJsonObject, type JsonObject, type Outcome, type Section } from '../outcome.ts';
import {
  CSV,
  LIMIT,
  objectOutcome,
  runOperation,
  type Call,
  type CommandGroup,
  type DeclaredArgument,
  type DeclaredCommand,
  type DeclaredOption,
} from './declared-command.ts';

const ALLOCATE: DeclaredCommand = {
  about: 'add to the coin stock of an integrator, or to the points it can issue against coin',
  operation: 'createAllocation',
  arguments: [['integrator_id', '<integrator>', 'ID of the integrator']],
  options: [
    ['coin_stock', '--coin-stock <amount>', 'amount of coin to add'],
    ['points_backing', '--points-backing <amount>', 'amount of points to add'],
  ],
  async run(call) {
    if (call.input['coin_stock'] === undefined && call.input['points_backing'] === undefined)
      throw new UsageError('Use --coin-stock, --points-backing, or both.');
    return runOperation(call, ALLOCATE);
  },
};

const TREASURY: CommandGroup = {
  examples: [
    'treasury show production',
    'treasury trades production',
    'treasury allocations production --limit 5',
    "treasury trade production --side buy --coin-amount 100 --price 25000.00 --counterparty 'OTC desk'",
    'treasury allocate production int_01… --coin-stock 10 --points-backing 500000.00',
  ],
  commands: {
    show: { about: 'show the price of coin, and the coin that is not allocated', operation: 'getTreasury' },
    allocations: {
      about: 'list allocations to books, newest first',
      operation: 'listAllocations',
      options: [LIMIT],
      rows: {
        columns: ['id', 'integrator_id', 'coin_stock', 'points_backing', 'delivered', 'created_at'],
        emptyText: 'There are no allocations yet.',
      },
    },
    trades: {
      about: 'list over-the-counter trades, newest first',
      operation: 'listTrades',
      options: [LIMIT],
      rows: {
        columns: ['id', 'side', 'coin_amount', 'price', 'counterparty', 'traded_at'],
        emptyText: 'There are no trades yet.',
      },
    },
    trade: {
      about: 'record a trade; the latest trade sets the price of coin',
      operation: 'recordTrade',
      options: [
        ['side', '--side <side>', 'side of the service'],
        ['coin_amount', '--coin-amount <amount>', 'amount of coin, such as 100.5'],
        ['price', '--price <points>', 'price in points per coin, such as 25000.00'],
        ['counterparty', '--counterparty <text>', 'other party of the trade'],
        ['traded_at', '--traded-at <time>', 'ISO 8601 time of the trade (default: now)'],
      ],
    },
    allocate: ALLOCATE,
  },
};

const ENCODINGS: readonly Encoding[] = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'];

const FILE: Pick<DeclaredCommand, 'arguments' | 'options'> = {
  arguments: [
    [
      null,
      '<file>',
      'camt (.xml), CSV (.csv), MT940 (.sta), BAI2 (.bai2), OFX (.ofx, .qfx), or JSON (.json)',
    ],
  ],
  options: [
    ['rail', '--rail <rail>', 'rail whose bank account it is, such as bank_eft'],
    ['format', '--format <format>', 'format of the file (default: by its name)', { required: false }],
    ['currency', '--currency <code>', 'currency of a CSV file, such as usd'],
    ['mapping', '--mapping <file>', 'JSON file that says how to read a CSV file'],
    ['account', '--account <number>', 'account number, if the file has several accounts'],
    [
      'account_changed',
      '--account-changed',
      'the file has another account number than earlier ones, and that is right',
      { value: true },
    ],
    ['overlap', '--overlap <which>', 'for a file whose balances fit both: its lines are new, or known'],
    [null, '--encoding <encoding>', 'encoding of the file', { choices: ENCODINGS, default: 'utf-8' }],
  ],
};

const IMPORT: DeclaredCommand = {
  about: 'import a bank statement; the same file can be sent again after an interruption',
  operation: 'importBankStatement',
  ...FILE,
  run: async (call) => objectOutcome(await call.api.request('importBankStatement', await fileIn(call))),
};

const PREVIEW: DeclaredCommand = {
  about: 'show what an import would record: balances, lines, and how a CSV file was read',
  operation: 'previewStatement',
  ...FILE,
  async run(call) {
    const preview = await call.api.request('previewStatement', await fileIn(call));
    const { lines, mapping, warnings, ...fields } = preview;
    const rows = {
      columns: ['booked_on', 'amount', 'bank_reference', 'text', 'counterparty_name', 'is_known'],
      emptyText: 'The file has no lines.',
    };
    const sections: Section[] = [{ title: 'Lines', view: { rows: objectsIn(lines), ...rows } }];
    if (isJsonObject(mapping))
      sections.push({ title: 'Mapping', view: { text: JSON.stringify(mapping, null, 2) } });
    const notes = Array.isArray(warnings) ? warnings.join('\n') : '';
    if (notes !== '') sections.push({ title: 'Warnings', view: { text: notes } });
    return { json: preview, view: { fields, sections } };
  },
};

/** The body of a request with a file. */
async function fileIn({ input: { mapping, ...input }, command }: Call): Promise<JsonObject> {
  const file = command.args[1] ?? '';
  // The option has these choices. Unless one is given, the file says its encoding.
  const { encoding } = command.opts<{ encoding: Encoding }>();
  const isGiven = command.getOptionValueSource('encoding') !== 'default';
  const text = await textOf(file, isGiven ? encoding : undefined);
  const format = input['format'] ?? (await formatOf(file, text));
  return {
    ...input,
    format,
    ...(format === 'json' ? { statement: parseObject(file, text) } : { content: text }),
    ...(typeof mapping === 'string' && { mapping: parseObject(mapping, await textOf(mapping, 'utf-8')) }),
  };
}

async function textOf(file: string, encoding: Encoding | undefined): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read the file ${file}.`);
  });
  // The readers of statements are large.
  const { decodeText } = await import('../../../src/reconciliation/statements/read-statement.ts');
  const { InvalidStatement } = await import('../../../src/reconciliation/statements/statement.ts');
  try {
    return decodeText(bytes, encoding);
  } catch (error) {
    throw error instanceof InvalidStatement ? new UsageError(error.message) : error;
  }
}

const FORMAT_OF_NAME: Readonly<Record<string, string>> = {
  ...{ csv: 'csv', json: 'json', ofx: 'ofx', qfx: 'ofx', bai: 'bai2', bai2: 'bai2' },
  ...{ sta: 'mt940', mt940: 'mt940', mt942: 'mt940', '940': 'mt940', '942': 'mt940', swi: 'mt940' },
};

/** By the name of the file, and otherwise by how it begins. */
async function formatOf(file: string, text: string): Promise<string> {
  const { formatOfText } = await import('../../../src/reconciliation/statements/read-statement.ts');
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const format =
    FORMAT_OF_NAME[extension] ?? formatOfText(text) ?? (extension === 'xml' ? 'camt053' : undefined);
  if (format === undefined)
    throw new UsageError('Use --format for a file whose name and contents do not say its format.');
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

const ITEM: DeclaredArgument = [
  'item_id',
  '<item>',
  'ID of the line, or of the movement if there is no line',
];
const DAY: DeclaredArgument = ['day', '<day>', 'such as 2026-11-20'];
const WHY: DeclaredOption = ['reason', '--reason <text>', 'why; recorded in the event'];

const STATEMENTS: CommandGroup = {
  examples: [
    'statements import production 2026-11-20.xml --rail bank_eft',
    'statements import production 2026-11-20.csv --rail bank_eft --currency usd --mapping mapping.json',
    'statements preview production 2026-11-20.sta --rail bank_eft',
    "statements void production stm_01… --reason 'It was read with the wrong decimal mark.'",
    'statements list production',
  ],
  commands: {
    import: IMPORT,
    preview: PREVIEW,
    void: {
      about: 'undo the import of a statement, until its days are closed',
      operation: 'voidStatement',
      options: [WHY],
    },
    list: {
      about: 'list imported statements, newest first',
      operation: 'listBankStatements',
      options: [LIMIT],
      rows: {
        columns: [
          'id',
          'rail',
          'currency',
          'opened_on',
          'closed_on',
          'opening_balance',
          'closing_balance',
          'lines',
          'known_lines',
          'gap.amount',
          'voided_at',
        ],
        emptyText: 'There are no statements yet.',
      },
    },
  },
};

const DAY_COMMAND: DeclaredCommand = {
  about: 'show a day with its balances and totals, or a table of it as CSV',
  operation: 'getReconciliationDay',
  arguments: [DAY],
  options: [
    [null, '--csv', 'as CSV'],
    ['table', '--table <table>', 'with --csv: which table', { default: 'accounts' }],
  ],
  output: dayOutcome,
  run(call) {
    const { table, ...input } = call.input;
    const isCsv = call.command.getOptionValue('csv') === true;
    return runOperation({ ...call, input: isCsv ? { ...input, table } : input }, DAY_COMMAND);
  },
};

const RECONCILIATION: CommandGroup = {
  examples: [
    'reconciliation collect production',
    'reconciliation items production --breaks open',
    "reconciliation link production stl_01… mov_01… --reason 'The bank kept a fee.'",
    "reconciliation separate production stl_01… --reason 'Another payer.'",
    "reconciliation accept production mov_01… --reason 'The bank books it tomorrow.'",
    "reconciliation write-off production stl_01… --reason 'Fee of the bank.'",
    "reconciliation group production stl_01… mov_01… mov_02… --reason 'The bank books payouts in one sum.'",
    'reconciliation assign production stl_01…',
    'reconciliation days production',
    'reconciliation day production 2026-11-20',
    'reconciliation day production 2026-11-20 --csv > closing.csv',
    'reconciliation day production 2026-11-20 --csv --table trial_balance > trial-balance.csv',
    'reconciliation close production 2026-11-20',
    'reconciliation journal production 2026-11 --csv > journal.csv',
  ],
  commands: {
    collect: {
      about: 'read what the books have posted to clearing accounts since the last time',
      operation: 'collectMovements',
    },
    items: {
      about: 'list lines, movements, and breaks, newest day first',
      operation: 'listReconciliationItems',
      options: [
        LIMIT,
        ['day', '--day <day>', 'only items of this day, such as 2026-11-20'],
        ['rail', '--rail <rail>', 'only this rail'],
        ['currency', '--currency <code>', 'only this currency, such as usd'],
        ['breaks', '--breaks <which>', 'only breaks'],
        ['assigned', '--mine', 'only breaks that are assigned to you', { value: 'me' }],
        ['group_id', '--group <group>', 'only the lines and movements of this group'],
      ],
      rows: {
        columns: [
          'id',
          'rail',
          'currency',
          'result',
          'line.day',
          'line.amount',
          'line.bank_reference',
          'movement.day',
          'movement.amount',
          'movement.transfer_id',
          'age_days',
          'accepted.reason',
          'owner.name',
        ],
        emptyText: 'There are no such items.',
      },
    },
    link: {
      about: 'decide that a line of the bank is a movement of a book',
      operation: 'resolveBreak',
      arguments: [ITEM, ['movement_id', '<movement>', 'ID of the movement']],
      options: [WHY],
      fixed: { resolution: 'link' },
    },
    separate: {
      about: 'decide that a line is not the movement that it matches, or not the given one',
      operation: 'resolveBreak',
      arguments: [ITEM],
      options: [
        ['movement_id', '--movement <movement>', 'ID of the movement, unless it is the one that matches'],
        WHY,
      ],
      fixed: { resolution: 'separate' },
    },
    accept: {
      about: 'accept a break, so that it does not prevent the closing of a day',
      operation: 'resolveBreak',
      arguments: [ITEM],
      options: [WHY],
      fixed: { resolution: 'accept' },
    },
    'write-off': {
      about: 'post a break to the difference account',
      operation: 'resolveBreak',
      arguments: [ITEM],
      options: [WHY],
      fixed: { resolution: 'write_off' },
    },
    group: {
      about: 'settle lines and movements together that have the same sum',
      operation: 'groupItems',
      arguments: [[null, '<items...>', 'IDs of at least two lines or movements']],
      options: [WHY],
      async run({ api, input, command: { args } }) {
        const ids = args.slice(1);
        const line_ids = ids.filter((id) => id.startsWith('stl_'));
        const movement_ids = ids.filter((id) => !line_ids.includes(id));
        return objectOutcome(await api.request('groupItems', { ...input, line_ids, movement_ids }));
      },
    },
    assign: {
      about: 'assign a break to yourself (others can still decide it)',
      operation: 'assignBreak',
      arguments: [ITEM],
      options: [
        ['assigned_to', '--to <operator>', 'ID of the token or the operator who works on it instead'],
        ['assigned_to', '--release', 'say that nobody works on it', { value: null, conflicts: 'to' }],
      ],
      fixed: { assigned_to: 'me' },
    },
    days: {
      about: 'list days, newest first',
      operation: 'listReconciliationDays',
      options: [LIMIT],
      rows: {
        columns: ['day', 'state', 'previous_day', 'blocked_by', 'closed_by', 'closed_at'],
        emptyText: 'There are no days yet.',
      },
    },
    day: DAY_COMMAND,
    close: {
      about: 'close a day and all days before it; a closed day cannot be opened again',
      operation: 'closeReconciliationDay',
      uses: ['getReconciliationDay'],
      arguments: [DAY],
      options: [
        [
          'without_statements',
          '--without-statement <account...>',
          'bank accounts, such as bank_eft:usd, that need no statement for this closing',
        ],
      ],
      output: dayOutcome,
      confirm: {
        question: ({ day }) => `Close the day ${String(day)}`,
        shows: 'getReconciliationDay',
        summary: daySummary,
      },
    },
    journal: {
      about: 'totals of the double-entry journal, or the journal as CSV',
      operation: 'exportJournal',
      arguments: [['period', '<period>', 'a month such as 2026-11, or a day such as 2026-11-20']],
      options: [CSV],
    },
  },
};

const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** The day without its parts, and each bank account. */
function daySummary({ accounts, totals: _totals, note: _note, ...day }: JsonObject): readonly JsonObject[] {
  return [day, ...objectsIn(accounts)];
}

/** A day as text: its bank accounts, and the totals of a closing as tables. */
function dayOutcome(day: JsonObject): Outcome {
  const [fields = {}, ...accounts] = daySummary(day);
  const { totals, note } = day;
  const sections: Section[] = accounts.map((account) => ({
    title: `Bank account of ${String(account['rail'])} in ${String(account['currency'])}`,
    view: { fields: account },
  }));
  if (isJsonObject(totals)) sections.push(...totalsSections(totals));
  if (typeof note === 'string') sections.push({ title: 'Signed text', view: { text: note.trimEnd() } });
  return { json: day, view: { fields, sections } };
}

const totalsSections = ({ trial_balance, kinds, breaks, books }: JsonObject): readonly Section[] => [
  {
    title: 'Trial balance of all books',
    view: {
      rows: objectsIn(trial_balance),
      columns: ['unit', 'account', 'opening_balance', 'debit', 'credit', 'closing_balance'],
      emptyText: 'There are no postings yet.',
    },
  },
  {
    title: 'Totals by kind',
    view: {
      rows: objectsIn(kinds),
      columns: ['unit', 'kind', 'count', 'amount'],
      emptyText: 'Nothing moved in these days.',
    },
  },
  {
    title: 'Breaks that stay open',
    view: {
      rows: objectsIn(breaks),
      columns: ['day', 'rail', 'currency', 'line_id', 'movement_id', 'difference'],
      emptyText: 'None.',
    },
  },
  { title: 'Books', view: { fields: isJsonObject(books) ? books : {} } },
];

export const ACCOUNTING_COMMANDS = {
  treasury: TREASURY,
  statements: STATEMENTS,
  reconciliation: RECONCILIATION,
};
