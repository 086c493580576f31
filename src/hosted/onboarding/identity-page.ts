/** The identity page: in production a form for identity data, in the sandbox a choice of outcomes. */
import { executeUserCommand } from '../../api/resources/users/user-command.ts';
import type { PersonalDataCipher } from '../../api/resources/users/user-command.ts';
import type { Answer, Command } from '../../writer/command.ts';
import { simulateKyc, submitIdentity } from '../../ledger/users/onboarding-commands.ts';
import { refuse } from '../../ledger/refusal.ts';
import { errorSummary } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { identityFields } from './identity-fields.ts';
import { parseIdentity } from './parse-identity.ts';
import type { Identity } from './identity.ts';
import { isSandboxRequest } from './onboarding-request.ts';
import type { FormDraft, OnboardingRequest, SubmitResult } from './onboarding-request.ts';
import { rejectionReasons } from './status-page.ts';
import { sandboxOutcomeFields, parseSandboxOutcome } from './sandbox-outcome.ts';

const TITLE = 'Confirm your identity';

export function identityForm(
  guest: OnboardingRequest,
  { form, errors }: FormDraft,
  token: string,
): { title: string; content: Html } {
  const { user } = guest.link.user;
  const sandbox = isSandboxRequest(guest);
  const again = user.kyc_status === 'approved';
  return {
    title: TITLE,
    content: html`<h1>${TITLE}</h1>
      <p class="lead">
        ${
          sandbox
            ? 'In the sandbox nobody is checked. Choose what the check comes to, and see what your integration makes of it.'
            : 'We need these details once, to make sure that it is really you. Write them as they stand in your official papers.'
        }
        ${again && 'Your identity is confirmed already; what you send now is checked anew.'}
      </p>
      ${
        user.rejection_reasons.length > 0 &&
        html`<p>Last time, this stood in the way:</p>
          ${rejectionReasons(user)}`
      }
      <form method="post" action="${guest.token}" novalidate>
        ${errorSummary(errors)}
        <input type="hidden" name="form_token" value="${token}" />
        ${sandbox ? sandboxOutcomeFields(form, errors) : identityFields(user.type, form, errors)}
        <div class="actions">
          <button class="button">${sandbox ? 'Finish the check' : 'Send for checking'}</button>
        </div>
      </form>`,
  };
}

export function submitIdentityForm(guest: OnboardingRequest, form: Form): Promise<SubmitResult> {
  return isSandboxRequest(guest) ? sendOutcome(guest, form) : sendIdentity(guest, form);
}

/** Nobody reads the answer of a page's command: what comes next is looked up in the book. */
const NO_ANSWER: Answer = { status: 200, body: '' };

async function sendOutcome(
  { request, stream, user_id, token_hash }: OnboardingRequest,
  form: Form,
): Promise<SubmitResult> {
  const read = parseSandboxOutcome(form);
  if ('errors' in read) return read;
  const decide: Command['decide'] = (book, context) =>
    simulateKyc(book, { user_id, token_hash, ...read }, context);
  const outcome = await request.services.writers.submit(stream, {
    decide,
    answer: { from: 'book', render: () => NO_ANSWER },
    actor: 'hosted:kyc',
    requestId: request.requestId,
  });
  return outcome.kind === 'done' ? 'sent' : 'refused';
}

async function sendIdentity(guest: OnboardingRequest, form: Form): Promise<SubmitResult> {
  const { request, stream, user_id, token_hash, link } = guest;
  const { services, requestId } = request;
  const read = parseIdentity(link.user.user.type, form, services.clock());
  if ('errors' in read) return read;
  const { identity } = read;
  const outcome = await executeUserCommand(
    services,
    stream,
    {
      user_id,
      mayCreateKey: true,
      render: () => NO_ANSWER,
      decide(book, context, person) {
        const sealed = person.sealText(recordOf(identity));
        if (sealed === null) return refuse('not_found', 'There is no such user.');
        const reseal = resealed(person, identity);
        return submitIdentity(
          book,
          { user_id, token_hash, sealed, reseal, country: identity.country },
          context,
        );
      },
    },
    (write) => services.writers.submit(stream, { ...write, actor: 'hosted:kyc', requestId }),
  );
  return outcome.kind === 'done' ? 'sent' : 'refused';
}

/** What is sealed for whoever reviews it, as they will read it. */
const recordOf = ({ names, ...rest }: Identity): string => JSON.stringify({ ...names, ...rest });

/** The user bears the names that were sent; how to reach them stays as it was. */
const resealed =
  (person: PersonalDataCipher, { names }: Identity) =>
  (before: string | null): string | null =>
    person.seal({ ...person.open(before), ...names });
