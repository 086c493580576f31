/** The parts of this node: what each is, whether it works, and where its trouble is dealt with. */
import { conditionNames } from '../../../operator/resources/attention.ts';
import { html } from '../../../web/html.ts';
import type { ConsoleRoute, PageContext, PageResult } from '../../page-context.ts';
import { panel } from '../../ui/panels.ts';
import { liveRows, table } from '../../ui/tables.ts';
import { badge, textHtml, timestampHtml, toLabel } from '../../ui/text.ts';

type About = { readonly text: string; readonly href?: string };

/** By the names of the parts. One that is missing here is shown without an explanation. */
const PARTS: Readonly<Record<string, About>> = {
  event_store: { text: 'Stores all events. Without it, writes are refused.' },
  documents: { text: 'Stores what reads return. Without it, reads are refused.' },
  storage: { text: 'Writes the database file. After a failure, this process must be restarted.' },
  keys: { text: 'What was loaded at the start, such as API keys and operators.' },
  projections: { text: 'Turn events into what reads return.', href: '/console/projections' },
  books: { text: 'Books whose events cannot be applied are refused.', href: '/console/audit' },
  webhooks: { text: 'Endpoints whose signing keys cannot be opened are paused.', href: '/console/webhooks' },
  admission: { text: 'Limits writes while projections are behind.', href: '/console/projections' },
  vault: { text: 'Keeps the keys of personal data.', href: '/console/audit' },
  terms: { text: 'The terms that people in production accept.' },
};

type Part = { readonly id: string; readonly ok: boolean; readonly detail: string | undefined };

const stateOf = ({ ok, detail }: Part) =>
  ok
    ? detail === undefined
      ? badge('ok')
      : badge('warning', 'wait')
    : badge('failed', 'stop', 'not working');

function healthPage(context: PageContext): PageResult {
  const { services, now } = context;
  const { ready, parts } = services.health();
  const rows = Object.entries(parts).map(([id, { ok, detail }]): Part => ({ id, ok, detail }));
  return {
    kind: 'page',
    title: 'Health',
    section: 'health',
    lead: html`<p>The parts of this node, as <code>/readyz</code> reports them.</p>`,
    actions: ready ? badge('ready', 'ok') : badge('not ready', 'stop'),
    content: panel(
      'Parts',
      liveRows(
        'Health',
        table(
          'Parts',
          [
            {
              label: 'Part',
              isRowHeader: true,
              cell: ({ id }) => {
                const href = PARTS[id]?.href;
                const name = toLabel(id);
                return href === undefined ? html`${name}` : html`<a href="${href}">${name}</a>`;
              },
            },
            { label: 'State', small: 'aside', cell: stateOf },
            {
              label: 'Since',
              cell: ({ id, ok, detail }) =>
                ok && detail === undefined
                  ? textHtml(null)
                  : timestampHtml(services.conditions.since([conditionNames.part(id)]), now),
            },
            { label: 'Detail', cell: ({ detail }) => textHtml(detail) },
            { label: 'What it does', small: 'plain', cell: ({ id }) => textHtml(PARTS[id]?.text) },
          ],
          rows,
        ),
      ),
    ),
  };
}

export const healthPages: readonly ConsoleRoute[] = [{ path: '/console/health', get: healthPage }];
