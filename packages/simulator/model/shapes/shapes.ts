/** The shapes of request bodies, written from the contract's tables. A shape returns the fields that violate it. */
import { isObject } from '../prediction.ts';
import type { Json } from '../prediction.ts';

/** Adds the dotted paths of invalid fields. */
export type Shape = (value: Json, path: string, invalid: Set<string>) => void;

const test =
  (accepts: (value: Json) => boolean): Shape =>
  (value, path, invalid) => {
    if (!accepts(value)) invalid.add(path);
  };

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
// oxlint-disable-next-line no-control-regex -- The contract forbids them.
const CONTROL = /[\u0000-\u001f\u007f]/;
const lengthOf = (text: string): number => Array.from(text).length;

export const anyOf = (...values: readonly Json[]): Shape => test((value) => values.includes(value));
export const bool = test((value) => typeof value === 'boolean');
export const integer = (min: number, max: number): Shape =>
  test((value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max);
/** Text without control characters, with its length in characters. */
export const text = (min: number, max: number): Shape =>
  test(
    (value) =>
      typeof value === 'string' &&
      !LONE_SURROGATE.test(value) &&
      !CONTROL.test(value) &&
      lengthOf(value) >= min &&
      lengthOf(value) <= max,
  );
export const pattern = (regex: RegExp, max = Infinity): Shape =>
  test((value) => typeof value === 'string' && regex.test(value) && value.length <= max);
export const id = test(
  (value) =>
    typeof value === 'string' && value !== '' && lengthOf(value) <= 64 && !LONE_SURROGATE.test(value),
);
export const rail = id;
export const amount = pattern(/^(0|[1-9][0-9]{0,14})(\.[0-9]{1,8})?$/, 24);
export const currency = pattern(/^[a-z]{3}$/);
export const country = pattern(/^[A-Z]{2}$/);
export const phone = pattern(/^\+[1-9][0-9]{6,14}$/);
export const email = pattern(/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/, 254);
export const time = pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
export const orNull =
  (shape: Shape): Shape =>
  (value, path, invalid) => {
    if (value !== null) shape(value, path, invalid);
  };

export const list =
  (item: Shape, max: number, min = 0): Shape =>
  (value, path, invalid) => {
    if (!Array.isArray(value) || value.length > max || value.length < min) invalid.add(path);
    else value.forEach((each: Json, index) => item(each, `${path}.${index}`, invalid));
  };

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** An object with these members; `required` names those that must be there. */
export const object =
  (members: Readonly<Record<string, Shape>>, ...required: readonly string[]): Shape =>
  (value, path, invalid) => {
    if (!isObject(value)) {
      invalid.add(path);
      return;
    }
    for (const name of required) if (!(name in value)) invalid.add(join(path, name));
    for (const [name, each] of Object.entries(value)) {
      const shape = Object.hasOwn(members, name) ? members[name] : undefined;
      if (shape === undefined) invalid.add(join(path, name));
      else shape(each, join(path, name), invalid);
    }
  };

export const metadata: Shape = (value, path, invalid) => {
  if (!isObject(value) || Object.keys(value).length > 50) {
    invalid.add(path);
    return;
  }
  for (const [name, each] of Object.entries(value)) {
    if (lengthOf(name) > 40) invalid.add(join(path, name));
    if (typeof each !== 'string' || lengthOf(each) > 500 || LONE_SURROGATE.test(each))
      invalid.add(join(path, name));
  }
};

/** The fields of a value that violate a shape. */
export function invalidFields(shape: Shape, value: Json): readonly string[] {
  const invalid = new Set<string>();
  shape(value, '', invalid);
  return [...invalid];
}
