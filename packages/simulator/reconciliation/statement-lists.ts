/** The lists of imported statements and of days, compared with what was imported and closed. */
import { Difference } from '../checks/difference.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json, JsonObject } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import { parseCents } from './bank.ts';
import type { Statement } from './bank.ts';

/** A statement, and the answer to its import or, if its lines do not count any more, to its void. */
export type Imported = { readonly statement: Statement; readonly made: Json; readonly isVoid?: true };

export const hasMembers = (found: Json, expected: JsonObject): boolean =>
  isObject(found) && Object.entries(expected).every(([name, value]) => found[name] === value);

/** `listed`: newest first. `imported`: oldest first. The list never changes what an import has answered. */
export function checkStatements(listed: readonly Json[], imported: readonly Imported[]): void {
  const made = imported.map((each) => each.made).toReversed();
  if (JSON.stringify(listed) !== JSON.stringify(made))
    throw new Difference(
      `accountant: the list of statements is ${JSON.stringify(listed)}, imported were ${JSON.stringify(made)}`,
    );
  const counting = imported.filter(({ isVoid }) => isVoid !== true);
  for (const [at, each] of counting.entries()) checkGap(each, counting[at - 1], imported);
}

/** Lines are missing between a statement and the one before, unless the amounts agree. The bank leaves out none. */
function checkGap(
  { statement, made }: Imported,
  before: Imported | undefined,
  all: readonly Imported[],
): void {
  const gap = isObject(made) ? made['gap'] : undefined;
  const { opened_on, opening_balance } = statement.shown;
  // A late line of an earlier day makes a statement begin before the one before.
  const isNext = before === undefined || before.statement.shown.opened_on <= opened_on;
  if (gap === null) return;
  const after = all.find((each) => textOf(each.made, 'id') === textOf(gap, 'after_statement_id'));
  const missing =
    parseCents(opening_balance) +
    statement.knownCents -
    parseCents(after?.statement.shown.closing_balance ?? '');
  if (isNext || missing === 0 || parseCents(textOf(gap, 'amount')) !== missing)
    throw new Difference(`accountant: the statement ${JSON.stringify(made)} has another gap`);
}

/** `days`: newest first. Each is in the list as it is alone. */
export async function checkDays(calls: OperatorCalls, path: string, days: readonly string[]): Promise<void> {
  const listed = await calls.list(`${path}/days`);
  const single = await Promise.all(days.map((day) => calls.read(`${path}/days/${day}`)));
  if (JSON.stringify(listed) !== JSON.stringify(single))
    throw new Difference(
      `accountant: the list of days is ${JSON.stringify(listed)}, the days are ${JSON.stringify(single)}`,
    );
}
