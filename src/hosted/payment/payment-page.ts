/**
 * The page on which a payer approves or declines a payment by emailpay. In the sandbox approving it pays; where money is
 * real, paying is between the payer and the payer's bank, and the page shows what for.
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
import type { PageRequest } from '../page-request.ts';

export async function servePayment(visit: PageRequest, target: PaymentTarget): Promise<Page | Redirect> {
  const payment = await findPayment(visit, target);
  if (payment?.transfer.deposit_instructions?.type !== 'emailpay') return unknownLink();
  if (visit.req.method === 'POST') return take(visit, payment);
  return payment.isOpen ? approvalPage(payment, formToken(payment.token, 'pay')) : outcomePage(payment);
}

/** Decides once: a form that is sent again sees what came of the first. */
async function take(
  visit: PageRequest,
  { stream, isSandbox, transfer_id, token }: Payment,
): Promise<Page | Redirect> {
  const { req, requestId, services } = visit;
  if (isCrossSite(req)) return crossSiteRejected();
  const form = await readForm(req);
  if (form === 'too_large') return tooLarge();
  if (form === 'not_a_form' || form === 'cut_off') return unreadableForm();
  if (!isValidFormToken(form.get('form_token'), token, 'pay')) return crossSiteRejected();
  const decide = decisionOf(form.get('decision'), transfer_id, isSandbox);
  if (decide === undefined) return unreadableForm();
  const outcome = await services.writers.submit(stream, {
    decide,
    answer: NO_ANSWER,
    actor: 'hosted:pay',
    requestId,
  });
  const decided =
    outcome.kind === 'done' ||
    (outcome.kind === 'refused' && ['transfer_state_conflict', 'not_found'].includes(outcome.refusal.code));
  return decided ? { location: token } : temporarilyUnavailable();
}

/** Money that is real does not come from a click on our page. */
function decisionOf(name: string, transfer_id: string, sandbox: boolean): Command['decide'] | undefined {
  if (name === 'decline') return (book, context) => declinePayment(book, { transfer_id }, context);
  if (name !== 'pay' || !sandbox) return undefined;
  const rail_reference = simulatedRailReference(transfer_id);
  return (book, context) => approvePayment(book, { transfer_id, rail_reference }, context);
}
