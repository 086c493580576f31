/** Columns of tables and facts of pages, declared once: a label, a value of the object, and how it is shown. */
import { groupDigits } from '../../formats/text.ts';
import type { Html } from '../../web/html.ts';
import { html } from '../../web/html.ts';
import type { PageContext } from '../page-context.ts';
import { factList } from './panels.ts';
import type { Column } from './tables.ts';
import {
  actorHtml,
  amountHtml,
  badge,
  idHtml,
  rowIdHtml,
  shortIdHtml,
  textHtml,
  timestampHtml,
  toWords,
} from './text.ts';

/** A member of the object, or what is read from it. */
type Of<Row, Value> =
  | { [Name in keyof Row & string]: Row[Name] extends Value ? Name : never }[keyof Row & string]
  | ((row: Row, context: PageContext) => Value);

type Text = string | null | undefined;

/** The row's header, or where the value is on small screens; by default below the header with its label. */
type Place = 'head' | 'aside' | 'plain' | 'hidden';

const valueOf = <Row, Value>(of: Of<Row, Value>, row: Row, context: PageContext): Value =>
  // The type of a name says that the member has a value of this type.
  typeof of === 'function' ? of(row, context) : (row[of as keyof Row] as Value);

const placed = (place: Place | undefined) =>
  place === undefined ? {} : place === 'head' ? { isRowHeader: true } : { small: place };

/** A kind of column whose cells only depend on one value. */
const kind =
  <Value>(cell: (value: Value, context: PageContext) => Html, more: { readonly isNumeric?: boolean } = {}) =>
  <Row>(label: string, of: Of<Row, Value>, place?: Place): Column<Row> => ({
    label,
    cell: (row, context) => cell(valueOf(of, row, context), context),
    ...placed(place),
    ...more,
  });

export const show = {
  /** Anything else. */
  html: <Row>(label: string, cell: (row: Row, context: PageContext) => Html, place?: Place): Column<Row> => ({
    label,
    cell,
    ...placed(place),
  }),
  /** Anything else that is aligned like a number. */
  number: <Row>(
    label: string,
    cell: (row: Row, context: PageContext) => Html,
    place?: Place,
  ): Column<Row> => ({ label, cell, ...placed(place), isNumeric: true }),
  text: kind<Text>((value) => textHtml(value)),
  code: kind<string>((value) => html`<code>${value}</code>`),
  /** A text that may be long. */
  clipped: kind<Text>((value) => html`<span class="clip">${textHtml(value)}</span>`),
  /** A code with underscores, in words. */
  words: kind<string>((value) => html`${toWords(value)}`),
  count: kind<number>((value) => html`${groupDigits(String(value))}`, { isNumeric: true }),
  badge: kind<string>((value) => badge(value)),
  time: kind<Text>((value, { now }) => timestampHtml(value, now)),
  actor: kind<string>((value, context) => actorHtml(context, value)),
  /** A whole ID with a copy button, linked to its page. */
  id: kind<Text>((value) => idHtml(value)),
  shortId: kind<Text>((value) => shortIdHtml(value)),
  rowId: kind<string>((value) => rowIdHtml(value)),
  /** `unit` is a unit, or where it is. */
  amount: <Row>(
    label: string,
    of: Of<Row, Text>,
    unit: Of<Row, Text> | 'svc-points' | 'svc-coin',
    place?: Place,
  ): Column<Row> => ({
    label,
    isNumeric: true,
    cell(row, context) {
      const isUnit = unit === 'svc-points' || unit === 'svc-coin';
      return amountHtml(valueOf(of, row, context), isUnit ? unit : valueOf(unit, row, context));
    },
    ...placed(place),
  }),
};

/** The values of one object, with their labels. */
export const facts = <Row>(
  context: PageContext,
  row: Row,
  columns: readonly (Column<Row> | false | undefined)[],
): Html =>
  factList(
    columns
      .filter((column) => column !== undefined && column !== false)
      .map(({ label, cell }) => [label, cell(row, context)] as const),
  );

/** A column of an object in a row. */
export const inner = <Row, Part>(column: Column<Part>, of: (row: Row) => Part): Column<Row> => ({
  ...column,
  cell: (row, context) => column.cell(of(row), context),
});
