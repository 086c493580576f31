/** Bank statements: the list of an environment, and the upload of a file. */
import type { BankStatement, CsvMapping, StatementImport, StatementPreview } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { ENCODINGS, decodeText, type Encoding } from '../../../reconciliation/statements/read-statement.ts';
import { InvalidStatement } from '../../../reconciliation/statements/statement.ts';
import type { FieldErrors } from '../../../web/fields.ts';
import type { Form } from '../../../web/forms.ts';
import { html } from '../../../web/html.ts';
import { actionRoute, failureOf, formPage, missingFields, type ActionForm } from '../../action-form.ts';
import { listRoutes } from '../../lists.ts';
import {
  mayCall,
  read,
  write,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { show, table, type Column } from '../../ui/tables.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { actionLink, emptyState } from '../../ui/panels.ts';
import {
  actorHtml,
  amountHtml,
  badge,
  signedAmountHtml,
  textHtml,
  timestampHtml,
  toLabel,
  unitName,
} from '../../ui/text.ts';
import { accountsPanel } from './accounts.ts';
import { PLAIN_REASON, breaksPanel, crumbs, hereIn, pagePathOf } from './breaks.ts';
import { journalPanel } from './closing-totals.ts';
import { daysPanel } from './days.ts';

const UPLOAD_BYTES_MAX = 12 * 1024 * 1024;
const FORMATS = [
  ['camt053', 'camt.053, camt.052, or camt.054 (XML)'],
  ['csv', 'CSV'],
  ['mt940', 'MT940 or MT942'],
  ['bai2', 'BAI2'],
  ['ofx', 'OFX or QFX'],
  ['json', 'JSON'],
] as const;

const DATE_FORMATS = [
  ...(['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD', 'DD.MM.YY', 'DD/MM/YY'] as const),
  ...(['MM/DD/YY', 'DD-MM-YYYY', 'YYYY/MM/DD', 'DD MMM YYYY'] as const),
] as const;
/** Each value has two characters: between values, and in amounts. */
const SEPARATORS = [
  ['', 'As the file says'],
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
    'plain',
  ),
  show.amount('Opening', 'opening_balance', 'currency'),
  show.amount('Closing', 'closing_balance', 'currency'),
  show.number(
    'Lines',
    ({ lines, known_lines }) =>
      html`${lines}${known_lines > 0 && html` <small>${known_lines} known</small>`}`,
    'hidden',
  ),
  show.html(
    'Gap',
    ({ gap, currency }) =>
      gap === null
        ? badge('none', 'ok', 'no gap')
        : html`${badge('lines missing', 'stop')} ${amountHtml(gap.amount, currency)} after ${gap.after_day}`,
    'aside',
  ),
  show.html(
    'Imported',
    ({ created_at, imported_by }, context) =>
      html`${timestampHtml(created_at, context.now)} ${actorHtml(context, imported_by)}`,
    'plain',
  ),
  show.shortId('ID', 'id', 'hidden'),
  show.html(
    'Void',
    ({ id, voided_at, void_reason }, context) =>
      voided_at !== null
        ? html`${badge('voided', 'plain')} <small>${void_reason ?? ''}</small>`
        : mayCall(context, 'voidStatement')
          ? html`<a class="button quiet small" href="${hereIn(context)}/statements/${id}/void">Void</a>`
          : textHtml(null),
    'plain',
  ),
];

const previewLines = (currency: string): readonly Column<StatementPreview['lines'][number]>[] => [
  show.text('Day', 'booked_on', 'head'),
  show.number('Amount', ({ amount }) => signedAmountHtml(amount, currency)),
  show.text('Reference', 'bank_reference'),
  show.clipped('Text', 'text'),
  show.clipped('Other party', 'counterparty_name'),
  show.html('', ({ is_known }) => (is_known ? badge('known', 'plain', 'imported before') : textHtml(null))),
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
  column('credit', 'Column with credits, if amounts have two columns'),
  column('debit', 'Column with debits'),
  column('direction', 'Column that says whether it is a credit or a debit'),
  column('balance', 'Column with the balance after the line'),
  column('text', 'Column with the text'),
  inCsv({
    name: 'date_format',
    label: 'Format of dates',
    kind: 'select',
    options: [['', 'As the file says'], ...DATE_FORMATS.map((each) => [each, each] as const)],
    initialValue: '',
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
  const here = hereIn(context);
  return {
    ...(await fileForm(context)),
    title: 'Import a statement',
    intro: html`<p>
      The opening balance and the lines must sum to the closing balance. Lines that were imported before are
      not recorded again. <a href="${here}/preview">See first what an import would record</a>.
    </p>`,
    submit: 'Import',
  };
}

const previewForm = async (context: PageContext): Promise<ActionForm> => ({
  ...(await fileForm(context)),
  title: 'Preview a statement',
  intro: html`<p>
    Shows the balances and the lines that an import of the file would record. Nothing is recorded.
  </p>`,
  submit: 'Preview',
});

async function fileForm(context: PageContext): Promise<Omit<ActionForm, 'title' | 'intro' | 'submit'>> {
  const { data } = await read(context, 'listRails');
  const rails = [...new Set(data.map(({ rail }) => rail))].map((rail) => [rail, toLabel(rail)] as const);
  return {
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    fields: [
      { name: 'rail', label: 'Rail', kind: 'select', options: rails },
      { name: 'format', label: 'Format', kind: 'select', options: FORMATS },
      {
        name: 'file',
        label: 'File',
        kind: 'file',
        hint: 'Choose it, or drag it here. At most 12 MiB and 20,000 lines.',
        bodyFields: ['content', 'statement'],
      },
      {
        name: 'encoding',
        label: 'Encoding',
        kind: 'select',
        options: [['', 'As the file says'], ...ENCODINGS.map((each) => [each, each] as const)],
        isOptional: true,
      },
      ...CSV_FIELDS,
    ],
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
  const currency = form.get('currency').toLowerCase();
  return {
    ...{ rail, format, content, ...(currency !== '' && { currency }) },
    // Without a column, all of it follows from the file.
    ...(form.get('booked_on') !== '' && { mapping: mappingOf(form) }),
  };
}

function mappingOf(form: Form): CsvMapping {
  const given = (name: string) => (form.get(name) === '' ? {} : { [name]: form.get(name) });
  const separators = form.get('separators');
  return {
    columns: {
      booked_on: form.get('booked_on'),
      ...given('bank_reference'),
      ...given('amount'),
      ...given('credit'),
      ...given('debit'),
      ...given('direction'),
      ...given('balance'),
      ...(form.get('text') === '' ? {} : { text: [form.get('text')] }),
    },
    ...given('date_format'),
    ...(separators === '' ? {} : ({ delimiter: separators[0], decimal_mark: separators[1] } as object)),
  };
}

async function showPreview(context: PageContext, form: Form): Promise<PageResult> {
  const described = await previewForm(context);
  const missing = missingFields(described.fields ?? [], form);
  const errors = missing.size > 0 ? missing : checkForm(form);
  if (errors.size > 0) return formPage(context, described, { values: form, errors });
  const reply = await write(context, 'previewStatement', { body: bodyOf(form) });
  const failure = failureOf(reply);
  if (failure !== undefined || isProblem(reply)) {
    const message = failure?.details[0]?.message ?? failure?.message ?? '';
    return formPage(context, described, { values: form, errors: new Map([['file', message]]) });
  }
  // The operation responds with an object of its schema.
  const found = JSON.parse(reply.body) as StatementPreview;
  const { currency, opened_on, closed_on, opening_balance, closing_balance, gap, lines, warnings } = found;
  const content = html`<p>
      ${opened_on} to ${closed_on}: ${amountHtml(opening_balance, currency)} to
      ${amountHtml(closing_balance, currency)}, ${found.line_count}
      ${found.line_count === 1 ? 'line' : 'lines'}, ${found.known_lines} of them known.
      ${gap !== null && html`${badge('lines missing', 'stop')} ${amountHtml(gap.amount, currency)}`}
    </p>
    ${warnings.map((each) => html`<p>${each}</p>`)}
    ${found.mapping !== null && html`<pre>${JSON.stringify(found.mapping, null, 2)}</pre>`}
    ${table(context, 'Lines', previewLines(currency), lines)}
    <p><a class="button main" href="${hereIn(context)}/import">Import the file</a></p>`;
  return {
    kind: 'page',
    title: 'Preview of a statement',
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    content,
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
    actions(context) {
      const here = hereIn(context);
      return html`${actionLink(context, 'importBankStatement', `${here}/import`, 'Import a statement', 'main')}
      ${actionLink(context, 'previewStatement', `${here}/preview`, 'Preview a statement')}
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
      html`${await accountsPanel(context)} ${await breaksPanel(context)} ${await daysPanel(context)}
      ${journalPanel(context)} ${list}`,
  }),
  {
    path: '/console/reconciliation/{environment}/preview',
    uploadBytesMax: UPLOAD_BYTES_MAX,
    get: async (context) => formPage(context, await previewForm(context)),
    post: showPreview,
  },
  actionRoute({
    path: '/console/reconciliation/{environment}/statements/{statement_id}/void',
    operation: 'voidStatement',
    mayBeProposed: true,
    form: (context) => ({
      title: 'Void a statement',
      section: 'reconciliation',
      breadcrumbs: crumbs(context),
      intro: html`<p>
        None of the lines that ${context.params['statement_id'] ?? ''} recorded counts from then on. The same
        file can be imported again. The statement stays in the list.
      </p>`,
      fields: [PLAIN_REASON],
      submit: 'Void the statement',
      isDestructive: true,
    }),
    done: 'The statement is void.',
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
