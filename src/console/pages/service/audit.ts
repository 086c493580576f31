/** Whether the history is being witnessed: the last verification, and the last signed checkpoint of each stream. */
import type {
  AuditFinding,
  AuditStatus,
  LastVerification,
  StreamCheckpoint,
} from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { locateStream, bookLink } from '../../book-location.ts';
import {
  badge,
  copyButton,
  emptyState,
  factList,
  groupDigits,
  panel,
  table,
  textHtml,
  timestampHtml,
} from '../../ui/components.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

async function audit(visit: PageContext): Promise<PageResult> {
  const found = await getFromApi<AuditStatus>(visit, '/operator/v1/audit');
  if (isProblem(found)) return found;
  const { data, enabled, has_more } = found;
  return {
    kind: 'page',
    title: 'Audit',
    section: 'audit',
    lead: html`<p>
      The history proves itself: each event carries the hash of the one before, and signed checkpoints say how
      far it had come.
    </p>`,
    actions: enabled ? badge('on', 'ok', 'Checkpoints are written') : badge('off', 'wait', 'No checkpoints'),
    content: html`${panel('Last verification', lastHtml(visit, found))}
    ${panel('Checkpoints', statusHtml(visit, found))}
    ${panel(
      'Last checkpoint of each stream',
      data.length === 0
        ? emptyState(
            'No checkpoint yet',
            enabled
              ? 'The first one is written when the time for it comes.'
              : 'Set CHECKPOINT_DIR to a folder outside the stores, and they are written on a schedule.',
          )
        : html`${table('Checkpoints', columns(visit), data)}${has_more && html`<p class="links">There are more in the folder.</p>`}`,
    )}
    ${panel('To verify it', verifyHtml)}`,
  };
}

const statusHtml = (
  visit: PageContext,
  { every_seconds, written_at, writing, public_key }: AuditStatus,
): Html =>
  factList([
    [
      'How often',
      textHtml(every_seconds === null ? null : `every ${groupDigits(String(every_seconds))} seconds`),
    ],
    ['Written by this node', badge(writing ? 'yes' : 'no', writing ? 'ok' : 'plain')],
    ['Last time', timestampHtml(written_at, visit.now)],
    [
      'Public key',
      html`<span class="copyable"
        ><code class="clip long">${public_key}</code>${copyButton(public_key, 'Copy the key')}</span
      >`,
    ],
  ]);

/** How long a verification stays recent: the alert waits as long. */
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

function lastHtml(visit: PageContext, { last_verification: last, enabled }: AuditStatus): Html {
  if (last === null)
    return emptyState(
      'No verification is recorded',
      enabled
        ? 'Run the command below, with the CHECKPOINT_DIR and the master key of this service.'
        : 'Set CHECKPOINT_DIR to a folder outside the stores, for this service and for the command below.',
    );
  const { ok, findings, findings_in_all } = last;
  return html`${factList([
    ['Result', resultHtml(last, visit.now)],
    ['Done', timestampHtml(last.finished_at, visit.now)],
    [
      'Read',
      html`${groupDigits(String(last.events))} events of
        ${last.store === 'sqlite' ? 'the file' : 'the server'} <code>${last.place}</code>`,
    ],
    ['Up to', html`position ${groupDigits(last.position)}`],
    ['Newest event', timestampHtml(last.newest_event_at, visit.now)],
    [
      'Held against',
      textHtml(
        last.checkpoints === 0
          ? 'no checkpoints'
          : `${groupDigits(String(last.checkpoints))} signed checkpoints`,
      ),
    ],
    ['By', textHtml(last.user === null ? last.host : `${last.user} on ${last.host}`)],
  ])}${!ok && table('Wrong events', findingColumns(visit), findings)}${findings_in_all > findings.length && html`<p class="links">${wrongStreams(findings_in_all)} in all.</p>`}`;
}

const wrongStreams = (count: number): string =>
  count === 1 ? '1 stream is wrong' : `${groupDigits(String(count))} streams are wrong`;

function resultHtml({ ok, finished_at, findings_in_all }: LastVerification, now: number): Html {
  if (!ok) return badge('wrong', 'stop', wrongStreams(findings_in_all));
  return now - Date.parse(finished_at) > RECENT_MS
    ? badge('old', 'wait', 'All right, but long ago')
    : badge('right', 'ok', 'All right');
}

const streamHtml = (visit: PageContext, stream: string): Html => {
  const place = locateStream(visit, stream);
  return place === undefined ? html`<code>${stream}</code>` : bookLink(place);
};

const findingColumns = (visit: PageContext) => [
  { label: 'Stream', heads: true, cell: ({ stream }: AuditFinding) => streamHtml(visit, stream) },
  {
    label: 'Revision',
    numeric: true,
    cell: ({ revision }: AuditFinding) => html`${groupDigits(String(revision))}`,
  },
  { label: 'Type', cell: ({ type }: AuditFinding) => textHtml(type) },
  { label: 'What is wrong', cell: ({ rule, reason }: AuditFinding) => html`<code>${rule}</code> ${reason}` },
];

const columns = (visit: PageContext) => [
  {
    label: 'Stream',
    heads: true,
    cell: ({ stream }: StreamCheckpoint) => streamHtml(visit, stream),
  },
  {
    label: 'Events',
    numeric: true,
    cell: ({ size }: StreamCheckpoint) => html`${groupDigits(String(size))}`,
  },
  {
    label: 'Head',
    cell: ({ hash }: StreamCheckpoint) =>
      hash === null
        ? textHtml(null)
        : html`<span class="copyable"
            ><code title="${hash}">${hash.slice(0, 12)}…${hash.slice(-8)}</code
            >${copyButton(hash, 'Copy the hash')}</span
          >`,
  },
  { label: 'Signed', cell: ({ time }: StreamCheckpoint) => timestampHtml(time, visit.now) },
  {
    label: 'State',
    cell: ({ problem }: StreamCheckpoint) =>
      problem === null
        ? badge('witnessed', 'ok')
        : html`${badge('problem', 'stop')} <small>${problem}</small>`,
  },
];

const verifyHtml = html`<div class="prose">
  <p>
    Nothing on this page proves anything: whoever could change the history could change this page too. Run
    this where you trust the machine; it reads the streams and nothing else:
  </p>
  <pre><code>npm run --silent cli -- audit verify --checkpoints FOLDER</code></pre>
</div>`;

export const auditPages: readonly ConsoleRoute[] = [{ path: '/console/audit', get: audit }];
