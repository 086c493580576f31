/** A wallet: its figures, its history, compliance holds and rewards. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { Wallet, WalletHistoryEntry } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { bookBreadcrumbs, environmentBadge, findObject } from '../../book-location.ts';
import type { BookLocation } from '../../book-location.ts';
import {
  actionLink,
  badge,
  signedAmountHtml,
  emptyState,
  factList,
  groupDigits,
  idHtml,
  pagedTable,
  amountHtml,
  panel,
  shortIdHtml,
  textHtml,
  unitName,
  timestampHtml,
} from '../../ui/components.ts';
import { listFromBook } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

type FoundWallet = { readonly wallet: Wallet; readonly place: BookLocation };

async function walletIn(visit: PageContext): Promise<FoundWallet | PageResult> {
  const found = await findObject(visit, COLLECTIONS.wallets, visit.params['wallet_id'] ?? '', 'wallet');
  // The wallets' projection wrote it.
  return isProblem(found) ? found : { wallet: JSON.parse(found.body) as Wallet, place: found.book };
}

const crumbsOf = ({ wallet, place }: FoundWallet) => [
  ...bookBreadcrumbs(place),
  { label: 'user', href: `/console/users/${wallet.user_id}` },
];

async function walletPage(visit: PageContext): Promise<PageResult> {
  const found = await walletIn(visit);
  if (!('wallet' in found)) return found;
  const { wallet, place } = found;
  const history = await listFromBook<WalletHistoryEntry>(visit, place.stream, {
    collection: COLLECTIONS.walletHistory,
    prefix: 'whe',
    terms: [`wallet:${wallet.id}`],
  });
  if (isProblem(history)) return history;
  const { balance, asset } = wallet;
  const tile = (name: string, figure: string, note: string): Html =>
    html`<div class="tile">
      <p class="tile-name">${name}</p>
      <p class="tile-figure">${groupDigits(figure)} <small>${unitName(asset)}</small></p>
      <p class="tile-note">${note}</p>
    </div>`;
  return {
    kind: 'page',
    title: `Wallet of ${unitName(asset)}`,
    section: 'ledger',
    crumbs: crumbsOf(found),
    lead: html`<p>
      ${idHtml(wallet.id, undefined)} ${environmentBadge(place.environment)} ${badge(wallet.status)}
    </p>`,
    actions: actionsOf(visit, wallet),
    content: html`<div class="tiles">
        ${tile('Available', balance.available, 'Can be spent now.')}
        ${asset === 'svc-points' ? tile('Cashable', balance.cashable, 'The part of it that can be paid out.') : undefined}
        ${tile('Pending', balance.pending, 'Held until a decision.')}
      </div>
      ${panel(
        'About',
        factList([
          ['Owner', idHtml(wallet.user_id)],
          ['Figures as of', timestampHtml(balance.as_of, visit.now)],
          ['Opened', timestampHtml(wallet.created_at, visit.now)],
          wallet.price_risk_acknowledged_at === null
            ? undefined
            : ['Price risk accepted', timestampHtml(wallet.price_risk_acknowledged_at, visit.now)],
        ]),
      )}
      ${panel('History', historyList(visit, wallet, history))}`,
  };
}

const historyList = (
  visit: PageContext,
  { asset }: Wallet,
  found: Parameters<typeof pagedTable<WalletHistoryEntry>>[1],
): Html =>
  pagedTable(visit, found, {
    caption: 'History',
    columns: [
      { label: 'When', isRowHeader: true, cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
      { label: 'What', cell: ({ description }) => textHtml(description) },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Change', isNumeric: true, cell: ({ amount }) => signedAmountHtml(amount, asset) },
      { label: 'Balance', isNumeric: true, cell: ({ balance_after }) => amountHtml(balance_after, asset) },
      { label: 'Transfer', cell: ({ transfer_id }) => shortIdHtml(transfer_id) },
    ],
    emptyState: emptyState('Nothing has moved', 'Each change of a figure stands here, newest first.'),
  });

const callOf = (wallet: string, name: string): string => `/operator/v1/wallets/${wallet}/${name}`;

function actionsOf(visit: PageContext, { id: wallet, status, asset }: Wallet): Html {
  const here = `/console/wallets/${wallet}`;
  const hold =
    status === 'active'
      ? actionLink(visit, callOf(wallet, 'freeze'), `${here}/freeze`, 'Freeze', 'danger')
      : actionLink(visit, callOf(wallet, 'unfreeze'), `${here}/unfreeze`, 'Unfreeze');
  const reward =
    asset === 'svc-points'
      ? actionLink(visit, callOf(wallet, 'rewards'), `${here}/reward`, 'Grant a reward')
      : undefined;
  return html`${reward}${hold}`;
}

type Shown = Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit'> & { readonly danger?: boolean };

async function described(
  visit: PageContext,
  shown: (found: FoundWallet) => Shown,
): Promise<ActionForm | PageResult> {
  const found = await walletIn(visit);
  if (!('wallet' in found)) return found;
  const back = `/console/wallets/${found.wallet.id}`;
  return {
    ...shown(found),
    section: 'ledger',
    crumbs: [...crumbsOf(found), { label: 'wallet', href: back }],
    back,
  };
}

const which = ({ wallet, place }: FoundWallet): Html =>
  factList([
    ['Wallet', idHtml(wallet.id, undefined)],
    ['Of', html`${place.name} ${environmentBadge(place.environment)}`],
    ['Available', amountHtml(wallet.balance.available, wallet.asset)],
    ['State', badge(wallet.status)],
  ]);

const here = ({ params }: PageContext): string => `/console/wallets/${params['wallet_id'] ?? ''}`;

export const walletsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}', get: walletPage },
  actionRoute({
    path: '/console/wallets/{wallet_id}/freeze',
    apiPath: ({ wallet_id = '' }) => callOf(wallet_id, 'freeze'),
    buildForm: (visit) =>
      described(visit, (found) => ({
        title: 'Freeze a wallet',
        intro: html`<p>
            No transfer touches it until it is unfrozen. Money that arrives for it waits for a review.
          </p>
          ${which(found)}`,
        fields: [REASON_FIELD],
        submit: 'Freeze the wallet',
        danger: true,
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (visit) => ({ to: here(visit), flash: { tone: 'ok', text: 'The wallet is frozen.' } }),
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/unfreeze',
    apiPath: ({ wallet_id = '' }) => callOf(wallet_id, 'unfreeze'),
    buildForm: (visit) =>
      described(visit, (found) => ({
        title: 'Unfreeze a wallet',
        intro: html`<p>Transfers may touch it again. What waits for a review still does.</p>
          ${which(found)}`,
        fields: [REASON_FIELD],
        submit: 'Unfreeze the wallet',
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (visit) => ({ to: here(visit), flash: { tone: 'ok', text: 'The wallet can be used again.' } }),
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/reward',
    apiPath: ({ wallet_id = '' }) => callOf(wallet_id, 'rewards'),
    buildForm: (visit) =>
      described(visit, (found) => ({
        title: 'Grant a reward',
        intro: html`<p>Earned points: they can be spent, and not be paid out.</p>
          ${which(found)}`,
        fields: [
          { name: 'amount', label: 'Points', kind: 'amount' },
          {
            name: 'description',
            label: 'What for',
            hint: 'Shown in the wallet’s history, to its owner too.',
            kind: 'text',
            maxLength: 200,
          },
        ],
        submit: 'Grant the reward',
      })),
    toRequestBody: (form) => ({ amount: form.get('amount'), description: form.get('description') }),
    onSuccess: (visit, { amount }) => ({
      to: here(visit),
      flash: { tone: 'ok', text: `${String(amount)} points are granted.` },
    }),
  }),
];
