/** The sandbox's identity form: the tester chooses the outcome of the check. */
import type { SimulateKyc } from '../../ledger/users/onboarding-commands.ts';
import { choiceField, selectField, textField } from '../../web/fields.ts';
import type { FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';

type Outcome = SimulateKyc['outcome'];

const OUTCOMES: readonly { value: Outcome; label: string; hint: string }[] = [
  { value: 'approved', label: 'Approved', hint: 'The identity is confirmed.' },
  { value: 'under_review', label: 'Under review', hint: 'A reviewer still has to decide.' },
  {
    value: 'incomplete',
    label: 'Incomplete',
    hint: 'Something is missing. The user can try again with a new link.',
  },
  { value: 'rejected', label: 'Rejected', hint: 'The identity could not be confirmed.' },
];

const REASONS: Readonly<Record<string, string>> = {
  document_expired: 'The document has expired.',
  document_unreadable: 'The document is not readable.',
  details_mismatch: 'The details don’t match the document.',
  address_unverified: 'The address could not be confirmed.',
  other: 'Another reason.',
};

/** The outcome for a last name or business name, if the form is sent without a choice. docs/sandbox.md lists these names. */
const OUTCOMES_BY_NAME: Readonly<Record<string, { readonly outcome: Outcome; readonly reason?: string }>> = {
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
  const { outcome, reason: code } = found;
  return { outcome, reasons: code === undefined ? [] : [{ code, message: REASONS[code] ?? code }] };
}

const MESSAGE_LENGTH_MAX = 500;

export const sandboxOutcomeFields = (form: Form, errors: FieldErrors): Html =>
  html`${choiceField(
      {
        name: 'outcome',
        label: 'Outcome of the check',
        value: form.get('outcome'),
        error: errors.get('outcome'),
      },
      OUTCOMES,
    )}
    <fieldset class="why">
      <legend>Reason, if incomplete or rejected</legend>
      ${selectField(
        {
          name: 'reason_code',
          label: 'Reason',
          value: form.get('reason_code'),
          error: errors.get('reason_code'),
        },
        Object.entries(REASONS).map(([value, label]) => ({ value, label })),
        'Choose a reason',
      )}
      ${textField({
        name: 'reason_message',
        label: 'Message',
        hint: 'Shown to the integrator and the user. If empty, the reason above is shown.',
        value: form.get('reason_message'),
        error: errors.get('reason_message'),
        optional: true,
      })}
    </fieldset>`;

export function parseSandboxOutcome(
  form: Form,
): Pick<SimulateKyc, 'outcome' | 'reasons'> | { errors: FieldErrors } {
  const outcome = OUTCOMES.find(({ value }) => value === form.get('outcome'))?.value;
  if (outcome === undefined) return { errors: new Map([['outcome', 'Choose an outcome']]) };
  if (outcome === 'approved' || outcome === 'under_review') return { outcome, reasons: [] };
  const errors = new Map<string, string>();
  const code = form.get('reason_code');
  const usual = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  if (usual === undefined) errors.set('reason_code', 'Choose a reason');
  const message = form.get('reason_message');
  if (message.length > MESSAGE_LENGTH_MAX)
    errors.set('reason_message', `Use at most ${MESSAGE_LENGTH_MAX} characters for the message`);
  if (/\p{Cc}/u.test(message)) errors.set('reason_message', 'Remove unprintable characters');
  if (usual === undefined || errors.size > 0) return { errors };
  return { outcome, reasons: [{ code, message: message === '' ? usual : message }] };
}
