/** The sandbox's identity form: the tester chooses the outcome of the check. */
import type { SimulateKyc } from '../../ledger/users/onboarding-commands.ts';
import { choiceField, selectField, textField } from '../../web/fields.ts';
import type { FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { Language } from '../languages/language.ts';
import { REASON_CODES, parseReasonCode, usualReason } from './rejection-reason.ts';
import type { ReasonCode } from './rejection-reason.ts';

type Outcome = SimulateKyc['outcome'];

const OUTCOMES = ['approved', 'under_review', 'incomplete', 'rejected'] as const satisfies readonly Outcome[];

/** The outcome for a last name or business name, if the form is sent without a choice. docs/sandbox.md lists these names. */
const OUTCOMES_BY_NAME: Readonly<
  Record<string, { readonly outcome: Outcome; readonly reason?: ReasonCode }>
> = {
  approved: { outcome: 'approved' },
  pending: { outcome: 'under_review' },
  incomplete: { outcome: 'incomplete', reason: 'document_unreadable' },
  rejected: { outcome: 'rejected', reason: 'details_mismatch' },
};

/** Undefined for all other names. */
export function testedOutcome(name: string): Pick<SimulateKyc, 'outcome' | 'reasons'> | undefined {
  const word = name.trim().toLowerCase();
  const found = Object.hasOwn(OUTCOMES_BY_NAME, word) ? OUTCOMES_BY_NAME[word] : undefined;
  if (found === undefined) return undefined;
  const { outcome, reason } = found;
  return { outcome, reasons: reason === undefined ? [] : [usualReason(reason)] };
}

const MESSAGE_LENGTH_MAX = 500;

export const sandboxOutcomeFields = ({ text }: Language, form: Form, errors: FieldErrors): Html =>
  html`${choiceField(
      {
        name: 'outcome',
        label: text('sandbox.outcome'),
        value: form.get('outcome'),
        error: errors.get('outcome'),
      },
      OUTCOMES.map((value) => ({
        value,
        label: text(`sandbox.${value}`),
        hint: text(`sandbox.${value}_hint`),
      })),
    )}
    <fieldset class="why">
      <legend>${text('sandbox.why')}</legend>
      ${selectField(
        {
          name: 'reason_code',
          label: text('sandbox.reason'),
          value: form.get('reason_code'),
          error: errors.get('reason_code'),
        },
        REASON_CODES.map((code) => ({ value: code, label: text(`reason.${code}`) })),
        text('sandbox.reason_missing'),
      )}
      ${textField({
        name: 'reason_message',
        label: text('sandbox.message'),
        hint: text('sandbox.message_hint'),
        value: form.get('reason_message'),
        error: errors.get('reason_message'),
        optional: text('form.optional'),
      })}
    </fieldset>`;

export function parseSandboxOutcome(
  language: Language,
  form: Form,
): Pick<SimulateKyc, 'outcome' | 'reasons'> | { errors: FieldErrors } {
  const { text } = language;
  const outcome = OUTCOMES.find((value) => value === form.get('outcome'));
  if (outcome === undefined) return { errors: new Map([['outcome', text('sandbox.outcome_missing')]]) };
  if (outcome === 'approved' || outcome === 'under_review') return { outcome, reasons: [] };
  const errors = new Map<string, string>();
  const code = parseReasonCode(form.get('reason_code'));
  if (code === undefined) errors.set('reason_code', text('sandbox.reason_missing'));
  const message = form.get('reason_message');
  const label = text('sandbox.message');
  if (message.length > MESSAGE_LENGTH_MAX)
    errors.set('reason_message', text('form.too_long', { label, max: MESSAGE_LENGTH_MAX }));
  if (/\p{Cc}/u.test(message)) errors.set('reason_message', text('form.unprintable', { label }));
  if (code === undefined || errors.size > 0) return { errors };
  return { outcome, reasons: [message === '' ? usualReason(code) : { code, message }] };
}
