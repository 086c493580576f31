/** Lists of operators as CSV files: each has the lines of the same list as JSON, page by page, with the same values. */
import { isObject, textOf } from '../model/prediction.ts';
import type { Json, JsonObject } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import { Difference } from './difference.ts';

type Texts = Readonly<Record<string, string>>;

/** `about`: the member with the object that a line is about. */
type Export = { readonly path: string; readonly recordedAs: string; readonly about?: string };

const EXPORTS: readonly Export[] = [
  { path: 'transfers', recordedAs: 'exportOperatorTransfers', about: 'transfer' },
  { path: 'users', recordedAs: 'exportOperatorUsers', about: 'user' },
  { path: 'webhook_deliveries', recordedAs: 'exportAllWebhookDeliveries', about: 'webhook_delivery' },
  { path: 'activity', recordedAs: 'exportActivity' },
];

/** Not a divisor of the pages of a file, and no multiple. */
const PAGE = '77';
const COLUMNS_MIN = 8;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * `integrators`: the IDs of integrators whose objects are exported. The lists of all integrators are longer than a page of a
 * file.
 */
export async function checkExports(calls: OperatorCalls, integrators: readonly string[]): Promise<void> {
  const queries = [
    {},
    ...integrators.flatMap((integrator_id) => [{ integrator_id }, { integrator_id, order: 'oldest' }]),
  ];
  for (const each of EXPORTS) {
    for (const query of queries) await checkExport(calls, each, query);
    const recorded = await calls.list('activity', { operation: each.recordedAs });
    if (recorded.length < queries.length)
      throw new Difference(
        `the activity log has ${recorded.length} exports of ${each.path}, not ${queries.length}`,
      );
  }
}

async function checkExport(calls: OperatorCalls, { path, about }: Export, query: Texts): Promise<void> {
  const list = await calls.list(path, { ...query, limit: PAGE });
  const rows = await calls.rows(path, query);
  const ids = list.map((each) => idOf(each, about));
  const found = rows.map((each) => textOf(each, 'id'));
  // What reads the list may be recorded in it.
  const since = found.filter((id) => ids.includes(id));
  const isSame = path === 'activity' ? since.join() === ids.join() : found.join() === ids.join();
  if (!isSame)
    throw new Difference(
      `the CSV file of ${path} ${JSON.stringify(query)} has ${found.join()}, not ${ids.join()}`,
    );
  const byId = new Map(rows.map((row) => [textOf(row, 'id'), row]));
  for (const each of list) compareRow(path, flat(each, about), byId.get(idOf(each, about)) ?? null);
}

const objectIn = (item: Json, about: string | undefined): JsonObject => {
  const object = isObject(item) && about !== undefined ? item[about] : item;
  return isObject(object) ? object : {};
};

const idOf = (item: Json, about: string | undefined): string => textOf(objectIn(item, about), 'id');

/** The members of the object, and of the line around it. */
const flat = (item: Json, about: string | undefined): JsonObject => ({
  ...(isObject(item) ? item : {}),
  ...objectIn(item, about),
});

function compareRow(path: string, item: JsonObject, row: Json): void {
  let compared = 0;
  for (const [column, cell] of Object.entries(isObject(row) ? row : {})) {
    const value = item[column];
    if (value === undefined || isObject(value) || Array.isArray(value)) continue;
    compared += 1;
    if (cell !== cellOf(value))
      throw new Difference(
        `the CSV file of ${path} has ${JSON.stringify(cell)} as ${column} of ${JSON.stringify(item)}`,
      );
  }
  if (compared < COLUMNS_MIN) throw new Difference(`the CSV file of ${path} has other columns than the list`);
}

/** Spreadsheets would run some texts as a formula. */
function cellOf(value: Json): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return /^[=+\-@\t\r]/.test(text) && !DECIMAL.test(text) ? `'${text}` : text;
}
