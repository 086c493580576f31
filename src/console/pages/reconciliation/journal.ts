/** Downloads of the journal for accounting systems. */
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { panel } from '../../ui/panels.ts';
import { joined } from '../lists/list-page.ts';
import { apiPathOf, environmentInPath, pagePathOf } from './reconciliation-paths.ts';

const MONTHS_SHOWN = 6;

export const journalPath = (environment: string, period: string): string =>
  `${pagePathOf(environment)}/journal/${period}`;

/** The newest months, the current one first. */
export function journalPanel({ now }: PageContext, environment: string): Html {
  const months: string[] = [];
  const month = new Date(new Date(now).toISOString().slice(0, 7));
  for (; months.length < MONTHS_SHOWN; month.setUTCMonth(month.getUTCMonth() - 1))
    months.push(month.toISOString().slice(0, 7));
  return panel(
    'Journal',
    html`<ul class="links">
      ${months.map((each) => html`<li><a href="${journalPath(environment, each)}">${each}</a></li>`)}
    </ul>`,
    {
      note: html`<p class="muted">
        All debits and credits of a month (UTC) for an accounting system, as CSV.
      </p>`,
    },
  );
}

async function journalFile(context: PageContext): Promise<PageResult> {
  const environment = environmentInPath(context);
  if (isProblem(environment)) return environment;
  const { calls, session, requestId, origin, params } = context;
  const search = new URLSearchParams({ period: params['period'] ?? '' }).toString();
  const target = { path: `${apiPathOf(environment)}/journal`, search, requestId, origin, accept: 'text/csv' };
  const reply = await calls.call(session.token, { method: 'GET', ...target });
  if (isProblem(reply)) return reply;
  const { body, rest, file } = reply;
  return { kind: 'download', name: file?.name ?? 'journal.csv', parts: joined(body, rest) };
}

export const journalPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/journal/{period}', get: journalFile },
];
