/** Bank statements: the list of an environment, and the upload of a file. */
import type { BankStatement, CsvMapping, StatementImport } from '../../../generated/api.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { ENCODINGS, decodeText, type Encoding } from '../../../reconciliation/statements/read-statement.ts';
import { InvalidStatement } from '../../../reconciliation/statements/statement.ts';
import type { FieldErrors } from '../../../web/fields.ts';
import type { Form } from '../../../web/forms.ts';
import { html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { listRoutes } from '../../lists.ts';
import {
  environmentIn,
  read,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { show, type Column } from '../../ui/tables.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { actionLink, emptyState, environmentTabs } from '../../ui/panels.ts';
import { actorHtml, amountHtml, badge, timestampHtml, toLabel, unitName } from '../../ui/text.ts';
import { breaksPanel, crumbs, hereIn, pagePathOf } from './breaks.ts';
import { journalPanel } from './closing-totals.ts';
import { daysPanel } from './days.ts';

const UPLOAD_BYTES_MAX = 9 * 1024 * 1024;
const FORMATS = [
  ['camt053', 'camt.053 (XML)'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

const DATE_FORMATS = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD'] as const;
/** Each value has two characters: between values, and in amounts. */
const SEPARATORS = [
  [',.', 'Comma between values, decimal point'],
  [';,', 'Semicolon between values, decimal comma'],
  [';.', 'Semicolon between values, decimal point'],
] as const;

const STATEMENTS: readonly Column<BankStatement>[] = [
  show.html(
    'Account',
    ({ rail, currency }) => html`${toLabel(rail)} <small>${unitName(currency)}</small>`,
    'head',
  ),
  show.html(
    'Period',
    ({ opened_on, closed_on }) =>
      html`<span class="money">${opened_on}</span>
        ${opened_on !== closed_on && html`to <span class="money">${closed_on}</span>`}`,
  ),
  show.amount('Opening', 'opening_balance', 'currency'),
  show.amount('Closing', 'closing_balance', 'currency'),
  show.number(
    'Lines',
    ({ lines, known_lines }) =>
      html`${lines}${known_lines > 0 && html` <small>${known_lines} known</small>`}`,
  ),
  show.html('Gap', ({ gap, currency }) =>
    gap === null
      ? badge('none', 'ok')
      : html`${badge('lines missing', 'stop')} ${amountHtml(gap.amount, currency)} after ${gap.after_day}`,
  ),
  show.html(
    'Imported',
    ({ created_at, imported_by }, context) =>
      html`${timestampHtml(created_at, context.now)} ${actorHtml(context, imported_by)}`,
  ),
  show.shortId('ID', 'id'),
];

/** How to read a CSV file. Files of the other formats say it themselves. */
const inCsv = (field: Omit<FormField, 'group' | 'isOptional'>): FormField => ({
  ...field,
  group: 'Columns of a CSV file',
  isOptional: true,
});
const column = (name: string, label: string): FormField =>
  inCsv({ name, label, kind: 'text', bodyFields: [`mapping.columns.${name}`] });

const CSV_FIELDS: readonly FormField[] = [
  inCsv({ name: 'currency', label: 'Currency', hint: 'Such as USD.', kind: 'text' }),
  column('booked_on', 'Column with the date'),
  column('bank_reference', 'Column with the bank’s reference'),
  column('amount', 'Column with the amount'),
  column('balance', 'Column with the balance after the line'),
  column('text', 'Column with the text'),
  inCsv({
    name: 'date_format',
    label: 'Format of dates',
    kind: 'select',
    options: DATE_FORMATS.map((each) => [each, each]),
    initialValue: DATE_FORMATS[0],
  }),
  inCsv({
    name: 'separators',
    label: 'Separators',
    kind: 'select',
    options: SEPARATORS,
    initialValue: SEPARATORS[0][0],
  }),
];

async function importForm(context: PageContext): Promise<ActionForm> {
  const { data } = await read(context, 'listRails');
  const rails = [...new Set(data.map(({ rail }) => rail))].map((rail) => [rail, toLabel(rail)] as const);
  return {
    title: 'Import a statement',
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    intro: html`<p>
      The opening balance and the lines must sum to the closing balance. Lines that were imported before are
      not recorded again.
    </p>`,
    fields: [
      { name: 'rail', label: 'Rail', kind: 'select', options: rails },
      { name: 'format', label: 'Format', kind: 'select', options: FORMATS },
      {
        name: 'file',
        label: 'File',
        kind: 'file',
        hint: 'At most 8 MiB and 20,000 lines.',
        bodyFields: ['content', 'statement'],
      },
      {
        name: 'encoding',
        label: 'Encoding',
        kind: 'select',
        options: ENCODINGS.map((each) => [each, each] as const),
      },
      ...CSV_FIELDS,
    ],
    submit: 'Import',
  };
}

/** The text of the file; undefined if it cannot be decoded. */
function textOf(form: Form): string | InvalidStatement {
  const encoding = ENCODINGS.find((each) => each === form.get('encoding')) satisfies Encoding | undefined;
  try {
    return decodeText(form.file?.('file') ?? new Uint8Array(), encoding);
  } catch (error) {
    if (error instanceof InvalidStatement) return error;
    throw error;
  }
}

function checkForm(form: Form): FieldErrors {
  const text = textOf(form);
  if (text instanceof InvalidStatement) return new Map([['file', text.message]]);
  if (form.get('format') === 'json' && parseJson(text) === undefined)
    return new Map([['file', 'The file must be a JSON object.']]);
  return new Map();
}

function parseJson(text: string): StatementImport['statement'] {
  try {
    const parsed: unknown = JSON.parse(text);
    // The operator API validates it.
    return typeof parsed === 'object' && parsed !== null
      ? (parsed as StatementImport['statement'])
      : undefined;
  } catch {
    return undefined;
  }
}

function bodyOf(form: Form): Record<string, unknown> {
  const text = textOf(form);
  const content = text instanceof InvalidStatement ? '' : text;
  const [rail, format] = [form.get('rail'), form.get('format')];
  if (format === 'json') return { rail, format, statement: parseJson(content) };
  if (format !== 'csv') return { rail, format, content };
  return { rail, format, content, currency: form.get('currency').toLowerCase(), mapping: mappingOf(form) };
}

function mappingOf(form: Form): CsvMapping {
  const given = (name: string) => (form.get(name) === '' ? {} : { [name]: form.get(name) });
  const separators = form.get('separators');
  return {
    columns: {
      booked_on: form.get('booked_on'),
      bank_reference: form.get('bank_reference'),
      ...given('amount'),
      ...given('balance'),
      ...(form.get('text') === '' ? {} : { text: [form.get('text')] }),
    },
    ...given('date_format'),
    ...(separators === '' ? {} : ({ delimiter: separators[0], decimal_mark: separators[1] } as object)),
  };
}

/** The environment with open breaks; production, unless only the sandbox has some. */
async function firstPage(context: PageContext): Promise<PageResult> {
  const hasBreaks = async (environment: EnvironmentName): Promise<boolean> => {
    const input = { params: { environment }, query: { breaks: 'open', limit: 1 } };
    return (await read(context, 'listReconciliationItems', input)).data.length > 0;
  };
  const isSandbox = !(await hasBreaks('production')) && (await hasBreaks('sandbox'));
  return { kind: 'redirect', to: pagePathOf(isSandbox ? 'sandbox' : 'production') };
}

export const statementsPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation', get: firstPage },
  ...listRoutes({
    path: '/console/reconciliation/{environment}',
    operation: 'listBankStatements',
    title: 'Reconciliation',
    section: 'reconciliation',
    frame: (context) => ({ lead: environmentTabs(environmentIn(context), pagePathOf) }),
    actions(context) {
      const here = hereIn(context);
      return html`${actionLink(context, 'importBankStatement', `${here}/import`, 'Import a statement', 'main')}
      ${actionLink(context, 'collectMovements', `${here}/collect`, 'Collect movements')}`;
    },
    heading: 'Imported statements',
    caption: 'Imported statements',
    columns: STATEMENTS,
    empty: (context) =>
      emptyState(
        'No statements yet',
        html`<a href="${hereIn(context)}/import">Import the first statement</a> of a rail’s bank account.`,
      ),
    content: async (context, list) =>
      html`${await breaksPanel(context)} ${await daysPanel(context)} ${journalPanel(context)} ${list}`,
  }),
  actionRoute({
    path: '/console/reconciliation/{environment}/import',
    operation: 'importBankStatement',
    uploadBytesMax: UPLOAD_BYTES_MAX,
    form: importForm,
    checkForm,
    body: bodyOf,
    done: ({ gap }) =>
      gap === null
        ? 'The statement was imported.'
        : 'The statement was imported. Lines between it and the statement before are missing.',
  }),
];
