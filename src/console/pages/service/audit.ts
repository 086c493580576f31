/** Audit page: the last verification, and the last signed checkpoint of each stream. */
import { groupDigits } from '../../../formats/text.ts';
import type {
  AuditFinding,
  AuditStatus,
  LastVerification,
  StreamCheckpoint,
} from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookLink, locateStream } from '../../book-location.ts';
import { getFromApi, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { emptyState, factList, panel } from '../../ui/panels.ts';
import { table, type Column } from '../../ui/tables.ts';
import { badge, copyButton, textHtml, timestampHtml } from '../../ui/text.ts';

async function audit(context: PageContext): Promise<PageResult> {
  const found = await getFromApi<AuditStatus>(context, '/operator/v1/audit');
  if (isProblem(found)) return found;
  const { data, enabled, has_more } = found;
  return {
    kind: 'page',
    title: 'Audit',
    section: 'audit',
    lead: html`<p>
      Each event contains the hash of the previous event. Signed checkpoints record the head of each stream
      over time.
    </p>`,
    actions: enabled
      ? badge('on', 'ok', 'Checkpoints enabled')
      : badge('off', 'wait', 'Checkpoints disabled'),
    content: html`${panel('Last verification', verificationHtml(context, found))}
    ${panel('Checkpoints', statusHtml(context, found))}
    ${panel(
      'Last checkpoint of each stream',
      data.length === 0
        ? emptyState(
            'No checkpoint yet',
            enabled
              ? 'The first checkpoint is written after the configured interval.'
              : 'Set CHECKPOINT_DIR to a folder outside the stores to write checkpoints on a schedule.',
          )
        : html`${table('Checkpoints', columns(context), data)}${has_more && html`<p class="links">The folder contains more checkpoints.</p>`}`,
    )}
    ${panel('How to verify', instructionsHtml)}`,
  };
}

const statusHtml = (
  context: PageContext,
  { every_seconds, written_at, writing, public_key }: AuditStatus,
): Html =>
  factList([
    [
      'Interval',
      textHtml(every_seconds === null ? null : `every ${groupDigits(String(every_seconds))} seconds`),
    ],
    ['Written by this node', badge(writing ? 'yes' : 'no', writing ? 'ok' : 'plain')],
    ['Last written', timestampHtml(written_at, context.now)],
    [
      'Public key',
      html`<span class="copyable"
        ><code class="clip long">${public_key}</code>${copyButton(public_key, 'Copy the key')}</span
      >`,
    ],
  ]);

/** A verification older than this is outdated. The alert uses the same limit. */
const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

function verificationHtml(context: PageContext, { last_verification: last, enabled }: AuditStatus): Html {
  if (last === null)
    return emptyState(
      'No verification is recorded',
      enabled
        ? 'Run the command below with the CHECKPOINT_DIR and the master key of this service.'
        : 'Set CHECKPOINT_DIR to a folder outside the stores, both for this service and for the command below.',
    );
  const { ok, findings, findings_in_all } = last;
  return html`${factList([
    ['Result', resultHtml(last, context.now)],
    ['Finished', timestampHtml(last.finished_at, context.now)],
    [
      'Events',
      html`${groupDigits(String(last.events))} events from
        ${last.store === 'sqlite' ? 'the file' : 'the server'} <code>${last.place}</code>`,
    ],
    ['Position', html` ${groupDigits(last.position)}`],
    ['Newest event', timestampHtml(last.newest_event_at, context.now)],
    [
      'Compared with',
      textHtml(
        last.checkpoints === 0
          ? 'no checkpoints'
          : `${groupDigits(String(last.checkpoints))} signed checkpoints`,
      ),
    ],
    ['Run by', textHtml(last.user === null ? last.host : `${last.user} on ${last.host}`)],
  ])}${!ok && table('Findings', findingColumns(context), findings)}${findings_in_all > findings.length && html`<p class="links">${failedStreams(findings_in_all)} in total.</p>`}`;
}

const failedStreams = (count: number): string =>
  count === 1 ? '1 stream failed' : `${groupDigits(String(count))} streams failed`;

function resultHtml({ ok, finished_at, findings_in_all }: LastVerification, now: number): Html {
  if (!ok) return badge('failed', 'stop', failedStreams(findings_in_all));
  return now - Date.parse(finished_at) > RECENT_MS
    ? badge('outdated', 'wait', 'Passed, but outdated')
    : badge('passed', 'ok', 'Passed');
}

const streamHtml = (context: PageContext, stream: string): Html => {
  const book = locateStream(context, stream);
  return book === undefined ? html`<code>${stream}</code>` : bookLink(book);
};

const findingColumns = (context: PageContext): readonly Column<AuditFinding>[] => [
  { label: 'Stream', isRowHeader: true, cell: ({ stream }) => streamHtml(context, stream) },
  {
    label: 'Revision',
    isNumeric: true,
    cell: ({ revision }) => html`${groupDigits(String(revision))}`,
  },
  { label: 'Type', cell: ({ type }) => textHtml(type) },
  { label: 'Finding', cell: ({ rule, reason }) => html`<code>${rule}</code> ${reason}` },
];

const columns = (context: PageContext): readonly Column<StreamCheckpoint>[] => [
  {
    label: 'Stream',
    isRowHeader: true,
    cell: ({ stream }) => streamHtml(context, stream),
  },
  {
    label: 'Events',
    isNumeric: true,
    cell: ({ size }) => html`${groupDigits(String(size))}`,
  },
  {
    label: 'Head',
    cell: ({ hash }) =>
      hash === null
        ? textHtml(null)
        : html`<span class="copyable"
            ><code title="${hash}">${hash.slice(0, 12)}…${hash.slice(-8)}</code
            >${copyButton(hash, 'Copy the hash')}</span
          >`,
  },
  { label: 'Signed', cell: ({ time }) => timestampHtml(time, context.now) },
  {
    label: 'State',
    small: 'aside',
    cell: ({ problem }) =>
      problem === null
        ? badge('verified', 'ok')
        : html`${badge('problem', 'stop')} <small>${problem}</small>`,
  },
];

const instructionsHtml = html`<div class="prose">
  <p>
    This page is not proof: an attacker who can change the history can also change this page. Run this command
    on a machine you trust. It only reads the streams:
  </p>
  <pre><code>svc-ledger audit verify --checkpoints FOLDER</code></pre>
</div>`;

export const auditPages: readonly ConsoleRoute[] = [{ path: '/console/audit', get: audit }];
