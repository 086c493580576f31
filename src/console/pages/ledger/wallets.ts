/** Wallet page: balances, history, and monthly statements, and the actions freeze, unfreeze, and reward. */
import { groupDigits } from '../../../formats/text.ts';
import type { Wallet, WalletMovement } from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  bookBadge,
  bookBreadcrumbs,
  findObject,
  formerBadge,
  type BookLocation,
} from '../../book-location.ts';
import {
  Refused,
  pageQuery,
  read,
  replyOf,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../../page-context.ts';
import { lastDeed, loadParties, partyHtml, type Parties, type Party } from '../../parties.ts';
import { walletSentence } from '../../sentences/objects.ts';
import { facts, pagedTable, show, type Column } from '../../ui/tables.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLink, emptyState, panel, tile } from '../../ui/panels.ts';
import {
  amountHtml,
  amountText,
  badge,
  idHref,
  idHtml,
  newestMonths,
  signedAmountHtml,
  toLabel,
  toWords,
  unitName,
} from '../../ui/text.ts';
import { loadTransferParties } from './transfer-table.ts';

// Monthly statements of a wallet, as files.

/** Months that the wallet page links to. */
const MONTHS_SHOWN = 12;

/** Links to the statements of the newest months since the wallet was opened. `now` is in milliseconds since 1970. */
function statementLinks({ id, created_at }: Wallet, now: number): Html {
  const months = newestMonths(now, MONTHS_SHOWN).filter((name) => name >= created_at.slice(0, 7));
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
  const { type = '' } = context.params;
  const accept = { page: 'text/html', csv: 'text/csv' }[type];
  if (accept === undefined) throw new Refused(notFoundProblem('statement'));
  const { file, body } = await replyOf(context, 'getOperatorWalletStatement', { accept });
  if (file === undefined) throw new Error('a statement is a file');
  return { kind: 'file', file, body };
}

export const walletStatementsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}/statements/{month}/{type}', get: statementPage },
];

type FoundWallet = {
  readonly wallet: Wallet;
  readonly book: BookLocation;
  /** The present time of the book, in milliseconds since 1970. */
  readonly bookTime: number;
  readonly owner: Party;
};

async function findWallet(context: PageContext): Promise<FoundWallet> {
  const { wallet_id } = context.params;
  const { value: wallet, ...found } = await findObject(context, 'wallet', wallet_id);
  const owner = (await loadParties(context, [], [wallet.user_id])).user(wallet.user_id);
  return { wallet, ...found, owner };
}

const walletBreadcrumbs = ({ wallet, book, owner }: FoundWallet) => [
  ...bookBreadcrumbs(book),
  { label: owner.name, href: `/console/users/${wallet.user_id}` },
];

async function walletPage(context: PageContext): Promise<PageResult> {
  const found = await findWallet(context);
  const { wallet, book, bookTime, owner } = found;
  const history = await read(context, 'listWalletMovements', { query: pageQuery(context) });
  const parties = await loadTransferParties(
    context,
    history.data.flatMap(({ transfer }) => transfer ?? []),
  );
  const { balance, asset } = wallet;
  const { value: user } = await findObject(context, 'user', wallet.user_id);
  const figure = (name: string, value: string, note: string): Html =>
    tile(name, html`${groupDigits(value)} <small>${unitName(asset)}</small>`, html`${note}`);
  return {
    kind: 'page',
    title: `${toLabel(unitName(asset))} wallet of ${owner.name}`,
    section: 'ledger',
    breadcrumbs: walletBreadcrumbs(found),
    environment: book.environment,
    sentence: walletSentence(wallet, {
      frozen: wallet.status === 'frozen' ? await lastDeed(context, 'freezeWallet', wallet.id) : undefined,
      isOwnerActive: user.status === 'active',
      now: context.now,
    }),
    lead: html`<p>${idHtml(wallet.id)} ${formerBadge(book)} ${badge(wallet.status)}</p>`,
    actions: walletActions(context, wallet),
    content: html`<div class="tiles">
        ${figure('Available', balance.available, 'Can be spent now.')}
        ${asset === 'svc-points' && figure('Cashable', balance.cashable, 'Part of the available balance that can be paid out.')}
        ${figure('Pending', balance.pending, 'Reserved until a transfer is decided.')}
      </div>
      ${panel(
        'Details',
        facts(context, wallet, [
          show.html('Owner', () => partyHtml(owner)),
          show.time('Balance as of', () => balance.as_of),
          show.time('Created', 'created_at'),
          wallet.price_risk_acknowledged_at !== null &&
            show.time('Price risk acknowledged', 'price_risk_acknowledged_at'),
        ]),
      )}
      ${panel('Statements', statementLinks(wallet, bookTime))}
      ${panel(
        'History',
        pagedTable(context, history, {
          caption: 'History',
          columns: movementColumns(parties, asset),
          emptyState: emptyState('No history', 'Every balance change will appear here, newest first.'),
        }),
      )}`,
  };
}

// History: one row for each posting, with what it changed in the wallet.

type Entry = WalletMovement['entries'][number];

/** What a row is about: the available balance, or else the bucket that changed. */
function mainEntry({ entries }: WalletMovement): Entry {
  const found = entries.find(({ bucket }) => bucket === 'available') ?? entries[0];
  if (found === undefined) throw new Error('a movement has an entry');
  return found;
}

/** The other side of the transfer; the description of a reward or a repayment, which has none. */
function counterpartyHtml(parties: Parties, { wallet_id, transfer, description }: WalletMovement): Html {
  if (transfer === null) return html`${description}`;
  const { source, destination } = transfer;
  return partyHtml(parties.of(destination.wallet_id === wallet_id ? source : destination));
}

function kindHtml({ id, entries, transfer, transfer_id, description }: WalletMovement): Html {
  if (transfer === null) {
    const isRepayment = entries.some(({ bucket }) => bucket === 'receivable');
    return html`<a href="${idHref(id)}">${isRepayment ? 'Repayment' : 'Reward'}</a>`;
  }
  const { kind, state } = transfer;
  const label = toLabel(kind);
  const notes = [
    ...(description === label ? [] : [description]),
    ...(state === 'completed' ? [] : [`now ${toWords(state)}`]),
  ];
  return html`<a href="/console/transfers/${transfer_id ?? ''}">${label}</a>
    ${notes.length > 0 && html`<small class="second-line">${notes.join(', ')}</small>`}`;
}

/** What the change contains, or what else changed: `of this 60.00 points cashable`. */
const partHtml = ({ bucket, amount }: Entry, asset: string): Html =>
  bucket === 'cashable'
    ? html`of this ${amountHtml(amount.replace('-', ''), asset)} cashable`
    : html`${signedAmountHtml(amount, asset)} ${BUCKET_WORDS[bucket]}`;

const BUCKET_WORDS = { available: 'available', pending: 'pending', receivable: 'owed' } as const;

/** The bucket of a row that is not about the available balance. */
const bucketHtml = ({ bucket }: Entry): Html | false =>
  bucket !== 'available' && html` <small>${bucket === 'cashable' ? bucket : BUCKET_WORDS[bucket]}</small>`;

const movementColumns = (parties: Parties, asset: string): readonly Column<WalletMovement>[] => [
  show.html('Counterparty', (movement) => counterpartyHtml(parties, movement), 'head'),
  show.html('What', kindHtml, 'plain'),
  show.number(
    'Change',
    (movement) => {
      const main = mainEntry(movement);
      return html`${signedAmountHtml(main.amount, asset)}${bucketHtml(main)}`;
    },
    'aside',
  ),
  show.html(
    'Parts',
    (movement) => {
      const parts = movement.entries.filter((each) => each !== mainEntry(movement));
      return html`${parts.map((each) => html`<small class="second-line">${partHtml(each, asset)}</small>`)}`;
    },
    'plain',
  ),
  show.number('Balance after', (movement) => {
    const main = mainEntry(movement);
    return html`${amountHtml(main.balance_after, asset)}${bucketHtml(main)}`;
  }),
  show.time('Time', 'created_at', 'plain'),
];

function walletActions(context: PageContext, { id, status, asset }: Wallet): Html {
  const here = `/console/wallets/${id}`;
  const hold =
    status === 'active'
      ? actionLink(context, 'freezeWallet', `${here}/freeze`, 'Freeze', 'danger')
      : actionLink(context, 'unfreezeWallet', `${here}/unfreeze`, 'Unfreeze');
  return html`${asset === 'svc-points' && actionLink(context, 'grantReward', `${here}/reward`, 'Grant a reward')}${hold}`;
}

async function walletForm(
  context: PageContext,
  { intro, ...shown }: Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit' | 'isDestructive'>,
): Promise<ActionForm> {
  const found = await findWallet(context);
  const { wallet, book, owner } = found;
  return {
    ...shown,
    environment: book.environment,
    section: 'ledger',
    breadcrumbs: [...walletBreadcrumbs(found), { label: 'Wallet', href: `/console/wallets/${wallet.id}` }],
    intro: html`${intro}
    ${facts(context, wallet, [
      show.html('Owner', () => partyHtml(owner)),
      show.id('Wallet', 'id'),
      show.html('Integrator', () => html`${book.name} ${bookBadge(book)}`),
      show.amount('Available', ({ balance }) => balance.available, 'asset'),
      show.badge('Status', 'status'),
    ])}`,
  };
}

export const walletsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}', get: walletPage },
  actionRoute({
    path: '/console/wallets/{wallet_id}/freeze',
    operation: 'freezeWallet',
    form: (context) =>
      walletForm(context, {
        title: 'Freeze a wallet',
        intro: html`<p>
          The wallet cannot send or receive until you unfreeze it. Incoming deposits wait for review.
        </p>`,
        fields: [REASON_FIELD],
        submit: 'Freeze the wallet',
        isDestructive: true,
      }),
    done: 'The wallet is frozen.',
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/unfreeze',
    operation: 'unfreezeWallet',
    form: (context) =>
      walletForm(context, {
        title: 'Unfreeze a wallet',
        intro: html`<p>The wallet can send and receive again. Transfers in review stay in review.</p>`,
        fields: [REASON_FIELD],
        submit: 'Unfreeze the wallet',
      }),
    done: 'The wallet is active again.',
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/reward',
    operation: 'grantReward',
    mayBeProposed: true,
    form: (context) =>
      walletForm(context, {
        title: 'Grant a reward',
        intro: html`<p>Rewards are earned points: the user can spend them but not cash them out.</p>`,
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
      }),
    done: (entry) => `Granted ${'amount' in entry ? amountText(entry.amount, 'svc-points') : ''}.`,
  }),
];
