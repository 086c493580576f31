/** Renders the approval page: the payment request and its outcome. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { Language } from '../languages/language.ts';
import { expiredLink, notice, testModeNotice } from '../notice-pages.ts';
import type { Notice } from '../notice-pages.ts';
import type { Page } from '../page.ts';
import type { PageRequest } from '../page-request.ts';
import type { Payment } from './payment.ts';

/** With the name of the integrator that payers know, if it has one. */
type ShownPayment = Payment & { readonly company: string | null | undefined };

/** The request, with buttons to approve or decline it. */
export function approvalPage(request: PageRequest, payment: ShownPayment, token: string): Page {
  const { language, linkSuffix } = request;
  const { text } = language;
  const { isSandbox, payee } = payment;
  const title = payee === undefined ? text('payment.request') : text('payment.to', { payee });
  return {
    status: 200,
    title: text('payment.title'),
    showsTimes: true,
    ...frameOf(language, payment),
    content: html`<h1>${title}</h1>
      ${sum(language, payment)} ${details(language, payment)}
      <p class="lead">${text(isSandbox ? 'payment.sandbox_lead' : 'payment.lead')}</p>
      <form method="post" action="${payment.token}${linkSuffix}">
        <input type="hidden" name="form_token" value="${token}" />
        <div class="actions">
          ${
            isSandbox &&
            html`<button class="button" name="decision" value="pay">
              ${text('payment.pay', { amount: amountOf(language, payment) })}
            </button>`
          }
          <button class="button quiet" name="decision" value="decline">${text('payment.decline')}</button>
        </div>
      </form>`,
  };
}

const frameOf = (language: Language, { isSandbox }: Payment) => ({
  purpose: 'payment' as const,
  ...(isSandbox ? { preamble: testModeNotice(language) } : {}),
});

const currencyOf = ({ transfer }: Payment): string => (transfer.source.currency ?? '').toUpperCase();
const amountOf = (language: Language, payment: Payment): string =>
  `${language.number(payment.transfer.amount)} ${currencyOf(payment)}`;

const sum = (language: Language, payment: Payment): Html =>
  html`<p class="amount">
    ${language.number(payment.transfer.amount)} <small>${currencyOf(payment)}</small>
  </p>`;

/** Whom the payer pays, and what for. */
function details({ text, time }: Language, payment: ShownPayment): Html {
  const { transfer, payee, company } = payment;
  const { reference, expires_at } = transfer.deposit_instructions ?? {};
  const asset = transfer.destination.asset === 'svc-points' ? 'points' : 'coin';
  const row = (name: string, value: Html): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl>
    ${payee !== undefined && row(text('payment.payee'), html`${payee}`)}
    ${typeof company === 'string' && row(text('payment.company'), html`${company}`)}
    ${row(
      text('payment.purpose'),
      html`${
        payee === undefined
          ? text('payment.purpose_unnamed', { asset })
          : text('payment.purpose_text', { asset, payee })
      }`,
    )}
    ${reference !== undefined && row(text('payment.reference'), html`<span class="mono">${reference}</span>`)}
    ${
      payment.isOpen &&
      expires_at !== undefined &&
      row(text('payment.respond_by'), html`<time datetime="${expires_at}">${time(expires_at)}</time>`)
    }
  </dl>`;
}

/** The page once the payment has been decided. */
export function outcomePage({ language }: PageRequest, payment: ShownPayment): Page {
  const frame = frameOf(language, payment);
  const shown = outcomeOf(language, payment);
  if (shown === undefined || payment.transfer.state_reason?.code === 'expired')
    return { ...expiredLink(language), ...frame };
  return {
    status: 200,
    title: shown.title,
    ...frame,
    content: html`${notice({ ...shown, details: details(language, payment) })}
      <p class="after">${language.text('after.close')}</p>`,
  };
}

/** Undefined for a request that has expired before the ledger has recorded it. */
function outcomeOf(language: Language, payment: Payment): Notice | undefined {
  const { text } = language;
  const { transfer } = payment;
  const amount = amountOf(language, payment);
  switch (transfer.state) {
    case 'awaiting_funds':
    case 'pending':
      return undefined;
    case 'canceled': {
      const isDeclined = transfer.state_reason?.code === 'declined';
      return {
        tone: isDeclined ? 'good' : 'stop',
        title: text(isDeclined ? 'payment.declined' : 'payment.canceled'),
        text: text('payment.not_charged', { amount }),
      };
    }
    case 'in_review':
      return {
        tone: 'wait',
        title: text('payment.in_review'),
        text: text('payment.in_review_text', { amount }),
      };
    case 'funds_received':
    case 'completed':
      return {
        tone: 'good',
        title: text('payment.approved'),
        text: text('payment.approved_text', { amount }),
      };
    case 'returned':
    case 'failed':
    case 'payout_submitted':
    case 'undeliverable':
    case 'refunded':
      return {
        tone: 'stop',
        title: text('payment.returned'),
        text: text('payment.returned_text', { amount }),
      };
  }
}
