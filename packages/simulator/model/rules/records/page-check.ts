/** Pages of lists whose objects the model does not predict. */
import { textOf } from '../../prediction.ts';
import type { Json, JsonObject } from '../../prediction.ts';

/** What is wrong with a page: too many objects, another order, or objects that the query excludes. */
export function pageFault(
  { limit = '10', starting_after: after, ending_before: before }: Readonly<Record<string, string>>,
  { data, has_more }: JsonObject,
  isWanted: (each: Json) => boolean,
): string | undefined {
  if (!Array.isArray(data) || typeof has_more !== 'boolean') return 'not a page';
  const shown = data as readonly Json[];
  const ids = shown.map((each) => textOf(each, 'id'));
  if (shown.length > Number(limit)) return 'more than the limit';
  if (ids.some((id, at) => at > 0 && id >= (ids[at - 1] ?? ''))) return 'not newest first';
  if (after !== undefined && ids.some((id) => id >= after)) return 'not after the cursor';
  if (before !== undefined && ids.some((id) => id <= before)) return 'not before the cursor';
  const wrong = shown.find((each) => !isWanted(each));
  return wrong === undefined ? undefined : `does not match: ${JSON.stringify(wrong).slice(0, 300)}`;
}

/** Whether the object has each of these members with the text that the query names, if it names one. */
export const hasTexts = (
  each: Json,
  query: Readonly<Record<string, string>>,
  ...names: readonly string[]
): boolean => names.every((name) => query[name] === undefined || query[name] === textOf(each, name));
