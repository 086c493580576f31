/** The reset of a sandbox. Everything in it is gone, except what the treasury gave it. */
import { ANY, refuse, textOf } from '../prediction.ts';
import type { Rule } from '../request.ts';

const PER_DAY_MAX = 100;
const DAY_MS = 86_400_000;

/** The answer shows the number of the new book; the first one has the number 1. */
const resetSandbox: Rule = ({ book: { resetTimes }, replaceBook, during }) => {
  const times = resetTimes.values;
  const oldest = times[times.length - PER_DAY_MAX];
  const done = {
    status: 200,
    body: { object: 'sandbox_reset', generation: times.length + 2, reset_at: ANY },
    commit(answer) {
      resetTimes.add(Date.parse(textOf(answer, 'reset_at')));
      replaceBook();
    },
  } satisfies ReturnType<Rule>;
  return oldest === undefined || oldest + DAY_MS <= during.from ? done : [refuse(429, 'rate_limited'), done];
};

export const resetRules = { resetSandbox } satisfies Readonly<Record<string, Rule>>;
