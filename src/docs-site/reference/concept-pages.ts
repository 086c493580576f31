/** The pages about event types and transfer states. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { isFinalState } from '../../ledger/transfers/transfer.ts';
import type { TransferKind } from '../../ledger/transfers/transfer.ts';
import type { ApiReference } from './api-pages.ts';
import { EVENT_TYPES } from './event-types.ts';
import type { DocsPage } from '../page-frame.ts';
import { codeBlock, jsonHtml } from '../code-block.ts';
import { renderInline } from '../guides/markdown.ts';
import { TRANSFER_KINDS, stepsOf } from './transfer-states.ts';

export function eventTypesPage({ document, root }: ApiReference): DocsPage {
  const [example] = document.schemas['PublicEvent']?.examples ?? [];
  return {
    href: `${root}/event-types`,
    title: 'Event types',
    summary: 'Every event type, when it is sent, and the object it contains.',
    content: html`<h1>Event types</h1>
      <p class="lead">
        Every change is an event with a snapshot of the object after the change. Read events with the
        <a href="${root}/events">events operations</a>, or receive them at a webhook endpoint.
      </p>
      <p>
        New types may be added. Respond with 2xx to types that you do not know, and ignore them.
        <code>object_version</code> orders the snapshots of one object.
      </p>
      <dl class="codes-list">
        ${Object.entries(EVENT_TYPES).map(
          ([type, { object, when }]) =>
            html`<div id="${type}">
              <dt>
                <code>${type}</code>
                <span class="note">contains <a href="${root}/objects#${object}">${object}</a></span>
              </dt>
              <dd><p>${renderInline(when)}</p></dd>
            </div>`,
        )}
      </dl>
      <h2 id="example">Example</h2>
      ${codeBlock('Event', jsonHtml(example))}`,
  };
}

export const ABOUT_KINDS: Readonly<Record<TransferKind, string>> = {
  user_to_user: 'From a wallet to another user’s wallet of the same asset.',
  conversion: 'Between points and coin of the same user, at a quoted price.',
  onramp: 'Fiat is received, and a wallet is credited.',
  offramp: 'A wallet is debited, and fiat is paid out.',
};

export function statesPage({ root }: ApiReference): DocsPage {
  return {
    href: `${root}/states`,
    title: 'Transfer states',
    summary: 'The states of each kind of transfer, and what leads from one to the next.',
    content: html`<h1>Transfer states</h1>
      <p class="lead">
        All kinds of transfers share one set of states. Each change of state sends a
        <code>transfer.state_changed</code> event and increments <code>version</code>.
      </p>
      ${TRANSFER_KINDS.map(kindView)}`,
  };
}

function kindView(kind: TransferKind): Html {
  return html`<h2 id="${kind}"><code>${kind}</code></h2>
    <p>${ABOUT_KINDS[kind]}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="States of ${kind}">
      <table class="states">
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          ${stepsOf(kind).map(
            ({ from, to, when }) =>
              html`<tr>
                <td>${from === 'new' ? html`<span class="note">new</span>` : html`<code>${from}</code>`}</td>
                <td>
                  <code>${to}</code>${isFinalState(kind, to) && html` <span class="final">final</span>`}
                </td>
                <td>${renderInline(when)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
