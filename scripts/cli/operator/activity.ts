/** `activity`: what operators did. */
import { Option } from 'commander';
import type { Command } from 'commander';
import { apiAction, listOrCsvOutcome, withCsv, withExamples, withLimit } from '../program.ts';

const EXAMPLES = [
  'activity list',
  'activity list --operation reviewTransfer --limit 100',
  'activity list --target wal_01… --json',
  'activity list --result denied --csv > denied.csv',
  'activity list --result denied --after 2026-11-01T00:00:00Z',
];

export function fillActivity(activity: Command): void {
  withExamples(activity, EXAMPLES);
  withCsv(withLimit(activity.command('list').description('list actions of operators, newest first')))
    .option('--operator <id>', 'ID of the operator or the operator token')
    .option('--operation <id>', 'operation, such as reviewTransfer or signIn')
    .option('--target <id>', 'ID of the object that the action concerns')
    .addOption(new Option('--result <result>', 'outcome').choices(['done', 'refused', 'denied', 'failed']))
    .addOption(new Option('--channel <channel>', 'how it was done').choices(['api', 'cli', 'console']))
    .option('--after <time>', 'ISO 8601 time; only later actions')
    .option('--before <time>', 'ISO 8601 time; only earlier actions')
    .action(
      apiAction((api, _args, options) => {
        const { operator, operation, target, result, channel, after, before } = options;
        return listOrCsvOutcome(api, '/activity', options, {
          columns: ['created_at', 'operator.name', 'operation', 'target', 'result', 'code', 'reason'],
          emptyText: 'Nothing was recorded.',
          query: {
            ...{ operator_id: operator, operation, target, result, channel },
            ...{ created_after: after, created_before: before },
          },
        });
      }),
    );
}
