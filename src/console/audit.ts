/** Whether the history is being witnessed: the last signed checkpoint of each stream. */
import type { AuditStatus, StreamCheckpoint } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { placeOfStream, whose } from './places.ts';
import { badge, copyButton, empty, facts, grouped, panel, table, text, when } from './ui.ts';
import { ask } from './visit.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

async function audit(visit: Visit): Promise<Found> {
  const found = await ask<AuditStatus>(visit, '/operator/v1/audit');
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
    content: html`${panel('Checkpoints', statusHtml(visit, found))}
    ${panel(
      'Last checkpoint of each stream',
      data.length === 0
        ? empty(
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

const statusHtml = (visit: Visit, { every_seconds, written_at, writing, public_key }: AuditStatus): Html =>
  facts([
    ['How often', text(every_seconds === null ? null : `every ${grouped(String(every_seconds))} seconds`)],
    ['Written by this node', badge(writing ? 'yes' : 'no', writing ? 'ok' : 'plain')],
    ['Last time', when(written_at, visit.now)],
    [
      'Public key',
      html`<span class="copyable"
        ><code class="clip long">${public_key}</code>${copyButton(public_key, 'Copy the key')}</span
      >`,
    ],
  ]);

const columns = (visit: Visit) => [
  {
    label: 'Stream',
    heads: true,
    cell({ stream }: StreamCheckpoint) {
      const place = placeOfStream(visit, stream);
      return place === undefined ? html`<code>${stream}</code>` : whose(place);
    },
  },
  { label: 'Events', numeric: true, cell: ({ size }: StreamCheckpoint) => html`${grouped(String(size))}` },
  {
    label: 'Head',
    cell: ({ hash }: StreamCheckpoint) =>
      hash === null
        ? text(null)
        : html`<span class="copyable"
            ><code title="${hash}">${hash.slice(0, 12)}…${hash.slice(-8)}</code
            >${copyButton(hash, 'Copy the hash')}</span
          >`,
  },
  { label: 'Signed', cell: ({ time }: StreamCheckpoint) => when(time, visit.now) },
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
    Nothing on this page verifies anything: whoever could change the history could change this page too. Run
    this where you trust the machine; it reads the streams and nothing else:
  </p>
  <pre><code>npm run --silent cli -- audit verify --checkpoints FOLDER</code></pre>
</div>`;

export const auditPages: readonly ConsoleRoute[] = [{ path: '/console/audit', get: audit }];
