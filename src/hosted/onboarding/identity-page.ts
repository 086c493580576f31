/** The identity page: a form for identity data in production, and a choice of outcomes in the sandbox. */
import { executeUserCommand, type PersonalDataCipher } from '../../api/resources/users.ts';
import { simulateKyc, submitIdentity } from '../../ledger/onboarding.ts';
import { refuse } from '../../ledger/refusal.ts';
import { openPersonalFields } from '../../vault/vault.ts';
import { errorSummary } from '../../web/fields.ts';
import { EMPTY_FORM, type Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import type { Answer, Command } from '../../writer/command.ts';
import { identityFields, parseIdentity, type Identity } from './identity.ts';
import {
  isSandboxRequest,
  type FormDraft,
  type OnboardingRequest,
  type SubmitResult,
} from './onboarding-request.ts';
import { parseSandboxOutcome, rejectionReasons, sandboxOutcomeFields, testedOutcome } from './status-page.ts';

export function identityForm(
  onboarding: OnboardingRequest,
  { form, errors }: FormDraft,
  token: string,
): { title: string; content: Html } {
  const { user } = onboarding.link.user;
  const { language, linkSuffix } = onboarding.request;
  const { text } = language;
  const title = text('identity.title');
  const sandbox = isSandboxRequest(onboarding);
  const again = user.kyc_status === 'approved';
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">
        ${text(sandbox ? 'sandbox.lead' : 'identity.lead')} ${again && text('identity.again')}
      </p>
      ${
        user.rejection_reasons.length > 0 &&
        html`<p>${text('identity.last_time')}</p>
          ${rejectionReasons(language, user)}`
      }
      <form method="post" action="${onboarding.token}${linkSuffix}" novalidate>
        ${errorSummary(text('form.problems'), errors)}
        <input type="hidden" name="form_token" value="${token}" />
        ${
          sandbox
            ? sandboxOutcomeFields(language, form, errors)
            : identityFields(language, user.type, form, errors)
        }
        <div class="actions">
          <button class="button">${text(sandbox ? 'sandbox.finish' : 'form.submit')}</button>
        </div>
      </form>`,
  };
}

export function submitIdentityForm(onboarding: OnboardingRequest, form: Form): Promise<SubmitResult> {
  return isSandboxRequest(onboarding) ? sendOutcome(onboarding, form) : sendIdentity(onboarding, form);
}

/** The page does not use the answer: it reads the book again. */
const NO_ANSWER: Answer = { status: 200, body: '' };

async function sendOutcome(onboarding: OnboardingRequest, form: Form): Promise<SubmitResult> {
  const tested = form.get('outcome') === '' ? await outcomeByName(onboarding) : undefined;
  const read = tested ?? parseSandboxOutcome(onboarding.request.language, form);
  if ('errors' in read) return read;
  const { request, stream, user_id, token_hash } = onboarding;
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

const personalFieldsOf = ({ request, stream, user_id, link }: OnboardingRequest) =>
  openPersonalFields(request.services.vault, stream, user_id, link.user.sealed);

/**
 * The form with the names and the country that are known, of the user or of a business and its representative; empty in
 * the sandbox.
 */
export async function knownIdentity(onboarding: OnboardingRequest): Promise<Form> {
  if (isSandboxRequest(onboarding)) return EMPTY_FORM;
  const { first_name, last_name, business_name, representative_names } = await personalFieldsOf(onboarding);
  const { country } = onboarding.link.user.user;
  const known = new Map(
    Object.entries({ first_name, last_name, business_name, country, ...representative_names }),
  );
  return { ...EMPTY_FORM, get: (name) => known.get(name) ?? '' };
}

/** The outcome that the name of the user asks for (docs/sandbox.md). */
async function outcomeByName(onboarding: OnboardingRequest) {
  const fields = await personalFieldsOf(onboarding);
  return testedOutcome(fields.last_name ?? fields.business_name ?? '');
}

async function sendIdentity(onboarding: OnboardingRequest, form: Form): Promise<SubmitResult> {
  const { request, stream, user_id, token_hash, link } = onboarding;
  const { services, requestId } = request;
  const read = parseIdentity(request.language, link.user.user.type, form, services.clock());
  if ('errors' in read) return read;
  const { identity } = read;
  const screened = services.screening.screen(...namesIn(identity)).recordFor(user_id);
  const outcome = await executeUserCommand(
    services,
    stream,
    {
      user_id,
      mayCreateKey: true,
      render: () => NO_ANSWER,
      decide(book, context, person) {
        const sealed = person.sealIdentity(recordOf(identity));
        if (sealed === null) return refuse('not_found', 'Unknown user.');
        const reseal = resealed(person, identity);
        return submitIdentity(
          book,
          { user_id, token_hash, sealed, reseal, country: identity.country, screened },
          context,
        );
      },
    },
    (write) => services.writers.submit(stream, { ...write, actor: 'hosted:kyc', requestId }),
  );
  return outcome.kind === 'done' ? 'sent' : 'refused';
}

/** The record that is sealed for the reviewer. */
const recordOf = ({ names, ...rest }: Identity): string => JSON.stringify({ ...names, ...rest });

type Person = { readonly first_name: string; readonly last_name: string };

const fullName = ({ first_name, last_name }: Person): string => `${first_name} ${last_name}`;

const namesIn = ({ names, representative }: Identity): readonly string[] => [
  'business_name' in names ? names.business_name : fullName(names),
  ...(representative === undefined ? [] : [fullName(representative)]),
];

/**
 * Replaces the user's names with the submitted ones and keeps the contact details. The representative is stored with them,
 * because these are the fields that are screened again when the list changes.
 */
const resealed =
  (person: PersonalDataCipher, { names, representative }: Identity) =>
  (before: string | null): string | null =>
    person.seal({
      ...person.open(before),
      ...names,
      ...(representative === undefined ? {} : representativeFields(representative)),
    });

const representativeFields = (representative: Person) => ({
  representative: fullName(representative),
  representative_names: { first_name: representative.first_name, last_name: representative.last_name },
});
