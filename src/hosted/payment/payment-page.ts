/**
 * The page on which a payer approves or declines an emailpay payment. In the sandbox the page itself pays. In production the
 * payer approves the payment with their bank.
 */
import { NO_ANSWER } from '../../writer/command.ts';
import type { Command } from '../../writer/command.ts';
import { declinePayment, approvePayment } from '../../ledger/deposits/payer-commands.ts';
import { simulatedRailReference } from '../../rails/simulators.ts';
import { isCrossSite } from '../../web/cross-origin.ts';
import { readForm } from '../../web/form-body.ts';
import {
  unreadableForm,
  temporarilyUnavailable,
  crossSiteRejected,
  tooLarge,
  unknownLink,
} from '../notice-pages.ts';
import type { Page, Redirect } from '../page.ts';
import { findPayment } from './payment.ts';
import type { Payment, PaymentTarget } from './payment.ts';
import { outcomePage, approvalPage } from './payment-views.ts';
import { formToken, isValidFormToken } from '../../web/form-token.ts';
import { brandOfBook } from '../page-request.ts';
import type { PageRequest } from '../page-request.ts';

export async function servePayment(request: PageRequest, target: PaymentTarget): Promise<Page | Redirect> {
  const payment = await findPayment(request, target);
  if (payment?.transfer.deposit_instructions?.type !== 'emailpay') return unknownLink(request.language);
  const brand = brandOfBook(request, payment.stream);
  const shown = { ...payment, company: brand?.display_name };
  const reply =
    request.req.method === 'POST'
      ? await submitDecision(request, payment)
      : payment.isOpen
        ? approvalPage(request, shown, formToken(payment.token, 'pay'))
        : outcomePage(request, shown);
  return 'location' in reply ? reply : { ...reply, brand };
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
