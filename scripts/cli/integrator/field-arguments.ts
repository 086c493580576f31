/** Builds the body or the query of a call from arguments such as `amount=12.50` and `source.type=wallet`. */
import { UsageError, isJsonObject } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';

type Mutable = Record<string, unknown>;

/**
 * `name=value` sets a text, `name:=json` any JSON value, and `outer.inner=value` a member of an object. Throws a UsageError
 * for anything else and for a member that is set twice.
 */
export function bodyFrom(fields: readonly string[]): JsonObject {
  const body: Mutable = emptyObject();
  for (const field of fields) {
    const [, path = '', operator, text = ''] = /^([^=]+?)(:?=)(.*)$/s.exec(field) ?? [];
    const names = path.split('.');
    if (operator === undefined || names.includes(''))
      throw new UsageError(`${JSON.stringify(field)} does not have the form field=value or field:=json.`);
    setAt(body, names, operator === ':=' ? jsonIn(field, text) : text);
  }
  return body;
}

/** A query string with its question mark; empty without fields. Throws a UsageError for a field without a value. */
export function queryFrom(fields: readonly string[]): string {
  const query = new URLSearchParams();
  for (const field of fields) {
    const at = field.indexOf('=');
    if (at < 1) throw new UsageError(`${JSON.stringify(field)} does not have the form parameter=value.`);
    query.append(field.slice(0, at), field.slice(at + 1));
  }
  return fields.length === 0 ? '' : `?${query.toString()}`;
}

/** Has no prototype, so that every name is just a name. */
const emptyObject = (): Mutable => Object.create(null) as Mutable;

function setAt(body: Mutable, names: readonly string[], value: unknown): void {
  const last = names.at(-1) ?? '';
  let target = body;
  for (const name of names.slice(0, -1)) {
    target[name] ??= emptyObject();
    const inner = target[name];
    if (!isJsonObject(inner)) throw new UsageError(`${names.join('.')} is set twice.`);
    // Made above, or parsed from JSON.
    target = inner;
  }
  if (last in target) throw new UsageError(`${names.join('.')} is set twice.`);
  target[last] = value;
}

function jsonIn(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The value of ${JSON.stringify(field)} is not valid JSON.`);
  }
}
