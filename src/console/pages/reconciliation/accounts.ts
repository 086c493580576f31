/** The bank accounts behind the rails: a list, and the page of each account. */
import type {
  ReconciliationAccount,
  ReconciliationDay,
  ReconciliationItemPage,
} from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { Refused, read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { accountSentence } from '../../sentences/objects.ts';
import { actionLink, emptyState, panel, tile } from '../../ui/panels.ts';
import { facts, show, table, type Column } from '../../ui/tables.ts';
import { amountHtml, badge, railText, signedAmountHtml, textHtml, toLabel } from '../../ui/text.ts';
import { accountPath, crumbs, hereIn, matchPath } from './breaks.ts';
import { agreement, statementHtml } from './days.ts';

type Account = Pick<ReconciliationAccount, 'rail' | 'currency'>;

export const accountName = ({ rail, currency }: Account): string => toLabel(railText(rail, currency));

/** The newest day, which has the present state of each account; undefined before there is any. Throws Refused. */
async function newestDay(context: PageContext): Promise<ReconciliationDay | undefined> {
  const { data } = await read(context, 'listReconciliationDays', { query: { limit: 1 } });
  return data[0];
}

const find = (
  accounts: readonly ReconciliationAccount[],
  { rail, currency }: Partial<Account>,
): ReconciliationAccount | undefined =>
  accounts.find((each) => each.rail === rail && each.currency === currency);

/** The account that the path names, as of the newest day. Throws Refused. */
export async function accountIn(context: PageContext): Promise<ReconciliationAccount> {
  hereIn(context);
  const found = find((await newestDay(context))?.accounts ?? [], context.params);
  if (found === undefined) throw new Refused(notFoundProblem('account'));
  return found;
}

export const accountCrumbs = (context: PageContext, account: Account) => [
  ...crumbs(context),
  { label: accountName(account), href: accountPath(hereIn(context), account) },
];

// The list

const breaksHtml = ({ open_breaks, accepted_breaks }: ReconciliationAccount): Html =>
  html`${open_breaks > 0 ? badge('open', 'stop', `${open_breaks} open`) : badge('none open', 'ok')}
  ${accepted_breaks > 0 && html`<small>${accepted_breaks} accepted</small>`}`;

const ACCOUNTS: readonly Column<ReconciliationAccount>[] = [
  show.html(
    'Account',
    (each, context) => html`<a href="${accountPath(hereIn(context), each)}">${accountName(each)}</a>`,
    'head',
  ),
  show.html('Breaks', breaksHtml, 'aside'),
  show.amount('At the bank', 'closing_balance', 'currency'),
  show.amount('In the books', 'ledger_closing_balance', 'currency'),
  show.html('Statements', statementHtml, 'plain'),
  show.html(
    'Match',
    (each, context) =>
      each.open_breaks === 0
        ? textHtml(null)
        : html`<a class="button quiet small" href="${matchPath(hereIn(context), each)}">Match</a>`,
    'plain',
  ),
];

/** All accounts with what is open. Throws Refused. */
export async function accountsPanel(context: PageContext): Promise<Html | undefined> {
  const { accounts = [] } = (await newestDay(context)) ?? {};
  return accounts.length === 0
    ? undefined
    : panel('Bank accounts', table(context, 'Bank accounts', ACCOUNTS, accounts));
}

// The page of an account

const DAYS_SHOWN = 14;

type Totals = NonNullable<ReconciliationItemPage['totals']>[number];

async function accountPage(context: PageContext): Promise<PageResult> {
  const account = await accountIn(context);
  const { rail, currency, gap } = account;
  const here = hereIn(context);
  const totalOf = async (filter: Readonly<Record<string, string>>): Promise<Totals | undefined> => {
    const query = { rail, currency, limit: 1, totals: 'by_currency', ...filter };
    return (await read(context, 'listReconciliationItems', { query })).totals?.[0];
  };
  const [matched, awaiting, open] = [
    await totalOf({ result: 'matched' }),
    await totalOf({ result: 'awaiting_statement' }),
    await totalOf({ breaks: 'open' }),
  ];
  const days = await read(context, 'listReconciliationDays', { query: { limit: DAYS_SHOWN } });
  const count = (name: string, total: Totals | undefined, note: Html): Html =>
    tile(name, html`${total?.count ?? 0}`, note);
  return {
    kind: 'page',
    title: accountName(account),
    section: 'reconciliation',
    breadcrumbs: crumbs(context),
    sentence: accountSentence(account, open?.since, context.now),
    actions: html`${(open?.count ?? 0) > 0 && html`<a class="button main" href="${matchPath(here, account)}">Match</a>`}
    ${actionLink(context, 'importBankStatement', `${here}/import`, 'Import a statement')}`,
    content: html`<div class="tiles">
        ${count('Matched', matched, html`Lines and movements that agree.`)}
        ${count(
          'Awaiting a statement',
          awaiting,
          awaiting === undefined
            ? html`Every movement is covered by a statement.`
            : html`Movements since <span class="money">${awaiting.since}</span>`,
        )}
        ${count(
          'Open breaks',
          open,
          open === undefined
            ? html`Nothing is open.`
            : html`${signedAmountHtml(open.difference, currency)} in all, since
                <a href="${here}/days/${open.since}">${open.since}</a>`,
        )}
      </div>
      ${panel(
        'The bank and the books',
        html`${facts(context, account, [
          show.html('Last statement until', ({ statement_until }) => textHtml(statement_until)),
          show.amount<ReconciliationAccount>('Closing balance at the bank', 'closing_balance', 'currency'),
          show.amount<ReconciliationAccount>('Our clearing balance', 'ledger_closing_balance', 'currency'),
          gap !== null &&
            show.html(
              'Lines missing',
              () => html`${badge('lines missing', 'stop')} ${amountHtml(gap, currency)}`,
            ),
          show.html('Reconciled since', ({ reconciled_since }) => textHtml(reconciled_since)),
        ])}
        ${agreement(context, account)}`,
        { actions: html`<a href="${here}">All statements</a>` },
      )}
      ${panel(
        'Days',
        days.data.length === 0
          ? emptyState('No days yet', 'Import a statement or collect movements.')
          : table(context, 'Days', daysOf(account), days.data),
        { actions: days.has_more ? html`<a href="${here}/days">All days</a>` : undefined },
      )}`,
  };
}

/** The days as they concern one account. */
const daysOf = ({ rail, currency }: Account): readonly Column<ReconciliationDay>[] => {
  const own = ({ accounts }: ReconciliationDay): ReconciliationAccount | undefined =>
    find(accounts, { rail, currency });
  return [
    show.html('Day', ({ day }, context) => html`<a href="${hereIn(context)}/days/${day}">${day}</a>`, 'head'),
    show.html('State', ({ state }) => badge(state, state === 'closed' ? 'ok' : 'wait'), 'aside'),
    show.number('Lines', (day) => html`${own(day)?.lines.count ?? 0}`),
    show.number('Movements', (day) => html`${own(day)?.movements.count ?? 0}`),
    show.html('Breaks until then', (day) => {
      const account = own(day);
      return account === undefined ? textHtml(null) : breaksHtml(account);
    }),
  ];
};

export const accountsPages: readonly ConsoleRoute[] = [
  { path: '/console/reconciliation/{environment}/accounts/{rail}/{currency}', get: accountPage },
];
