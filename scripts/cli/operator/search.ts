/** `search`: people and objects by ID, reference, amount, name, email, or phone number. */
import type { Command } from 'commander';
import { apiAction, withExamples, withLimit } from '../program.ts';
import { isJsonObject, listData } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';

const COLUMNS = ['type', 'id', 'matched_by', 'people', 'amount', 'unit', 'state', 'reference'];

export function fillSearch(search: Command): void {
  withExamples(search, [
    "search 'Ana Silva'",
    'search 1500.00',
    'search trf_01k --limit 5',
    'search order-5521 --json',
  ]);
  withLimit(search)
    .argument('<text>', 'text to search for')
    .action(
      apiAction(async (api, [text = ''], { limit }) => {
        const found = await api.get('/search', { q: text, limit: String(Math.min(100, Number(limit))) });
        const rows = listData(found).map((hit) => ({ ...hit, people: namesOf(hit) }));
        return { json: found, view: { rows, columns: COLUMNS, emptyText: 'Nothing was found.' } };
      }),
    );
}

/** The people of a hit, from the sender to the recipient. */
function namesOf({ people }: JsonObject): string | null {
  const names = (Array.isArray(people) ? people : []).flatMap((each: unknown) =>
    isJsonObject(each) && typeof each['name'] === 'string' ? each['name'] : [],
  );
  return names.length === 0 ? null : names.join(' → ');
}
