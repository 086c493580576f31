/** The pages about event types and transfer states. */

import type { PublicEventType } from '../../generated/api.ts';
import {
  isFinalState,
  type TRANSFER_TRANSITIONS,
  type TransferKind,
  type TransferState,
} from '../../ledger/transfer.ts';
import { html, type Html } from '../../web/html.ts';
import { codeBlock, jsonHtml } from '../code-block.ts';
import { renderInline } from '../guides.ts';
import type { DocsPage } from '../page-frame.ts';
import type { ApiReference } from './api-pages.ts';

// When each type of event is sent, and which object it contains. A missing type does not compile.

export const EVENT_TYPES: Readonly<
  Record<PublicEventType, { readonly object: string; readonly when: string }>
> = {
  'user.created': { object: 'User', when: 'A user is created.' },
  'user.kyc_status_changed': {
    object: 'User',
    when: '`kyc_status` changes: by the hosted page, a review, or the sandbox.',
  },
  'user.terms_status_changed': {
    object: 'User',
    when: '`terms_status` changes: by the hosted page or the sandbox.',
  },
  'user.deactivated': { object: 'User', when: 'A user is permanently deactivated.' },
  'transfer.created': {
    object: 'Transfer',
    when: 'You create a transfer, or a payment to a deposit account creates one.',
  },
  'transfer.state_changed': {
    object: 'Transfer',
    when: 'A transfer changes its state. `previous_attributes` contains the previous state.',
  },
  'deposit.received': {
    object: 'Transfer',
    when: 'Fiat was received for an on-ramp. The transfer is in the state `funds_received`.',
  },
  'deposit.returned': {
    object: 'Transfer',
    when: 'Fiat is returned to its sender because it was too little, too late, or not accepted.',
  },
  'payout.returned': {
    object: 'Transfer',
    when: 'A payout could not be delivered or was returned. `state_reason` contains the reason.',
  },
  'payout.returned_late': {
    object: 'LateMovement',
    when: 'The bank returned a payout that was `completed`. The wallet is credited; the transfer stays `completed`. An addition to the API contract.',
  },
  'deposit.reversed': {
    object: 'LateMovement',
    when: 'The bank took back a deposit that was `completed`. The wallet is debited, and what it did not have is a `receivable`. An addition to the API contract.',
  },
  'deposit_account.deactivated': { object: 'DepositAccount', when: 'A deposit account is deactivated.' },
  'webhook_endpoint.disabled': {
    object: 'WebhookEndpoint',
    when: 'The service disables an endpoint, because it answered 410 or accepted nothing for five days. The other endpoints receive it.',
  },
  'wallet.created': { object: 'WalletSnapshot', when: 'A wallet is created.' },
  'wallet.frozen': {
    object: 'WalletSnapshot',
    when: 'A wallet is frozen, by an operator or because its user is deactivated.',
  },
  'wallet.unfrozen': { object: 'WalletSnapshot', when: 'An operator unfreezes a wallet.' },
  'reward.granted': {
    object: 'WalletHistoryEntry',
    when: 'A wallet receives a reward. `data` is the entry of its history.',
  },
  'receivable.repaid': {
    object: 'WalletHistoryEntry',
    when: 'A credit repays what the user of a wallet owes. Each entry of its history is an event.',
  },
  'webhook_endpoint.test': { object: 'WebhookEndpoint', when: 'You send a test to an endpoint.' },
};

// What leads a transfer from one state to the next. A step that the ledger has and this table lacks does not compile, or vice versa.

type Steps = typeof TRANSFER_TRANSITIONS;

/** For each state, the reason for each step to a next state. */
type StepReasons<Next extends Readonly<Record<string, readonly string[]>>> = {
  readonly [From in keyof Next]: { readonly [To in Next[From][number]]: string };
};

/** The reasons in Markdown. `new` describes the first state. */
const STEP_REASONS: {
  readonly [Kind in TransferKind]: { readonly new: Readonly<Record<string, string>> } & StepReasons<
    Steps[Kind]
  >;
} = {
  user_to_user: {
    new: { pending: 'The transfer is created. The response already shows a later state.' },
    pending: {
      completed: 'Immediately, in the same ledger transaction.',
      in_review: 'The amount requires a review. The money is in `pending`.',
      canceled: 'Reserved for cancellation before posting; not used yet.',
    },
    in_review: {
      completed: 'The review approves it.',
      failed: 'The review rejects it, and the sender gets the money back.',
    },
  },
  conversion: {
    new: { pending: 'The transfer is created with a quote. The response already shows a later state.' },
    pending: {
      completed: 'Immediately, in one ledger transaction.',
      failed: 'Coin stock or points backing has become insufficient since the quote. No money moved.',
    },
  },
  onramp: {
    new: { awaiting_funds: 'You create it, or a payment arrives at a deposit account.' },
    awaiting_funds: {
      funds_received: 'Fiat is received.',
      returned: 'The received amount is below the minimum or not accepted, and is returned.',
      canceled: 'No payment is received in time, the payer declines, or you cancel.',
      failed: 'The rail rejects the request for payment instructions.',
    },
    funds_received: {
      completed: 'The received amount is credited in the same append.',
      in_review: 'The amount requires a review. The credit is in `pending`.',
      failed: 'Reserved; not used yet.',
    },
    in_review: {
      completed: 'The review approves it.',
      returned: 'The review rejects it, and the fiat is returned.',
      failed: 'Reserved; not used yet.',
    },
  },
  offramp: {
    new: { pending: 'The transfer is created, and the wallet is debited.' },
    pending: {
      payout_submitted: 'The rail accepts the payout.',
      in_review: 'The amount requires a review. The wallet is already debited.',
      failed: 'The rail rejects the payout before the wallet is debited.',
      canceled: 'Reserved; not used yet.',
    },
    in_review: {
      payout_submitted: 'The review approves it, and the rail accepts the payout.',
      refunded: 'The review rejects it, and the wallet gets the full amount back.',
    },
    payout_submitted: {
      completed: 'The rail has completed the payout.',
      undeliverable: 'The rail cannot deliver the payout.',
      returned: 'The recipient’s bank returned the payout to the rail.',
    },
    undeliverable: { refunded: 'Immediately. The wallet gets the full amount back.' },
    returned: { refunded: 'Immediately. The wallet gets the full amount back.' },
  },
};

// The keys of the table are the kinds.
export const TRANSFER_KINDS = Object.keys(STEP_REASONS) as readonly TransferKind[];

/** `from` is `new` for the first state; `when` is Markdown. */
type Step = {
  readonly from: TransferState | 'new';
  readonly to: TransferState;
  readonly when: string;
};

/** The steps of a kind, ordered by their first state. */
export const stepsOf = (kind: TransferKind): readonly Step[] =>
  Object.entries(STEP_REASONS[kind]).flatMap(([from, steps]) =>
    // The keys of the tables are states, which the compiler has checked above.
    Object.entries(steps).map(([to, when]) => ({ from, to, when }) as Step),
  );

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
