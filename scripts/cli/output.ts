/** Prints the output of a command as JSON or as a table. */
import Table from 'cli-table3';
import { withUnits } from './amounts.ts';
import { isJsonObject } from './outcome.ts';
import type { JsonObject, Outcome, Section, View } from './outcome.ts';
import { coloredJson, jsonText, linesWithoutControls, withoutControls } from './terminal.ts';

export function printOutcome({ json, intro, view, stdout, note }: Outcome, asJson: boolean): void {
  if (note !== undefined) console.error(note);
  if (asJson) {
    console.log(jsonText(json));
    return;
  }
  if (intro !== undefined) console.log(linesWithoutControls(intro));
  const text = textOf(view);
  if (stdout === undefined) {
    console.log(text);
    return;
  }
  console.error(text);
  console.log(stdout);
}

function textOf(view: View): string {
  if ('text' in view) return view.text;
  if ('data' in view) return coloredJson(view.data);
  if ('fields' in view)
    return [fieldsText(withUnits(view.fields)), ...sectionTexts(view.sections)].join('\n\n');
  return view.rows.length === 0 ? view.emptyText : rowsText(view.rows.map(withUnits), view.columns);
}

const sectionTexts = (sections: readonly Section[] = []): readonly string[] =>
  sections.map(({ title, view }) => `${title}\n${textOf(view)}`);

/** Columns separated only by spaces, which other tools can split. */
const PLAIN = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

const EMPTY = '–';
const AMOUNT = /^-?\d+(\.\d+)?( [A-Za-z ]+)?$/;

function rowsText(rows: readonly JsonObject[], columns: readonly string[]): string {
  const cells = rows.map((row) => columns.map((column) => cellOf(at(row, column))));
  const colAligns = columns.map((_, i) =>
    cells.every((row) => row[i] === EMPTY || AMOUNT.test(row[i] ?? ''))
      ? ('right' as const)
      : ('left' as const),
  );
  const head = columns.map(headingOf);
  const table = new Table({ ...PLAIN, head, colAligns });
  table.push(...cells);
  return trimmed(table.toString());
}

/** `transfer.created_at` becomes CREATED, and `integrator_id` becomes INTEGRATOR. */
const headingOf = (column: string): string =>
  (HEADINGS[column] ?? column.split('.').at(-1) ?? '')
    .replace(/_(at|id)$/, '')
    .replaceAll('_', ' ')
    .toUpperCase();

const HEADINGS: Readonly<Record<string, string>> = {
  'transfer.state_reason.code': 'reason',
  'reason.code': 'reason',
  opened_at: 'waiting since',
  is_overdue: 'overdue',
  'assignment.name': 'assigned to',
  'line.day': 'line on',
  'line.amount': 'line amount',
  'movement.day': 'movement on',
  'movement.amount': 'movement amount',
  'movement.transfer_id': 'transfer',
  'accepted.reason': 'accepted because',
  'owner.name': 'owner',
  stalled_at: 'stalled at',
};

/** The fields of an object, with units, as text for people. */
export const summaryText = (object: JsonObject): string => fieldsText(withUnits(object));

function fieldsText(fields: JsonObject): string {
  const table = new Table(PLAIN);
  const flat = Object.entries(fields).flatMap(([name, value]) =>
    isJsonObject(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, cellOf(each)])
      : [[name, cellOf(value)]],
  );
  table.push(...flat.filter(([name]) => name !== 'object' && name?.endsWith('.object') !== true));
  return trimmed(table.toString());
}

const trimmed = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** The value at a dotted path, such as `people.0.name`. */
function at(row: JsonObject, path: string): unknown {
  let found: unknown = row;
  for (const name of path.split('.')) {
    const list: readonly unknown[] | undefined = Array.isArray(found) ? found : undefined;
    found = isJsonObject(found) ? found[name] : list?.[Number(name)];
  }
  return found;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return EMPTY;
  return withoutControls(typeof value === 'string' ? value : JSON.stringify(value));
}
