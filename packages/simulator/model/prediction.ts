/** What the model expects of an answer, and the comparison with the real one. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The parsed text; null if it is not JSON. */
  readonly body: Json;
};

/** Accepts values that the model cannot know, such as IDs and times. */
export type Matcher = { readonly label: string; readonly accepts: (value: Json | undefined) => boolean };

export type Expected =
  | null
  | boolean
  | number
  | string
  | Matcher
  | readonly Expected[]
  | { readonly [name: string]: Expected | undefined };

export const idOf = (prefix: string): Matcher => ({
  label: `an ID ${prefix}_…`,
  accepts: (value) => typeof value === 'string' && value.startsWith(`${prefix}_`),
});

/** Accepts anything. */
export const ANY: Matcher = { label: 'anything', accepts: () => true };

export const atLeast = (least: number): Matcher => ({
  label: `at least ${least}`,
  accepts: (value) => typeof value === 'number' && value >= least,
});

const isMatcher = (expected: Expected): expected is Matcher =>
  typeof expected === 'object' &&
  expected !== null &&
  'accepts' in expected &&
  typeof expected.accepts === 'function';

/** One possible outcome of a request. */
export type Outcome = {
  readonly status: number;
  /** The code of a refusal. */
  readonly code?: string;
  /** The fields of `validation_failed`, sorted. */
  readonly fields?: readonly string[];
  /** Members of the body. Others are not compared. */
  readonly body?: Expected;
  /** The exact text, for replays. */
  readonly text?: string;
  /** What is wrong with the body, beyond the members above. */
  readonly refuses?: (body: JsonObject) => string | undefined;
  /** Applies the effects. IDs and times come from the body. */
  readonly commit?: (body: JsonObject) => void;
  /** Whether the answer is kept under the idempotency key. */
  readonly isStored?: boolean;
};

export const refuse = (status: number, code: string, more: Partial<Outcome> = {}): Outcome => ({
  status,
  code,
  ...more,
});

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined if the answer is this outcome; otherwise where it differs. */
export function differenceOf(outcome: Outcome, answer: Answer): string | undefined {
  const body = isObject(answer.body) ? answer.body : {};
  // An entry of the request log has a member with this name too.
  const error = answer.status >= 400 && isObject(body['error']) ? body['error'] : {};
  const wanted = outcome.code ?? 'success';
  const found = textOf(error, 'code') || 'success';
  if (answer.status !== outcome.status || found !== wanted)
    return `expected ${outcome.status} ${wanted}, got ${answer.status} ${found}: ${answer.text.slice(0, 400)}`;
  if (outcome.text !== undefined && outcome.text !== answer.text)
    return `expected the first answer again: ${outcome.text}, got ${answer.text}`;
  if (outcome.text !== undefined && answer.headers['idempotent-replayed'] !== 'true')
    return 'a replay has no header Idempotent-Replayed';
  if (outcome.fields !== undefined) {
    const details = Array.isArray(error['details']) ? (error['details'] as readonly Json[]) : [];
    const fields = details.map((each) => textOf(each, 'field'));
    const got = [...new Set(fields)].sort().join(', ');
    const want = [...outcome.fields].sort().join(', ');
    if (got !== want) return `expected the invalid fields ${want}; got ${got}`;
  }
  const difference = outcome.body === undefined ? undefined : compare(outcome.body, answer.body, '');
  return difference ?? outcome.refuses?.(body);
}

/** Undefined if the value is as expected; otherwise where it differs. `path`: of the value. */
export function compare(expected: Expected, actual: Json | undefined, path: string): string | undefined {
  if (isMatcher(expected))
    return expected.accepts(actual)
      ? undefined
      : `${path}: expected ${expected.label}, got ${JSON.stringify(actual)}`;
  if (Array.isArray(expected)) {
    const items = expected as readonly Expected[];
    if (!Array.isArray(actual) || actual.length !== items.length)
      return `${path}: expected ${items.length} items, got ${JSON.stringify(actual).slice(0, 300)}`;
    for (const [index, each] of items.entries()) {
      const difference = compare(each, actual[index] as Json, `${path}.${index}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (typeof expected === 'object' && expected !== null) {
    if (!isObject(actual)) return `${path}: expected an object, got ${JSON.stringify(actual)}`;
    for (const [name, value] of Object.entries(expected)) {
      const difference = value === undefined ? undefined : compare(value, actual[name], `${path}.${name}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  return expected === actual
    ? undefined
    : `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

/** A text member of an object that an answer contained. */
export const textOf = (body: Json | undefined, name: string): string => {
  const value = isObject(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
};
