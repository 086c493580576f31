/** Wallet page: balances and history, and the actions freeze, unfreeze, and reward. */

import { COLLECTIONS } from '../../../../projections/collections.ts';
import { bookTime } from '../../../api/operations/wait.ts';
import { STATEMENT_TYPES, completeStatement, statementFile } from '../../../api/resources/statements.ts';
import { groupDigits } from '../../../formats/text.ts';
import type { Wallet, WalletHistoryEntry } from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, nextAfter, type ActionForm } from '../../action-form.ts';
import { bookBadge, bookBreadcrumbs, findObject, type BookLocation } from '../../book-location.ts';
import {
  bookReader,
  listFromBook,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { loadParties, partyHtml, type Party } from '../../parties.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { pagedTable } from '../../ui/tables.ts';
import {
  amountHtml,
  badge,
  idHtml,
  shortIdHtml,
  signedAmountHtml,
  textHtml,
  timestampHtml,
  toLabel,
  unitName,
} from '../../ui/text.ts';

// Monthly statements of a wallet, as files.

/** Months that the wallet page links to. */
const MONTHS_SHOWN = 12;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Links to the statements of the newest months since the wallet was opened. `now` is in milliseconds since 1970. */
function statementLinks({ id, created_at }: Wallet, now: number): Html {
  const months: string[] = [];
  const month = new Date(new Date(now).toISOString().slice(0, 7));
  for (; months.length < MONTHS_SHOWN; month.setUTCMonth(month.getUTCMonth() - 1)) {
    const name = month.toISOString().slice(0, 7);
    if (name < created_at.slice(0, 7)) break;
    months.push(name);
  }
  const href = (name: string, type: string): string => `/console/wallets/${id}/statements/${name}/${type}`;
  return html`<ul class="links">
    ${months.map(
      (name) =>
        html`<li>
          <a href="${href(name, 'page')}">${name}</a> ·
          <a href="${href(name, 'csv')}" aria-label="${name} as CSV">CSV</a>
        </li>`,
    )}
  </ul>`;
}

async function statementPage(context: PageContext): Promise<PageResult> {
  const { wallet_id = '', month = '', type } = context.params;
  const mediaType = STATEMENT_TYPES[type === 'csv' ? 0 : 1];
  if (!MONTH.test(month) || (type !== 'csv' && type !== 'page')) return notFoundProblem('statement');
  const found = await findObject(context, COLLECTIONS.wallets, wallet_id, 'wallet');
  if (isProblem(found)) return found;
  const reader = bookReader(context, found.book.stream);
  const statement = await completeStatement(reader, found.value, { month, now: await bookTime(reader) });
  return isProblem(statement) ? statement : { kind: 'file', ...statementFile(statement, mediaType) };
}

export const walletStatementsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}/statements/{month}/{type}', get: statementPage },
];

type FoundWallet = { readonly wallet: Wallet; readonly book: BookLocation; readonly owner: Party };

async function findWallet(context: PageContext): Promise<FoundWallet | PageResult> {
  const found = await findObject(context, COLLECTIONS.wallets, context.params['wallet_id'] ?? '', 'wallet');
  if (isProblem(found)) return found;
  const { value: wallet, book } = found;
  return { wallet, book, owner: (await loadParties(context, [], [wallet.user_id])).user(wallet.user_id) };
}

const walletBreadcrumbs = ({ wallet, book, owner }: FoundWallet) => [
  ...bookBreadcrumbs(book),
  { label: owner.name, href: `/console/users/${wallet.user_id}` },
];

async function walletPage(context: PageContext): Promise<PageResult> {
  const found = await findWallet(context);
  if (!('wallet' in found)) return found;
  const { wallet, book, owner } = found;
  const history = await listFromBook<WalletHistoryEntry>(context, book.stream, {
    collection: COLLECTIONS.walletHistory,
    prefix: 'whe',
    selection: { terms: [`wallet:${wallet.id}`] },
    keysOf: () => [wallet.id],
  });
  if (isProblem(history)) return history;
  const { balance, asset } = wallet;
  const now = await bookTime(bookReader(context, book.stream));
  const tile = (name: string, value: string, note: string): Html =>
    html`<div class="tile">
      <p class="tile-name">${name}</p>
      <p class="tile-figure">${groupDigits(value)} <small>${unitName(asset)}</small></p>
      <p class="tile-note">${note}</p>
    </div>`;
  return {
    kind: 'page',
    title: `${toLabel(unitName(asset))} wallet of ${owner.name}`,
    section: 'ledger',
    breadcrumbs: walletBreadcrumbs(found),
    lead: html`<p>${idHtml(wallet.id, undefined)} ${bookBadge(book)} ${badge(wallet.status)}</p>`,
    actions: walletActions(context, wallet),
    content: html`<div class="tiles">
        ${tile('Available', balance.available, 'Can be spent now.')}
        ${asset === 'svc-points' ? tile('Cashable', balance.cashable, 'Part of the available balance that can be paid out.') : undefined}
        ${tile('Pending', balance.pending, 'Reserved until a transfer is decided.')}
      </div>
      ${panel(
        'Details',
        factList([
          ['Owner', partyHtml(owner)],
          ['Balance as of', timestampHtml(balance.as_of, context.now)],
          ['Created', timestampHtml(wallet.created_at, context.now)],
          wallet.price_risk_acknowledged_at === null
            ? undefined
            : ['Price risk acknowledged', timestampHtml(wallet.price_risk_acknowledged_at, context.now)],
        ]),
      )}
      ${panel('Statements', statementLinks(wallet, now))}
      ${panel('History', historyList(context, wallet, history))}`,
  };
}

const historyList = (
  context: PageContext,
  { asset }: Wallet,
  found: Parameters<typeof pagedTable<WalletHistoryEntry>>[1],
): Html =>
  pagedTable(context, found, {
    caption: 'History',
    columns: [
      { label: 'Time', isRowHeader: true, cell: ({ created_at }) => timestampHtml(created_at, context.now) },
      { label: 'Description', cell: ({ description }) => textHtml(description) },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Change', isNumeric: true, cell: ({ amount }) => signedAmountHtml(amount, asset) },
      { label: 'Balance', isNumeric: true, cell: ({ balance_after }) => amountHtml(balance_after, asset) },
      { label: 'Transfer', cell: ({ transfer_id }) => shortIdHtml(transfer_id) },
    ],
    emptyState: emptyState('No history', 'Every balance change will appear here, newest first.'),
  });

const apiPathOf = (wallet: string, name: string): string => `/operator/v1/wallets/${wallet}/${name}`;

function walletActions(context: PageContext, { id: wallet, status, asset }: Wallet): Html {
  const walletHref = `/console/wallets/${wallet}`;
  const hold =
    status === 'active'
      ? actionLink(context, apiPathOf(wallet, 'freeze'), `${walletHref}/freeze`, 'Freeze', 'danger')
      : actionLink(context, apiPathOf(wallet, 'unfreeze'), `${walletHref}/unfreeze`, 'Unfreeze');
  const reward =
    asset === 'svc-points'
      ? actionLink(context, apiPathOf(wallet, 'rewards'), `${walletHref}/reward`, 'Grant a reward')
      : undefined;
  return html`${reward}${hold}`;
}

type WalletForm = Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit'> & {
  readonly isDestructive?: boolean;
};

async function walletForm(
  context: PageContext,
  shown: (found: FoundWallet) => WalletForm,
): Promise<ActionForm | PageResult> {
  const found = await findWallet(context);
  if (!('wallet' in found)) return found;
  const back = `/console/wallets/${found.wallet.id}`;
  return {
    ...shown(found),
    section: 'ledger',
    breadcrumbs: [...walletBreadcrumbs(found), { label: 'Wallet', href: back }],
    cancelHref: back,
  };
}

const walletFacts = ({ wallet, book, owner }: FoundWallet): Html =>
  factList([
    ['Owner', partyHtml(owner)],
    ['Wallet', idHtml(wallet.id, undefined)],
    ['Integrator', html`${book.name} ${bookBadge(book)}`],
    ['Available', amountHtml(wallet.balance.available, wallet.asset)],
    ['Status', badge(wallet.status)],
  ]);

const walletHref = ({ params }: PageContext): string => `/console/wallets/${params['wallet_id'] ?? ''}`;

export const walletsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}', get: walletPage },
  actionRoute({
    path: '/console/wallets/{wallet_id}/freeze',
    apiPath: ({ wallet_id = '' }) => apiPathOf(wallet_id, 'freeze'),
    buildForm: (context) =>
      walletForm(context, (found) => ({
        title: 'Freeze a wallet',
        intro: html`<p>
            The wallet cannot send or receive until you unfreeze it. Incoming deposits wait for review.
          </p>
          ${walletFacts(found)}`,
        fields: [REASON_FIELD],
        submit: 'Freeze the wallet',
        isDestructive: true,
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (context) => ({
      to: walletHref(context),
      flash: { tone: 'ok', text: 'The wallet is frozen.' },
    }),
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/unfreeze',
    apiPath: ({ wallet_id = '' }) => apiPathOf(wallet_id, 'unfreeze'),
    buildForm: (context) =>
      walletForm(context, (found) => ({
        title: 'Unfreeze a wallet',
        intro: html`<p>The wallet can send and receive again. Transfers in review stay in review.</p>
          ${walletFacts(found)}`,
        fields: [REASON_FIELD],
        submit: 'Unfreeze the wallet',
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (context) => ({
      to: walletHref(context),
      flash: { tone: 'ok', text: 'The wallet is active again.' },
    }),
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/reward',
    apiPath: ({ wallet_id = '' }) => apiPathOf(wallet_id, 'rewards'),
    buildForm: (context) =>
      walletForm(context, (found) => ({
        title: 'Grant a reward',
        intro: html`<p>Rewards are earned points: the user can spend them but not cash them out.</p>
          ${walletFacts(found)}`,
        fields: [
          { name: 'amount', label: 'Amount in points', kind: 'amount' },
          {
            name: 'description',
            label: 'Description',
            hint: 'Shown in the wallet history, including to the user.',
            kind: 'text',
            maxLength: 200,
          },
        ],
        submit: 'Grant the reward',
      })),
    toRequestBody: (form) => ({ amount: form.get('amount'), description: form.get('description') }),
    onSuccess: (context, answer) =>
      nextAfter(answer, {
        to: walletHref(context),
        flash: { tone: 'ok', text: `Granted ${String(answer['amount'])} points.` },
      }),
  }),
];
