/** The identity data of a person or a business: its form, what the form must hold, and what is kept of it. */
import { countryNames, isCountry } from '../http/countries.ts';
import { dateField, selectField, textField } from './fields.ts';
import type { Field, FieldErrors } from './fields.ts';
import type { Form } from './form.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

export type UserType = 'individual' | 'business';

/** What is sealed in the book for whoever reviews it. */
export type Identity = {
  readonly type: UserType;
  /** Legal names: of a person, or of a business. */
  readonly names:
    { readonly first_name: string; readonly last_name: string } | { readonly business_name: string };
  /** YYYY-MM-DD; of a person. */
  readonly date_of_birth?: string;
  /** Of a business, in its country's register. */
  readonly registration_number?: string;
  readonly address: {
    readonly line1: string;
    readonly line2: string;
    readonly city: string;
    readonly region: string;
    readonly postal_code: string;
  };
  readonly country: string;
};

type TextSpec = Pick<Field, 'name' | 'label' | 'hint' | 'optional' | 'autocomplete'> & {
  readonly max: number;
  /** What the message calls it: "Enter your first name". */
  readonly what: string;
};

const FIRST_NAME: TextSpec = {
  name: 'first_name',
  label: 'First name',
  what: 'your first name',
  max: 100,
  autocomplete: 'given-name',
};
const LAST_NAME: TextSpec = {
  name: 'last_name',
  label: 'Last name',
  what: 'your last name',
  max: 100,
  autocomplete: 'family-name',
};
const BUSINESS_NAME: TextSpec = {
  name: 'business_name',
  label: 'Registered business name',
  what: 'the name of the business',
  max: 200,
  autocomplete: 'organization',
};
const REGISTRATION_NUMBER: TextSpec = {
  name: 'registration_number',
  label: 'Registration number',
  hint: 'The number in your country’s business register.',
  what: 'the registration number',
  max: 50,
};
const ADDRESS: Readonly<Record<keyof Identity['address'], TextSpec>> = {
  line1: {
    name: 'line1',
    label: 'Street and number',
    what: 'the street and number',
    max: 150,
    autocomplete: 'address-line1',
  },
  line2: {
    name: 'line2',
    label: 'Apartment, floor, or building',
    what: 'the second line of the address',
    max: 150,
    optional: true,
    autocomplete: 'address-line2',
  },
  city: {
    name: 'city',
    label: 'Town or city',
    what: 'the town or city',
    max: 100,
    autocomplete: 'address-level2',
  },
  region: {
    name: 'region',
    label: 'State, province, or region',
    what: 'the region',
    max: 100,
    optional: true,
    autocomplete: 'address-level1',
  },
  postal_code: {
    name: 'postal_code',
    label: 'Postal code',
    what: 'the postal code',
    max: 20,
    optional: true,
    autocomplete: 'postal-code',
  },
};

const namesOf = (type: UserType): readonly TextSpec[] =>
  type === 'individual' ? [FIRST_NAME, LAST_NAME] : [BUSINESS_NAME, REGISTRATION_NUMBER];

const COUNTRY_OPTIONS = countryNames().map(({ code, name }) => ({ value: code, label: name }));

/** The fields, with the values that were sent and what is wrong with them. */
export function identityFields(type: UserType, form: Form, errors: FieldErrors): Html {
  const text = (spec: TextSpec): Html =>
    textField({ ...spec, value: form.get(spec.name), error: errors.get(spec.name) });
  const country = {
    name: 'country',
    label: type === 'individual' ? 'Country you live in' : 'Country of registration',
    value: form.get('country'),
    error: errors.get('country'),
    autocomplete: 'country',
  };
  const { line1, line2, city, region, postal_code } = ADDRESS;
  return html`<fieldset>
      <legend>${type === 'individual' ? 'About you' : 'About the business'}</legend>
      <div class="pair">${namesOf(type).map(text)}</div>
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

/** What a form says, or everything that is wrong with it. `today` is in milliseconds since 1970. */
export function readIdentity(
  type: UserType,
  form: Form,
  today: number,
): { identity: Identity } | { errors: FieldErrors } {
  const errors = new Map<string, string>();
  const take = (spec: TextSpec): string => {
    const problem = problemWith(spec, form.get(spec.name));
    if (problem !== undefined) errors.set(spec.name, problem);
    return form.get(spec.name);
  };
  const names =
    type === 'individual'
      ? { first_name: take(FIRST_NAME), last_name: take(LAST_NAME) }
      : { business_name: take(BUSINESS_NAME) };
  const more =
    type === 'individual'
      ? { date_of_birth: takeDate(form, today, errors) }
      : { registration_number: take(REGISTRATION_NUMBER) };
  const country = form.get('country');
  if (!isCountry(country)) errors.set('country', 'Choose a country');
  const { line1, line2, city, postal_code, region } = ADDRESS;
  const address = {
    line1: take(line1),
    line2: take(line2),
    city: take(city),
    postal_code: take(postal_code),
    region: take(region),
  };
  return errors.size > 0 ? { errors } : { identity: { type, names, ...more, address, country } };
}

function problemWith({ what, max, optional }: TextSpec, value: string): string | undefined {
  if (value === '') return optional === true ? undefined : `Enter ${what}`;
  if (value.length > max) return `Use at most ${max} characters for ${what}`;
  // Controls, and what turns the direction of text around, hide what a name really is.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(value))
    return `Take out characters that can’t be printed from ${what}`;
  return undefined;
}

const OLDEST_YEAR = 1900;

function takeDate(form: Form, today: number, errors: Map<string, string>): string {
  const [day, month, year] = ['birth_day', 'birth_month', 'birth_year'].map((name) => form.get(name));
  const problem = (text: string): string => {
    errors.set('birth_day', text);
    return '';
  };
  if (!day && !month && !year) return problem('Enter your date of birth');
  if (![day, month, year].every((part) => /^\d{1,4}$/.test(part ?? '')) || (year ?? '').length !== 4)
    return problem('Enter your date of birth as day, month and year, such as 27 3 1985');
  const [d, m, y] = [Number(day), Number(month), Number(year)];
  const time = Date.UTC(y, m - 1, d);
  const date = new Date(time);
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d)
    return problem('Enter a date of birth that exists');
  if (time > today) return problem('Enter a date of birth in the past');
  if (y < OLDEST_YEAR) return problem(`Enter a year of birth after ${OLDEST_YEAR - 1}`);
  return date.toISOString().slice(0, 10);
}
