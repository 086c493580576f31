/** Renders the approval page: the payment request and its outcome. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { TEST_MODE_NOTICE, expiredLink, notice } from '../notice-pages.ts';
import type { Notice } from '../notice-pages.ts';
import type { Page } from '../page.ts';
import type { Payment } from './payment.ts';

const FRAME = {
  purpose: 'Payment request',
  footer: 'Approve only payments that you expect. We never ask for your password on this page.',
};

/** The request, with buttons to approve or decline it. */
export function approvalPage(payment: Payment, token: string): Page {
  const { isSandbox, payee } = payment;
  const title = payee === undefined ? 'Payment request' : `Payment to ${payee}`;
  return {
    status: 200,
    title: 'Approve a payment',
    ...FRAME,
    ...(isSandbox ? { preamble: TEST_MODE_NOTICE } : {}),
    content: html`<h1>${title}</h1>
      ${sum(payment)} ${details(payment)}
      <p class="lead">
        ${
          isSandbox
            ? 'Approve only if you expected this request and know who sent it. You can’t undo it on this page.'
            : 'To approve, follow the instructions in the message from your bank. If you did not expect this request, decline it.'
        }
      </p>
      <form method="post" action="${payment.token}">
        <input type="hidden" name="form_token" value="${token}" />
        <div class="actions">
          ${
            isSandbox &&
            html`<button class="button" name="decision" value="pay">Pay ${amountOf(payment)}</button>`
          }
          <button class="button quiet" name="decision" value="decline">Decline</button>
        </div>
      </form>`,
  };
}

const currencyOf = ({ transfer }: Payment): string => (transfer.source.currency ?? '').toUpperCase();
/** With thousands separators. */
const figureOf = ({ transfer }: Payment): string => transfer.amount.replace(/\B(?=(\d{3})+\.)/g, ',');
const amountOf = (payment: Payment): string => `${figureOf(payment)} ${currencyOf(payment)}`;

const sum = (payment: Payment): Html =>
  html`<p class="amount">${figureOf(payment)} <small>${currencyOf(payment)}</small></p>`;

function details({ transfer, payee }: Payment): Html {
  const { reference, expires_at } = transfer.deposit_instructions ?? {};
  const row = (name: string, value: Html): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl>
    ${payee !== undefined && row('To', html`${payee}`)}
    ${reference !== undefined && row('Reference', html`<span class="mono">${reference}</span>`)}
    ${
      expires_at !== undefined &&
      row('Respond by', html`<time datetime="${expires_at}">${timeText(expires_at)}</time>`)
    }
  </dl>`;
}

/** In UTC, because a page without scripts does not know the reader's time zone. */
const timeText = (time: string): string =>
  `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(time))} UTC`;

/** The page once the payment has been decided. */
export function outcomePage(payment: Payment): Page {
  const { transfer, isSandbox } = payment;
  const preamble = isSandbox ? { preamble: TEST_MODE_NOTICE } : {};
  const shown = outcomeOf(payment);
  if (shown === undefined || transfer.state_reason?.code === 'expired')
    return { ...expiredLink(), ...FRAME, ...preamble };
  return {
    status: 200,
    title: shown.title,
    ...FRAME,
    ...preamble,
    content: html`${notice(shown)}
      <p class="after">You can close this page.</p>`,
  };
}

/** Undefined for a request that has expired before the ledger has recorded it. */
function outcomeOf(payment: Payment): Notice | undefined {
  const { transfer } = payment;
  const amount = amountOf(payment);
  switch (transfer.state) {
    case 'awaiting_funds':
    case 'pending':
      return undefined;
    case 'canceled':
      return transfer.state_reason?.code === 'declined'
        ? { tone: 'good', title: 'You declined the payment', text: `You were not charged ${amount}.` }
        : { tone: 'stop', title: 'The request was canceled', text: `You were not charged ${amount}.` };
    case 'in_review':
      return {
        tone: 'wait',
        title: 'The payment is under review',
        text: `You paid ${amount}. We review the payment before we credit it. You don’t need to do anything.`,
      };
    case 'funds_received':
    case 'completed':
      return { tone: 'good', title: 'The payment is approved', text: `You paid ${amount}. Thank you.` };
    case 'returned':
    case 'failed':
    case 'payout_submitted':
    case 'undeliverable':
    case 'refunded':
      return {
        tone: 'stop',
        title: 'The payment was returned',
        text: `We could not credit ${amount} and are returning it to you.`,
      };
  }
}
