/** The fields of the identity form. */
import { countryNames } from '../../api/resources/users/countries.ts';
import { dateField, selectField, textField } from '../../web/fields.ts';
import type { Field, FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { DateOrder, Language, MessageName } from '../languages/language.ts';
import type { Identity, UserType } from './identity.ts';

type RequiredName =
  'first_name' | 'last_name' | 'position' | 'business_name' | 'registration_number' | 'line1' | 'city';
type OptionalName = 'line2' | 'region' | 'postal_code';

/** A text field. Its messages are named after it: `<name>.label`, and `<name>.missing` if it is required. */
export type TextFieldSpec = {
  readonly charsMax: number;
  readonly hint?: MessageName;
  /** The `autocomplete` attribute. */
  readonly autocomplete?: string;
} & (
  | { readonly name: RequiredName; readonly isOptional?: false }
  | { readonly name: OptionalName; readonly isOptional: true }
);

export const FIRST_NAME: TextFieldSpec = { name: 'first_name', charsMax: 100, autocomplete: 'given-name' };
export const LAST_NAME: TextFieldSpec = { name: 'last_name', charsMax: 100, autocomplete: 'family-name' };
export const POSITION: TextFieldSpec = {
  name: 'position',
  hint: 'position.hint',
  charsMax: 100,
  autocomplete: 'organization-title',
};
export const BUSINESS_NAME: TextFieldSpec = {
  name: 'business_name',
  charsMax: 200,
  autocomplete: 'organization',
};
export const REGISTRATION_NUMBER: TextFieldSpec = {
  name: 'registration_number',
  hint: 'registration_number.hint',
  charsMax: 50,
};
export const ADDRESS: Readonly<Record<keyof Identity['address'], TextFieldSpec>> = {
  line1: { name: 'line1', charsMax: 150, autocomplete: 'address-line1' },
  line2: { name: 'line2', charsMax: 150, isOptional: true, autocomplete: 'address-line2' },
  city: { name: 'city', charsMax: 100, autocomplete: 'address-level2' },
  region: { name: 'region', charsMax: 100, isOptional: true, autocomplete: 'address-level1' },
  postal_code: { name: 'postal_code', charsMax: 20, isOptional: true, autocomplete: 'postal-code' },
};

/** The fields with their submitted values and errors. */
export function identityFields(language: Language, type: UserType, form: Form, errors: FieldErrors): Html {
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
