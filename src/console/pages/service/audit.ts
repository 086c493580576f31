/** Audit page: the last verification, and the last signed checkpoint of each stream. */
import { groupDigits } from '../../../formats/text.ts';
import type {
  AuditFinding,
  AuditStatus,
  LastVerification,
  StreamCheckpoint,
} from '../../../generated/api.ts';
import { html, type Html } from '../../../web/html.ts';
import { bookLink, locateStream } from '../../book-location.ts';
import { read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { facts, show, table, type Column } from '../../ui/tables.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { badge, copyButton, textHtml } from '../../ui/text.ts';

async function audit(context: PageContext): Promise<PageResult> {
  const found = await read(context, 'getAuditStatus');
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
    ${panel('Checkpoints', facts(context, found, STATUS))}
    ${panel(
      'Last checkpoint of each stream',
      data.length === 0
        ? emptyState(
            'No checkpoint yet',
            enabled
              ? 'The first checkpoint is written after the configured interval.'
              : 'Set CHECKPOINT_DIR to a folder outside the stores to write checkpoints on a schedule.',
          )
        : html`${table(context, 'Checkpoints', CHECKPOINTS, data)}${has_more && html`<p class="links">The folder contains more checkpoints.</p>`}`,
    )}
    ${panel('How to verify', instructionsHtml)}`,
  };
}

const STATUS: readonly Column<AuditStatus>[] = [
  show.text('Interval', ({ every_seconds: seconds }) =>
    seconds === null ? null : `every ${groupDigits(String(seconds))} seconds`,
  ),
  show.html('Written by this node', ({ writing }) => badge(writing ? 'yes' : 'no', writing ? 'ok' : 'plain')),
  show.time('Last written', 'written_at'),
  show.html(
    'Public key',
    ({ public_key }) =>
      html`<span class="copyable"
        ><code class="clip long">${public_key}</code>${copyButton(public_key, 'Copy the key')}</span
      >`,
  ),
];

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
  return html`${facts(context, last, VERIFICATION)}${!ok && table(context, 'Findings', FINDINGS, findings)}${findings_in_all > findings.length && html`<p class="links">${failedStreams(findings_in_all)} in total.</p>`}`;
}

const VERIFICATION: readonly Column<LastVerification>[] = [
  show.html('Result', (last, { now }) => resultHtml(last, now)),
  show.time('Finished', 'finished_at'),
  show.html(
    'Events',
    ({ events, store, place }) =>
      html`${groupDigits(String(events))} events from ${store === 'sqlite' ? 'the file' : 'the server'}
        <code>${place}</code>`,
  ),
  show.text('Position', ({ position }) => groupDigits(position)),
  show.time('Newest event', 'newest_event_at'),
  show.text('Compared with', ({ checkpoints }) =>
    checkpoints === 0 ? 'no checkpoints' : `${groupDigits(String(checkpoints))} signed checkpoints`,
  ),
  show.text('Run by', ({ user, host }) => (user === null ? host : `${user} on ${host}`)),
];

const failedStreams = (count: number): string =>
  count === 1 ? '1 stream failed' : `${groupDigits(String(count))} streams failed`;

function resultHtml({ ok, finished_at, findings_in_all }: LastVerification, now: number): Html {
  if (!ok) return badge('failed', 'stop', failedStreams(findings_in_all));
  return now - Date.parse(finished_at) > RECENT_MS
    ? badge('outdated', 'wait', 'Passed, but outdated')
    : badge('passed', 'ok', 'Passed');
}

/** The book of a stream, or its name. */
const STREAM = show.html<{ readonly stream: string }>(
  'Stream',
  ({ stream }, context) => {
    const book = locateStream(context, stream);
    return book === undefined ? html`<code>${stream}</code>` : bookLink(book);
  },
  'head',
);

const FINDINGS: readonly Column<AuditFinding>[] = [
  STREAM,
  show.count('Revision', 'revision'),
  show.text('Type', 'type'),
  show.html('Finding', ({ rule, reason }) => html`<code>${rule}</code> ${reason}`),
];

const CHECKPOINTS: readonly Column<StreamCheckpoint>[] = [
  STREAM,
  show.count('Events', 'size'),
  show.html('Head', ({ hash }) =>
    hash === null
      ? textHtml(null)
      : html`<span class="copyable"
          ><code title="${hash}">${hash.slice(0, 12)}…${hash.slice(-8)}</code
          >${copyButton(hash, 'Copy the hash')}</span
        >`,
  ),
  show.time('Signed', 'time'),
  show.html(
    'State',
    ({ problem }) =>
      problem === null
        ? badge('verified', 'ok')
        : html`${badge('problem', 'stop')} <small>${problem}</small>`,
    'aside',
  ),
];

const instructionsHtml = html`<div class="prose">
  <p>
    This page is not proof: an attacker who can change the history can also change this page. Run this command
    on a machine you trust. It only reads the streams:
  </p>
  <pre><code>svc-ledger audit verify --checkpoints FOLDER</code></pre>
</div>`;

export const auditPages: readonly ConsoleRoute[] = [{ path: '/console/audit', get: audit }];
