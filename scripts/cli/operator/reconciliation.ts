/** `reconciliation`: lines of banks, movements of books, breaks, and the closing of days. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { confirm, withConfirmation } from '../confirm.ts';
import {
  apiAction,
  listOutcome,
  objectOutcome,
  pathSegment,
  withCsv,
  withExamples,
  withLimit,
  withoutUndefined,
} from '../program.ts';
import { dayOutcome, daySummary } from './reconciliation-day.ts';
import { environmentArgument } from './treasury.ts';

const EXAMPLES = [
  'reconciliation collect production',
  'reconciliation items production --breaks open',
  "reconciliation link production stl_01… mov_01… --reason 'The bank kept a fee.'",
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
];

const ITEM_COLUMNS = [
  ...['id', 'rail', 'currency', 'result', 'line.day', 'line.amount', 'line.bank_reference'],
  ...['movement.day', 'movement.amount', 'movement.transfer_id', 'age_days', 'accepted.reason', 'owner.name'],
];

const pathOf = (environment: string | undefined): string => `/reconciliation/${pathSegment(environment)}`;

export function fillReconciliation(reconciliation: Command): void {
  withExamples(reconciliation, EXAMPLES);
  reconciliation
    .command('collect')
    .description('read what the books have posted to clearing accounts since the last time')
    .addArgument(environmentArgument())
    .action(
      apiAction(async (api, [environment]) =>
        objectOutcome(await api.post(`${pathOf(environment)}/movements`)),
      ),
    );
  withLimit(
    reconciliation.command('items').description('list lines, movements, and breaks, newest day first'),
  )
    .addArgument(environmentArgument())
    .option('--day <day>', 'only items of this day, such as 2026-11-20')
    .option('--rail <rail>', 'only this rail')
    .option('--currency <code>', 'only this currency, such as usd')
    .addOption(new Option('--breaks <which>', 'only breaks').choices(['open', 'accepted']))
    .option('--mine', 'only breaks that are assigned to you')
    .option('--group <group>', 'only the lines and movements of this group')
    .action(
      apiAction((api, [environment], { day, rail, currency, breaks, mine, group, ...page }) =>
        listOutcome(api, `${pathOf(environment)}/items`, page, {
          columns: ITEM_COLUMNS,
          emptyText: 'There are no such items.',
          query: {
            ...{ day, rail, currency, breaks, group_id: group },
            assigned: mine === undefined ? undefined : 'me',
          },
        }),
      ),
    );
  addResolution(reconciliation, 'link', 'decide that a line of the bank is a movement of a book');
  addResolution(reconciliation, 'accept', 'accept a break, so that it does not prevent the closing of a day');
  addResolution(reconciliation, 'write-off', 'post a break to the difference account');
  addGroup(reconciliation);
  addAssign(reconciliation);
  addDays(reconciliation);
  withCsv(
    reconciliation
      .command('journal')
      .description('totals of the double-entry journal, or the journal as CSV'),
  )
    .addArgument(environmentArgument())
    .argument('<period>', 'a month such as 2026-11, or a day such as 2026-11-20')
    .action(
      apiAction(async (api, [environment, period], { csv }) => {
        const path = `${pathOf(environment)}/journal`;
        if (csv === undefined) return objectOutcome(await api.get(path, { period }));
        await api.downloadCsv(path, { period }, process.stdout);
        return undefined;
      }),
    );
}

function addResolution(reconciliation: Command, name: 'link' | 'accept' | 'write-off', about: string): void {
  const command = reconciliation
    .command(name)
    .description(about)
    .addArgument(environmentArgument())
    .argument('<item>', 'ID of the line, or of the movement if there is no line');
  if (name === 'link') command.argument('<movement>', 'ID of the movement');
  command.requiredOption('--reason <text>', 'why; recorded in the event').action(
    apiAction(async (api, [environment, item, movement], { reason }) => {
      const path = `${pathOf(environment)}/items/${pathSegment(item)}/resolution`;
      const resolution = name.replace('-', '_');
      const body = withoutUndefined({ resolution, movement_id: movement, reason });
      return objectOutcome(await api.post(path, body));
    }),
  );
}

function addGroup(reconciliation: Command): void {
  reconciliation
    .command('group')
    .description('settle lines and movements together that have the same sum')
    .addArgument(environmentArgument())
    .argument('<items...>', 'IDs of at least two lines or movements')
    .requiredOption('--reason <text>', 'why; recorded in the event')
    .action(
      apiAction(async (api, [environment, ...ids], { reason }) => {
        const line_ids = ids.filter((id) => id.startsWith('stl_'));
        const movement_ids = ids.filter((id) => !line_ids.includes(id));
        return objectOutcome(
          await api.post(`${pathOf(environment)}/groups`, { line_ids, movement_ids, reason }),
        );
      }),
    );
}

function addAssign(reconciliation: Command): void {
  reconciliation
    .command('assign')
    .description('say that you work on a break; others can still decide it')
    .addArgument(environmentArgument())
    .argument('<item>', 'ID of the line, or of the movement if there is no line')
    .option('--to <operator>', 'ID of the token or the operator who works on it instead')
    .addOption(new Option('--release', 'say that nobody works on it').conflicts('to'))
    .action(
      apiAction(async (api, [environment, item], { to, release }) => {
        const body = { assigned_to: release === undefined ? (to ?? 'me') : null };
        return objectOutcome(await api.patch(`${pathOf(environment)}/items/${pathSegment(item)}`, body));
      }),
    );
}

function addDays(reconciliation: Command): void {
  withLimit(reconciliation.command('days').description('list days, newest first'))
    .addArgument(environmentArgument())
    .action(
      apiAction((api, [environment], options) =>
        listOutcome(api, `${pathOf(environment)}/days`, options, {
          columns: ['day', 'state', 'previous_day', 'blocked_by', 'closed_by', 'closed_at'],
          emptyText: 'There are no days yet.',
        }),
      ),
    );
  reconciliation
    .command('day')
    .description('show a day with its balances and totals, or a table of it as CSV')
    .addArgument(environmentArgument())
    .argument('<day>', 'such as 2026-11-20')
    .option('--csv', 'as CSV')
    .addOption(
      new Option('--table <table>', 'with --csv: which table')
        .choices(['accounts', 'trial_balance', 'kinds', 'breaks'])
        .default('accounts'),
    )
    .action(
      apiAction(async (api, [environment, day], { csv, table }) => {
        const path = `${pathOf(environment)}/days/${pathSegment(day)}`;
        if (csv === undefined) return dayOutcome(await api.get(path));
        await api.downloadCsv(path, { table }, process.stdout);
        return undefined;
      }),
    );
  withConfirmation(
    reconciliation
      .command('close')
      .description('close a day and all days before it; a closed day cannot be opened again')
      .addArgument(environmentArgument())
      .argument('<day>', 'such as 2026-11-20'),
  ).action(
    apiAction(async (api, [environment, day], _options, command) => {
      const path = `${pathOf(environment)}/days/${pathSegment(day)}`;
      await confirm(command, `Close the day ${day ?? ''}`, daySummary(await api.get(path)));
      return dayOutcome(await api.post(`${path}/closing`));
    }),
  );
}
