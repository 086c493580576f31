import { COLLECTIONS } from '../../projections/collections.ts';
import { assertCurrent } from '../api/operations/read.ts';
import { findFinishedTransfer } from '../api/resources/transfer-command.ts';
import { ReadModelBehind } from '../http/errors.ts';
import type { BookUser } from '../ledger/book.ts';
import { approvePayment, declinePayment, isOnrampExpired } from '../ledger/onramp.ts';
import type { PersonalFields } from '../ledger/present.ts';
import { isClosed } from '../ledger/sandbox.ts';
import { personalFieldsContext } from '../ledger/sealing-context.ts';
import type { Transfer } from '../ledger/transfer.ts';
import { simulatedRailReference } from '../rails/simulators.ts';
import { delay, monotonicTime } from '../system/runtime.ts';
import { formToken, isCrossSite, isValidFormToken, readForm } from '../web/forms.ts';
import { html, type Html } from '../web/html.ts';
import { BookNotOpen, NO_ANSWER, type Command } from '../writer/command.ts';
import type { Language } from './languages/language.ts';
import {
  crossSiteRejected,
  expiredLink,
  notice,
  temporarilyUnavailable,
  testModeNotice,
  tooLarge,
  unknownLink,
  unreadableForm,
  type Notice,
} from './notice-pages.ts';
import { companyOfBook, findBookStream, isSandboxStream, type PageRequest } from './page-request.ts';
import type { Company, Page, Redirect } from './page.ts';

// Finds the emailpay payment of a link, with what its page shows.

type PaymentTarget = { readonly transfer_id: string; readonly token: string };

type Payment = PaymentTarget & {
  readonly stream: string;
  readonly isSandbox: boolean;
  readonly transfer: Pick<
    Transfer,
    'amount' | 'source' | 'destination' | 'state' | 'state_reason' | 'deposit_instructions'
  >;
  /** The name of the payee that the payer may see, if it is known. */
  readonly payee: string | undefined;
  readonly isOpen: boolean;
};

/** Undefined if the service did not issue the link. Throws ReadModelBehind, and BookNotOpen if the sandbox was reset. */
async function findPayment(
  request: PageRequest,
  { transfer_id, token }: PaymentTarget,
): Promise<Payment | undefined> {
  const { writers, approvalLinks } = request.services;
  if (!approvalLinks.verify(transfer_id, token)) return undefined;
  const stream = await streamOf(request, transfer_id);
  if (stream === undefined) return undefined;
  let open: { transfer: Transfer; payee: BookUser | undefined; isOpen: boolean } | undefined;
  // A dry run includes every event, also those that other nodes have just written.
  await writers.dryRun(stream, (book, { now }) => {
    if (isClosed(book)) throw new BookNotOpen(`${stream} was closed`);
    const transfer = book.transfers.get(transfer_id);
    open = transfer && {
      transfer,
      payee: book.users.get(transfer.destination.user_id ?? ''),
      isOpen: transfer.state === 'awaiting_funds' && !isOnrampExpired(transfer, now),
    };
    return { events: [] };
  });
  const transfer = open?.transfer ?? (await readFinished(request, stream, transfer_id));
  const payee =
    open?.payee ?? (await writers.read(stream, (book) => book.users.get(transfer.destination.user_id ?? '')));
  return {
    transfer_id,
    token,
    stream,
    transfer,
    isSandbox: isSandboxStream(stream),
    isOpen: open?.isOpen ?? false,
    payee: await payeeName(request, stream, payee),
  };
}

const FIND_TIMEOUT_MS = 2_000;
const FIND_EVERY_MS = 25;

/** The link is valid, so the transfer exists. Waits for its document if it has not been projected yet. Throws ReadModelBehind. */
async function streamOf({ services }: PageRequest, transferId: string): Promise<string | undefined> {
  const { documents } = services;
  const deadline = monotonicTime() + FIND_TIMEOUT_MS;
  for (;;) {
    const stream = await findBookStream(documents, COLLECTIONS.transfers, 'trf', transferId);
    if (stream === undefined) await assertCurrent(services, COLLECTIONS.transfers);
    if (stream !== undefined || monotonicTime() > deadline) return stream;
    await delay(FIND_EVERY_MS);
  }
}

/** A finished transfer is no longer in the book, only in the documents. */
async function readFinished(
  { services }: PageRequest,
  stream: string,
  id: string,
): Promise<Payment['transfer']> {
  const found = await findFinishedTransfer({ services, stream }, id);
  if (found === undefined) throw new ReadModelBehind('the document of a transfer is missing');
  return found;
}

/** A business by its name, a person by first name and initial: enough for the payer to recognize the payee. */
async function payeeName(
  { services }: PageRequest,
  stream: string,
  payee: BookUser | undefined,
): Promise<string | undefined> {
  const sealed = payee?.sealed ?? null;
  const key = sealed === null ? undefined : await services.vault.keyFor(sealed);
  if (key === undefined || sealed === null || payee === undefined) return undefined;
  // The personal fields of a user are sealed in this shape.
  const personal = key.open(sealed, personalFieldsContext(stream, payee.user.id));
  const { business_name, first_name, last_name } = JSON.parse(personal) as PersonalFields;
  if (business_name !== null) return business_name;
  const initial = /^./u.exec(last_name ?? '')?.[0];
  const parts = [first_name, initial === undefined ? null : `${initial}.`];
  const name = parts.filter((part) => part !== null).join(' ');
  return name === '' ? undefined : name;
}

// The page on which a payer approves or declines an emailpay payment. In the sandbox the page itself pays. In production the
// payer approves the payment with their bank.

// Renders the approval page: the payment request and its outcome.

type ShownPayment = Payment & { readonly company: Company | undefined };

/** The request, with buttons to approve or decline it. */
function approvalPage(request: PageRequest, payment: ShownPayment, token: string): Page {
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
    ${company !== undefined && row(text('payment.company'), html`${company.name}`)}
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
function outcomePage({ language }: PageRequest, payment: ShownPayment): Page {
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

export async function servePayment(request: PageRequest, target: PaymentTarget): Promise<Page | Redirect> {
  const payment = await findPayment(request, target);
  if (payment?.transfer.deposit_instructions?.type !== 'emailpay') return unknownLink(request.language);
  const company = companyOfBook(request, payment.stream);
  const shown = { ...payment, company };
  const reply =
    request.req.method === 'POST'
      ? await submitDecision(request, payment)
      : payment.isOpen
        ? approvalPage(request, shown, formToken(payment.token, 'pay'))
        : outcomePage(request, shown);
  return 'location' in reply ? reply : { ...reply, company };
}

/** Handles the decision. A form that is submitted twice shows the result of the first submission. */
async function submitDecision(
  request: PageRequest,
  { stream, isSandbox, transfer_id, token }: Payment,
): Promise<Page | Redirect> {
  const { req, requestId, services, language, linkSuffix } = request;
  if (isCrossSite(req)) return crossSiteRejected(language);
  const form = await readForm(req);
  if (form === 'too_large') return tooLarge(language);
  if (form === 'not_a_form' || form === 'cut_off') return unreadableForm(language);
  if (!isValidFormToken(form.get('form_token'), token, 'pay')) return crossSiteRejected(language);
  const decide = parseDecision(form.get('decision'), transfer_id, isSandbox);
  if (decide === undefined) return unreadableForm(language);
  const outcome = await services.writers.submit(stream, {
    decide,
    answer: NO_ANSWER,
    actor: 'hosted:pay',
    requestId,
  });
  const decided =
    outcome.kind === 'done' ||
    (outcome.kind === 'refused' && ['transfer_state_conflict', 'not_found'].includes(outcome.refusal.code));
  return decided ? { location: `${token}${linkSuffix}` } : temporarilyUnavailable(language);
}

/** Only sandbox payments can be approved here; real money is paid through the bank. */
function parseDecision(name: string, transfer_id: string, sandbox: boolean): Command['decide'] | undefined {
  if (name === 'decline') return (book, context) => declinePayment(book, { transfer_id }, context);
  if (name !== 'pay' || !sandbox) return undefined;
  const rail_reference = simulatedRailReference(transfer_id);
  return (book, context) => approvePayment(book, { transfer_id, rail_reference }, context);
}
