/** The parts of this node: what each is, whether it works, and where its trouble is dealt with. */
import type { NodePart, SanctionsListFile } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import { read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { liveRows, show, table, type Column } from '../../ui/tables.ts';
import { panel } from '../../ui/panels.ts';
import { badge, toLabel } from '../../ui/text.ts';
import { nodeCharts } from './node-charts.ts';

type About = { readonly text: string; readonly href?: string };

/** By the names of the parts. */
const PARTS: Readonly<Record<string, About>> = {
  event_store: { text: 'Stores all events. Without it, writes are refused.' },
  documents: { text: 'Stores what reads return. Without it, reads are refused.' },
  storage: { text: 'Writes the database file. After a failure, this process must be restarted.' },
  keys: { text: 'What was loaded at the start, such as API keys and operators.' },
  projections: { text: 'Turn events into what reads return.', href: '/console/projections' },
  books: { text: 'Books whose events cannot be applied are refused.', href: '/console/audit' },
  streams: {
    text: 'Streams whose events the event store may delete take no more writes.',
    href: '/console/audit',
  },
  webhooks: { text: 'Endpoints whose signing keys cannot be opened are paused.', href: '/console/webhooks' },
  admission: {
    text: 'Limits writes while projections are behind or a read model is built.',
    href: '/console/projections',
  },
  vault: { text: 'Keeps the keys of personal data.', href: '/console/audit' },
  master_key: {
    text: 'Encrypts personal data, keys, and secrets. It belongs in another place than the data.',
  },
  disk: { text: 'Space for the database file. On a full disk, writes are refused.' },
  backups: { text: 'Backups on a schedule.' },
  terms: { text: 'The terms that people in production accept.' },
};

const COLUMNS: readonly Column<NodePart>[] = [
  show.html(
    'Part',
    ({ id }) => {
      const href = PARTS[id]?.href;
      const name = toLabel(id);
      return html`${href === undefined ? name : html`<a href="${href}">${name}</a>`}
        <small class="second-line">${PARTS[id]?.text}</small>`;
    },
    'head',
  ),
  show.html(
    'State',
    ({ ok, detail }) => {
      if (!ok) return badge('failed', 'stop', 'not working');
      return detail === null ? badge('ok') : badge('warning', 'wait');
    },
    'aside',
  ),
  show.time('Since', 'since'),
  show.text('Detail', 'detail'),
];

const PUBLISHERS: Readonly<Record<SanctionsListFile['format'], string>> = {
  names: 'one name per line',
  csv: 'CSV with a header',
  ofac: 'OFAC',
  eu: 'European Union',
  un: 'United Nations',
};

const LIST_COLUMNS: readonly Column<SanctionsListFile>[] = [
  show.text('File', 'file'),
  show.text('Source', ({ format }) => PUBLISHERS[format]),
  show.text('Published', ({ published }) => published ?? 'not stated'),
  show.text('Names', ({ names }) => String(names)),
];

async function healthPage(context: PageContext): Promise<PageResult> {
  const { ready, parts, sanctions_lists: lists } = await read(context, 'getNode');
  // From memory, because this page matters most while stores are unavailable.
  const { data: samples } = await read(context, 'listNodeSamples');
  return {
    kind: 'page',
    title: 'Health',
    section: 'health',
    lead: html`<p>The parts of this node, as <code>/readyz</code> reports them.</p>`,
    actions: ready ? badge('ready', 'ok') : badge('not ready', 'stop'),
    hasCharts: true,
    content: html`${panel('Parts', liveRows('Health', table(context, 'Parts', COLUMNS, parts)))}
      ${panel(
        'Sanctions lists',
        lists.length === 0
          ? html`<p class="prose">No list is configured, so names are compared with the test names only.</p>`
          : table(context, 'Sanctions lists', LIST_COLUMNS, lists),
      )}
      <h2 class="section">This node, last hour</h2>
      ${nodeCharts(context, { environment: 'production', samples, hours: [] }, ['transfers', 'latency', 'lag', 'webhooks'])}`,
  };
}

export const healthPages: readonly ConsoleRoute[] = [{ path: '/console/health', get: healthPage }];
