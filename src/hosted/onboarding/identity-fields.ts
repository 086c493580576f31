/** The fields of the identity form. */
import { countryNames } from '../../api/resources/users/countries.ts';
import { dateField, selectField, textField } from '../../web/fields.ts';
import type { Field, FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { Identity, UserType } from './identity.ts';

export type TextFieldSpec = Pick<Field, 'name' | 'label' | 'hint' | 'optional' | 'autocomplete'> & {
  readonly charsMax: number;
  /** Used in messages: "Enter your first name". */
  readonly noun: string;
};

export const FIRST_NAME: TextFieldSpec = {
  name: 'first_name',
  label: 'First name',
  noun: 'your first name',
  charsMax: 100,
  autocomplete: 'given-name',
};
export const LAST_NAME: TextFieldSpec = {
  name: 'last_name',
  label: 'Last name',
  noun: 'your last name',
  charsMax: 100,
  autocomplete: 'family-name',
};
export const BUSINESS_NAME: TextFieldSpec = {
  name: 'business_name',
  label: 'Registered business name',
  noun: 'the name of the business',
  charsMax: 200,
  autocomplete: 'organization',
};
export const REGISTRATION_NUMBER: TextFieldSpec = {
  name: 'registration_number',
  label: 'Registration number',
  hint: 'The number in your country’s business register.',
  noun: 'the registration number',
  charsMax: 50,
};
export const ADDRESS: Readonly<Record<keyof Identity['address'], TextFieldSpec>> = {
  line1: {
    name: 'line1',
    label: 'Street address',
    noun: 'the street address',
    charsMax: 150,
    autocomplete: 'address-line1',
  },
  line2: {
    name: 'line2',
    label: 'Apartment, floor, or building',
    noun: 'the second line of the address',
    charsMax: 150,
    optional: true,
    autocomplete: 'address-line2',
  },
  city: {
    name: 'city',
    label: 'City',
    noun: 'the city',
    charsMax: 100,
    autocomplete: 'address-level2',
  },
  region: {
    name: 'region',
    label: 'State, province, or region',
    noun: 'the region',
    charsMax: 100,
    optional: true,
    autocomplete: 'address-level1',
  },
  postal_code: {
    name: 'postal_code',
    label: 'Postal code',
    noun: 'the postal code',
    charsMax: 20,
    optional: true,
    autocomplete: 'postal-code',
  },
};

const namesOf = (type: UserType): readonly TextFieldSpec[] =>
  type === 'individual' ? [FIRST_NAME, LAST_NAME] : [BUSINESS_NAME, REGISTRATION_NUMBER];

const COUNTRY_OPTIONS = countryNames().map(({ code, name }) => ({ value: code, label: name }));

/** The fields with their submitted values and errors. */
export function identityFields(type: UserType, form: Form, errors: FieldErrors): Html {
  const text = (spec: TextFieldSpec): Html =>
    textField({ ...spec, value: form.get(spec.name), error: errors.get(spec.name) });
  const country = {
    name: 'country',
    label: type === 'individual' ? 'Country you live in' : 'Country of registration',
    value: form.get('country'),
    error: errors.get('country'),
    autocomplete: 'country',
  };
  const { line1, line2, city, region, postal_code } = ADDRESS;
  const names = namesOf(type).map(text);
  return html`<fieldset>
      <legend>${type === 'individual' ? 'About you' : 'About the business'}</legend>
      ${type === 'individual' ? html`<div class="pair">${names}</div>` : names}
      ${type === 'individual' && dateOfBirth(form, errors)}
    </fieldset>
    <fieldset>
      <legend>${type === 'individual' ? 'Home address' : 'Registered address'}</legend>
      ${selectField(country, COUNTRY_OPTIONS, 'Choose a country')} ${text(line1)} ${text(line2)}
      <div class="pair">${[city, postal_code].map(text)}</div>
      ${text(region)}
    </fieldset>`;
}

function dateOfBirth(form: Form, errors: FieldErrors): Html {
  const part = (name: string, label: string, autocomplete: string, width: 'short' | 'long'): Field => ({
    name,
    label,
    value: form.get(name),
    error: undefined,
    autocomplete,
    inputmode: 'numeric',
    width,
  });
  return dateField(
    {
      name: 'birth_day',
      label: 'Date of birth',
      hint: 'For example, 27 3 1985',
      error: errors.get('birth_day'),
    },
    [
      part('birth_day', 'Day', 'bday-day', 'short'),
      part('birth_month', 'Month', 'bday-month', 'short'),
      part('birth_year', 'Year', 'bday-year', 'long'),
    ],
  );
}
