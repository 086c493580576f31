/** Validates and parses the identity form. */
import { isCountry } from '../../api/resources/users/countries.ts';
import type { FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import type { Identity, UserType } from './identity.ts';
import { ADDRESS, BUSINESS_NAME, FIRST_NAME, LAST_NAME, REGISTRATION_NUMBER } from './identity-fields.ts';
import type { TextFieldSpec } from './identity-fields.ts';

/** `today` is in milliseconds since 1970. */
export function parseIdentity(
  type: UserType,
  form: Form,
  today: number,
): { identity: Identity } | { errors: FieldErrors } {
  const errors = new Map<string, string>();
  const take = (spec: TextFieldSpec): string => {
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

function problemWith({ noun, charsMax, optional }: TextFieldSpec, value: string): string | undefined {
  if (value === '') return optional === true ? undefined : `Enter ${noun}`;
  if (value.length > charsMax) return `Use at most ${charsMax} characters for ${noun}`;
  // Control and bidirectional characters could disguise a name.
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(value))
    return `Remove unprintable characters from ${noun}`;
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
  if (date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return problem('Enter a valid date of birth');
  if (time > today) return problem('Enter a date of birth in the past');
  if (y < OLDEST_YEAR) return problem(`Enter a year of birth of ${OLDEST_YEAR} or later`);
  return date.toISOString().slice(0, 10);
}
