/** Who saw a customer: the pages and calls about the user that showed personal data, from the activity log. */
import type { ActivityEntry } from '../../../generated/api.ts';
import { operatorOperations } from '../../../generated/operator-operations.ts';
import { html, type Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { show, table, type Column } from '../../ui/tables.ts';

/** Entries about the user in the activity log that are read. */
export const ACTIVITY_READ = 100;

export const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'the API',
  cli: 'the command line',
  console: 'the console',
};

type Reader = { readonly name: string; readonly times: number; readonly last: string; readonly how: string };

const READERS: readonly Column<Reader>[] = [
  show.text('Operator', 'name', 'head'),
  show.time('Last time', 'last'),
  show.text('Through', 'how'),
  show.count('Times', 'times'),
];

const READS: ReadonlySet<string> = new Set([
  'viewPersonalData',
  ...Object.values(operatorOperations)
    .filter(({ method }) => method === 'GET')
    .map(({ id }) => id),
]);

/** Whether the operator only looked. */
export const isRead = ({ operation, result }: ActivityEntry): boolean =>
  result === 'done' && READS.has(operation);

/** One row per operator, the last one first; the entries are newest first. */
function readersOf(reads: readonly ActivityEntry[]): readonly Reader[] {
  const readers = new Map<string, Reader>();
  for (const { operator, created_at, channel } of reads) {
    if (operator === null) continue;
    const {
      name = operator.name ?? operator.id,
      last = created_at,
      how,
      times = 0,
    } = readers.get(operator.id) ?? {};
    readers.set(operator.id, { name, last, how: how ?? CHANNELS[channel], times: times + 1 });
  }
  return [...readers.values()];
}

/** `isMore`: the log has more entries about the customer than were read. */
export function readersPanel(context: PageContext, reads: readonly ActivityEntry[], isMore: boolean): Html {
  const name = 'Who saw this customer';
  const readers = readersOf(reads);
  const content =
    readers.length === 0
      ? emptyState(
          'Nobody is recorded',
          'Operators appear here after a page or a call has shown them personal data.',
        )
      : table(context, name, READERS, readers);
  return panel(name, content, {
    id: 'readers',
    note: html`<p class="muted">
      ${isMore ? `From the newest ${ACTIVITY_READ} entries about this customer. ` : ''}The same page within
      ten minutes counts once. Lists and pages of transfers that name the customer are in the
      <a href="/console/activity?operation=viewPersonalData">activity log</a> under their own names.
    </p>`,
  });
}
