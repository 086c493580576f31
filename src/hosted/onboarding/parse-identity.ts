/** Validates and parses the identity form. */
import { isCountry } from '../../api/resources/users/countries.ts';
import type { FieldErrors } from '../../web/fields.ts';
import type { Form } from '../../web/form-body.ts';
import type { Identity, UserType } from './identity.ts';
import {
  ADDRESS,
  BUSINESS_NAME,
  FIRST_NAME,
  LAST_NAME,
  POSITION,
  REGISTRATION_NUMBER,
} from './identity-fields.ts';
import type { Language } from '../languages/language.ts';
import type { TextFieldSpec } from './identity-fields.ts';

/** `today` is in milliseconds since 1970. */
export function parseIdentity(
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
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffd]/u.test(value)) return text('form.unprintable', { label });
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
