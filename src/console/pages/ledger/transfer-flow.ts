/** How the money of a transfer flows: from its source through the accounts of the book to its destination. */
import type { TransferView } from '../../../../projections/views.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { partyHtml } from '../../parties.ts';
import type { Parties } from '../../parties.ts';
import { panel } from '../../ui/panels.ts';
import { amountHtml, badge } from '../../ui/text.ts';
import { transferUnit } from './transfer-table.ts';
import type { TimelineEvent } from './transfer-timeline.ts';

/** Accounts of the book in the order in which postings first moved money through them, without wallets. */
function accountsBetween(timeline: readonly TimelineEvent[]): readonly string[] {
  const lines = timeline.flatMap(({ event }) => (event.type === 'posting.recorded' ? event.data.lines : []));
  return [...new Set(lines.map(({ account }) => account).filter((account) => !account.startsWith('wal_')))];
}

/** Steps in reading order, so that the list reads the same without styles. */
export function flowPanel(
  parties: Parties,
  transfer: TransferView,
  timeline: readonly TimelineEvent[],
): Html {
  const { source, destination, amount, state } = transfer;
  const between = accountsBetween(timeline);
  return panel(
    'Flow of money',
    html`<ol class="flow" aria-label="Flow of money">
      <li><span class="flow-label">From</span>${partyHtml(parties.of(source))}</li>
      <li>
        <span class="flow-label">${amountHtml(amount, transferUnit(transfer))}</span>
        ${between.length === 0 ? html`<span class="muted">directly</span>` : between.map((account) => html`<code>${account}</code> `)}
      </li>
      <li><span class="flow-label">To</span>${partyHtml(parties.of(destination))} ${badge(state)}</li>
    </ol>`,
  );
}
