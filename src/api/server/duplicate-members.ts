/**
 * Finds objects in JSON text that have two members with the same name. `JSON.parse` keeps the last one silently, but
 * another system that reads the same text may use the first.
 */

/**
 * Whether an object in the text has two members with the same name. `value` is the parsed text.
 *
 * Every name ends with a quotation mark and a colon. If the text has no more of these than the value has members, no
 * member was lost. Only a text value such as `":"` makes the exact search necessary.
 */
export const hasDuplicateMembers = (text: string, value: unknown): boolean =>
  countColonsAfterQuotes(text) !== countMembers(value) && findDuplicate(text);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
/** Every whitespace character of JSON is at most a space. No other character outside of texts is. */
const SPACE = 0x20;

function countColonsAfterQuotes(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= SPACE) before -= 1;
    if (text.charCodeAt(before) === QUOTE) count += 1;
  }
  return count;
}

/** The members of all objects in a value. Not recursive, because a value can be nested deeper than the stack allows. */
function countMembers(value: unknown): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null) continue;
    if (Array.isArray(item)) {
      for (const each of item) if (typeof each === 'object') open.push(each);
      continue;
    }
    for (const name in item) {
      count += 1;
      // Every object has string keys and unknown values.
      const member = (item as Readonly<Record<string, unknown>>)[name];
      if (typeof member === 'object') open.push(member);
    }
  }
  return count;
}

/** Compares the names within each object of a valid JSON text. */
function findDuplicate(text: string): boolean {
  const namesOfOpenObjects: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACE) namesOfOpenObjects.push(new Set());
    else if (code === CLOSING_BRACE) namesOfOpenObjects.pop();
    else if (code === QUOTE) {
      const start = at;
      at = closingQuote(text, start);
      if (nextCode(text, at) !== COLON) continue;
      const quoted = text.slice(start, at + 1);
      const name = quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
      const names = namesOfOpenObjects.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

/** The position of the quotation mark that ends the text which starts at `start`. */
function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
  throw new Error('the text must be valid JSON');
}

/** The first character after the position that is no whitespace. */
function nextCode(text: string, position: number): number {
  let next = position + 1;
  while (text.charCodeAt(next) <= SPACE) next += 1;
  return text.charCodeAt(next);
}
