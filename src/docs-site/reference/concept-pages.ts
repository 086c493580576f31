/** Pages about what runs through the whole interface: the types of events, and the states of transfers. */
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
    summary: 'Every type of event, when it is fired, and the object it shows.',
    content: html`<h1>Event types</h1>
      <p class="lead">
        Every change that matters to you is an event, with a snapshot of the object after it. Read them by
        <a href="${root}/events">the events calls</a>, or have them delivered to a webhook endpoint.
      </p>
      <p>
        Types may be added: answer with 2xx and ignore those that you do not know.
        <code>object_version</code> orders the snapshots of one object.
      </p>
      <dl class="codes-list">
        ${Object.entries(EVENT_TYPES).map(
          ([type, { object, when }]) =>
            html`<div id="${type}">
              <dt>
                <code>${type}</code>
                <span class="note">shows <a href="${root}/objects#${object}">${object}</a></span>
              </dt>
              <dd><p>${renderInline(when)}</p></dd>
            </div>`,
        )}
      </dl>
      <h2 id="example">An event</h2>
      ${codeBlock('Event', jsonHtml(example))}`,
  };
}

const ABOUT: Readonly<Record<TransferKind, string>> = {
  user_to_user: 'From a wallet to another user’s wallet of the same asset.',
  conversion: 'Between the points and the coin of one user, at a quoted price.',
  onramp: 'Fiat comes in, and a wallet is credited.',
  offramp: 'Points leave a wallet, and fiat is paid out.',
};

export function statesPage({ root }: ApiReference): DocsPage {
  return {
    href: `${root}/states`,
    title: 'States of a transfer',
    summary: 'Which states each kind of transfer goes through, and what moves it on.',
    content: html`<h1>States of a transfer</h1>
      <p class="lead">
        All kinds share one set of states. Each step is an event, <code>transfer.state_changed</code>, and the
        next <code>version</code>.
      </p>
      ${TRANSFER_KINDS.map(kindView)}`,
  };
}

function kindView(kind: TransferKind): Html {
  return html`<h2 id="${kind}"><code>${kind}</code></h2>
    <p>${ABOUT[kind]}</p>
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
