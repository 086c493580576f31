import { hasDirectionControls } from '../../formats/text.ts';
import {
  countryNames,
  executeUserCommand,
  isCountry,
  type PersonalDataCipher,
} from '../../api/resources/users.ts';
import { simulateKyc, submitIdentity } from '../../ledger/onboarding.ts';
import { refuse } from '../../ledger/refusal.ts';
import { openPersonalFields } from '../../vault/vault.ts';
import {
  dateField,
  errorSummary,
  selectField,
  textField,
  type Field,
  type FieldErrors,
} from '../../web/fields.ts';
import { EMPTY_FORM, type Form } from '../../web/forms.ts';
import { html, type Html } from '../../web/html.ts';
import type { Answer, Command } from '../../writer/command.ts';
import type { DateOrder, Language, MessageName } from '../languages/language.ts';
import {
  isSandboxRequest,
  parseSandboxOutcome,
  rejectionReasons,
  sandboxOutcomeFields,
  testedOutcome,
  type FormDraft,
  type OnboardingRequest,
  type SubmitResult,
} from './status-page.ts';

/** The identity data of a person or a business. */

type UserType = 'individual' | 'business';

/** Sealed in the book for the reviewer. */
type Identity = {
  readonly type: UserType;
  /** Legal names. */
  readonly names:
    { readonly first_name: string; readonly last_name: string } | { readonly business_name: string };
  /** YYYY-MM-DD, for individuals. */
  readonly date_of_birth?: string;
  /** For businesses: the number in the register of the country. */
  readonly registration_number?: string;
  /** For businesses: the person who acts for it. */
  readonly representative?: Representative;
  readonly address: {
    readonly line1: string;
    readonly line2: string;
    readonly city: string;
    readonly region: string;
    readonly postal_code: string;
  };
  readonly country: string;
};

type Representative = {
  readonly first_name: string;
  readonly last_name: string;
  /** Such as "Director". */
  readonly position: string;
  /** YYYY-MM-DD. */
  readonly date_of_birth: string;
};

// The fields of the identity form.

type RequiredName =
  'first_name' | 'last_name' | 'position' | 'business_name' | 'registration_number' | 'line1' | 'city';
type OptionalName = 'line2' | 'region' | 'postal_code';

/** A text field. Its messages are named after it: `<name>.label`, and `<name>.missing` if it is required. */
type TextFieldSpec = {
  readonly charsMax: number;
  readonly hint?: MessageName;
  /** The `autocomplete` attribute. */
  readonly autocomplete?: string;
} & (
  | { readonly name: RequiredName; readonly isOptional?: false }
  | { readonly name: OptionalName; readonly isOptional: true }
);

const FIRST_NAME: TextFieldSpec = { name: 'first_name', charsMax: 100, autocomplete: 'given-name' };
const LAST_NAME: TextFieldSpec = { name: 'last_name', charsMax: 100, autocomplete: 'family-name' };
const POSITION: TextFieldSpec = {
  name: 'position',
  hint: 'position.hint',
  charsMax: 100,
  autocomplete: 'organization-title',
};
const BUSINESS_NAME: TextFieldSpec = {
  name: 'business_name',
  charsMax: 200,
  autocomplete: 'organization',
};
const REGISTRATION_NUMBER: TextFieldSpec = {
  name: 'registration_number',
  hint: 'registration_number.hint',
  charsMax: 50,
};
const ADDRESS: Readonly<Record<keyof Identity['address'], TextFieldSpec>> = {
  line1: { name: 'line1', charsMax: 150, autocomplete: 'address-line1' },
  line2: { name: 'line2', charsMax: 150, isOptional: true, autocomplete: 'address-line2' },
  city: { name: 'city', charsMax: 100, autocomplete: 'address-level2' },
  region: { name: 'region', charsMax: 100, isOptional: true, autocomplete: 'address-level1' },
  postal_code: { name: 'postal_code', charsMax: 20, isOptional: true, autocomplete: 'postal-code' },
};

/** The fields with their submitted values and errors. */
function identityFields(language: Language, type: UserType, form: Form, errors: FieldErrors): Html {
  const { text } = language;
  const field = (spec: TextFieldSpec): Html =>
    textField({
      name: spec.name,
      label: text(`${spec.name}.label`),
      hint: spec.hint && text(spec.hint),
      optional: spec.isOptional === true ? text('form.optional') : undefined,
      value: form.get(spec.name),
      error: errors.get(spec.name),
      ...(spec.autocomplete === undefined ? {} : { autocomplete: spec.autocomplete }),
    });
  const country = {
    name: 'country',
    label: text(type === 'individual' ? 'country.residence' : 'country.registration'),
    value: form.get('country'),
    error: errors.get('country'),
    autocomplete: 'country',
  };
  const { line1, line2, city, region, postal_code } = ADDRESS;
  const names = html`<div class="pair">${[FIRST_NAME, LAST_NAME].map(field)}</div>`;
  const person = html`${names} ${dateOfBirth(language, form, errors)}`;
  const address = html`<fieldset>
    <legend>${text(type === 'individual' ? 'identity.home_address' : 'identity.registered_address')}</legend>
    ${selectField(country, countryOptions(language), text('country.missing'))} ${field(line1)} ${field(line2)}
    <div class="pair">${[city, postal_code].map(field)}</div>
    ${field(region)}
  </fieldset>`;
  if (type === 'individual')
    return html`<fieldset>
        <legend>${text('identity.about_you')}</legend>
        ${person}
      </fieldset>
      ${address}`;
  return html`<fieldset>
      <legend>${text('identity.about_business')}</legend>
      ${[BUSINESS_NAME, REGISTRATION_NUMBER].map(field)}
    </fieldset>
    ${address}
    <fieldset>
      <legend>${text('identity.representative')}</legend>
      <p class="hint">${text('identity.representative_hint')}</p>
      ${person} ${field(POSITION)}
    </fieldset>`;
}

const countryOptions = ({ locale }: Language) =>
  countryNames(locale).map(({ code, name }) => ({ value: code, label: name }));

function dateOfBirth({ dateOrder, text }: Language, form: Form, errors: FieldErrors): Html {
  const part = (unit: DateOrder[number]): Field => ({
    name: `birth_${unit}`,
    label: text(`birth_date.${unit}`),
    value: form.get(`birth_${unit}`),
    error: undefined,
    autocomplete: `bday-${unit}`,
    inputmode: 'numeric',
    width: unit === 'year' ? 'long' : 'short',
  });
  return dateField(
    {
      name: 'birth_day',
      label: text('birth_date.label'),
      hint: text('birth_date.hint'),
      error: errors.get('birth_day'),
    },
    dateOrder.map(part),
  );
}

// Validates and parses the identity form.

/** `today` is in milliseconds since 1970. */
function parseIdentity(
  language: Language,
  type: UserType,
  form: Form,
  today: number,
): { identity: Identity } | { errors: FieldErrors } {
  const errors = new Map<string, string>();
  const take = (spec: TextFieldSpec): string => {
    const problem = problemWith(language, spec, form.get(spec.name));
    if (problem !== undefined) errors.set(spec.name, problem);
    return form.get(spec.name);
  };
  const takePerson = () => ({
    first_name: take(FIRST_NAME),
    last_name: take(LAST_NAME),
    date_of_birth: takeDate(language, form, today, errors),
  });
  const takeAddress = () => {
    const country = form.get('country');
    if (!isCountry(country)) errors.set('country', language.text('country.missing'));
    const { line1, line2, city, postal_code, region } = ADDRESS;
    const address = {
      line1: take(line1),
      line2: take(line2),
      city: take(city),
      postal_code: take(postal_code),
      region: take(region),
    };
    return { address, country };
  };
  // In the order of the form, for the list of errors.
  const identity: Identity = type === 'individual' ? individual() : business();
  return errors.size > 0 ? { errors } : { identity };

  function individual(): Identity {
    const { date_of_birth, ...names } = takePerson();
    return { type, names, date_of_birth, ...takeAddress() };
  }

  function business(): Identity {
    const names = { business_name: take(BUSINESS_NAME) };
    const registration_number = take(REGISTRATION_NUMBER);
    const place = takeAddress();
    return {
      type,
      names,
      registration_number,
      ...place,
      representative: { ...takePerson(), position: take(POSITION) },
    };
  }
}

function problemWith({ text }: Language, spec: TextFieldSpec, value: string): string | undefined {
  if (value === '') return spec.isOptional === true ? undefined : text(`${spec.name}.missing`);
  const label = text(`${spec.name}.label`);
  if (value.length > spec.charsMax) return text('form.too_long', { label, max: spec.charsMax });
  // Control and bidirectional characters could disguise a name.
  if (/[\p{Cc}\ufffd]/u.test(value) || hasDirectionControls(value))
    return text('form.unprintable', { label });
  return undefined;
}

const OLDEST_YEAR = 1900;

function takeDate({ text }: Language, form: Form, today: number, errors: Map<string, string>): string {
  const [day, month, year] = ['birth_day', 'birth_month', 'birth_year'].map((name) => form.get(name));
  const problem = (message: string): string => {
    errors.set('birth_day', message);
    return '';
  };
  if (!day && !month && !year) return problem(text('birth_date.missing'));
  if (![day, month, year].every((part) => /^\d{1,4}$/.test(part ?? '')) || (year ?? '').length !== 4)
    return problem(text('birth_date.format'));
  const [d, m, y] = [Number(day), Number(month), Number(year)];
  const time = Date.UTC(y, m - 1, d);
  const date = new Date(time);
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return problem(text('birth_date.invalid'));
  if (time > today) return problem(text('birth_date.future'));
  if (y < OLDEST_YEAR) return problem(text('birth_date.too_old', { year: String(OLDEST_YEAR) }));
  return date.toISOString().slice(0, 10);
}

// The identity page: a form for identity data in production, and a choice of outcomes in the sandbox.

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
