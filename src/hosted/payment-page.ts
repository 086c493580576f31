/**
 * The page on which a payer approves or declines a payment by emailpay. In the sandbox approving it pays; where money is
 * real, paying is between the payer and the payer's bank, and the page shows what for.
 */
import { NO_ANSWER } from '../keeper/command.ts';
import type { Command } from '../keeper/command.ts';
import { declineOnramp, payOnramp } from '../ledger/payer.ts';
import { railReference } from '../rails/sandbox.ts';
import { isCrossSite, readForm } from './form.ts';
import { notAForm, notNow, otherSite, tooLarge, unknownLink } from './notices.ts';
import type { Page, Redirect } from './page.ts';
import { findPayment } from './payment.ts';
import type { Payment, PaymentTarget } from './payment.ts';
import { decidedPage, requestPage } from './payment-views.ts';
import { formToken, isFormToken } from './token.ts';
import type { Visit } from './visit.ts';

export async function servePayment(visit: Visit, target: PaymentTarget): Promise<Page | Redirect> {
  const payment = await findPayment(visit, target);
  if (payment?.transfer.deposit_instructions?.type !== 'emailpay') return unknownLink();
  if (visit.req.method === 'POST') return take(visit, payment);
  return payment.isOpen ? requestPage(payment, formToken(payment.token, 'pay')) : decidedPage(payment);
}

/** Decides once: a form that is sent again sees what came of the first. */
async function take(
  visit: Visit,
  { stream, sandbox, transfer_id, token }: Payment,
): Promise<Page | Redirect> {
  const { req, requestId, services } = visit;
  if (isCrossSite(req)) return otherSite();
  const form = await readForm(req);
  if (form === 'too_large') return tooLarge();
  if (form === 'not_a_form' || form === 'cut_off') return notAForm();
  if (!isFormToken(form.get('form_token'), token, 'pay')) return otherSite();
  const decide = decisionOf(form.get('decision'), transfer_id, sandbox);
  if (decide === undefined) return notAForm();
  const outcome = await services.keepers.submit(stream, {
    decide,
    answer: NO_ANSWER,
    actor: 'hosted:pay',
    requestId,
  });
  const decided =
    outcome.kind === 'done' ||
    (outcome.kind === 'refused' && ['transfer_state_conflict', 'not_found'].includes(outcome.refusal.code));
  return decided ? { location: token } : notNow();
}

/** Money that is real does not come from a click on our page. */
function decisionOf(name: string, transfer_id: string, sandbox: boolean): Command['decide'] | undefined {
  if (name === 'decline') return (book, context) => declineOnramp(book, { transfer_id }, context);
  if (name !== 'pay' || !sandbox) return undefined;
  const rail_reference = railReference(transfer_id);
  return (book, context) => payOnramp(book, { transfer_id, rail_reference }, context);
}
