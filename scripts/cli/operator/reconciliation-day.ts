/** A day of reconciliation as text: its bank accounts, and the totals of a closing as tables. */
import { isJsonObject } from '../outcome.ts';
import type { JsonObject, Outcome, Section } from '../outcome.ts';

const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** The day without its parts, and each bank account. */
export function daySummary({
  accounts,
  totals: _totals,
  note: _note,
  ...day
}: JsonObject): readonly JsonObject[] {
  return [day, ...objectsIn(accounts)];
}

export function dayOutcome(day: JsonObject): Outcome {
  const [fields = {}, ...accounts] = daySummary(day);
  const { totals, note } = day;
  const sections: Section[] = accounts.map((account) => ({
    title: `Bank account of ${String(account['rail'])} in ${String(account['currency'])}`,
    view: { fields: account },
  }));
  if (isJsonObject(totals)) sections.push(...totalsSections(totals));
  if (typeof note === 'string') sections.push({ title: 'Signed text', view: { text: note.trimEnd() } });
  return { json: day, view: { fields, sections } };
}

const totalsSections = ({ trial_balance, kinds, breaks, books }: JsonObject): readonly Section[] => [
  {
    title: 'Trial balance of all books',
    view: {
      rows: objectsIn(trial_balance),
      columns: ['unit', 'account', 'opening_balance', 'debit', 'credit', 'closing_balance'],
      emptyText: 'There are no postings yet.',
    },
  },
  {
    title: 'Totals by kind',
    view: {
      rows: objectsIn(kinds),
      columns: ['unit', 'kind', 'count', 'amount'],
      emptyText: 'Nothing moved in these days.',
    },
  },
  {
    title: 'Breaks that stay open',
    view: {
      rows: objectsIn(breaks),
      columns: ['day', 'rail', 'currency', 'line_id', 'movement_id', 'difference'],
      emptyText: 'None.',
    },
  },
  { title: 'Books', view: { fields: isJsonObject(books) ? books : {} } },
];
