/** What the approval page looks like: the request for a payment, and what came of it. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { expiredLink, notice } from '../notice-pages.ts';
import type { Notice } from '../notice-pages.ts';
import { TEST_MODE_NOTICE } from '../onboarding/status-page.ts';
import type { Page } from '../page.ts';
import type { Payment } from './payment.ts';

const FRAME = {
  purpose: 'Payment request',
  footer: 'Approve only payments that you expect. We never ask for a password here.',
};

/** The request, with the buttons to decide on it. */
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
            ? 'Approve it only if you expected it and know who asked. Afterwards it can’t be taken back here.'
            : 'Approve it with your bank, as its message to you says. If you did not expect this request, decline it.'
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
/** With commas between the thousands. */
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
      row('Answer by', html`<time datetime="${expires_at}">${timeText(expires_at)}</time>`)
    }
  </dl>`;
}

/** Everybody's time, since a page without scripts can't know the reader's. */
const timeText = (time: string): string =>
  `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(time))} UTC`;

/** The page once there is nothing to decide any more. */
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

/** Undefined for a request that ran out without anybody having noted it yet. */
function outcomeOf(payment: Payment): Notice | undefined {
  const { transfer } = payment;
  const amount = amountOf(payment);
  switch (transfer.state) {
    case 'awaiting_funds':
    case 'pending':
      return undefined;
    case 'canceled':
      return transfer.state_reason?.code === 'declined'
        ? { tone: 'good', title: 'You declined the payment', text: `${amount} was not paid.` }
        : { tone: 'stop', title: 'The request was taken back', text: `${amount} was not paid.` };
    case 'in_review':
      return {
        tone: 'wait',
        title: 'The payment is being looked at',
        text: `${amount} was paid. Somebody looks at the payment before it is credited; you need not do anything.`,
      };
    case 'funds_received':
    case 'completed':
      return { tone: 'good', title: 'The payment is approved', text: `${amount} was paid. Thank you.` };
    case 'returned':
    case 'failed':
    case 'payout_submitted':
    case 'undeliverable':
    case 'refunded':
      return {
        tone: 'stop',
        title: 'The payment went back',
        text: `${amount} could not be credited, and goes back to where it came from.`,
      };
  }
}
