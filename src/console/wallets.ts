/** A wallet: its figures, its history, compliance holds and rewards. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { Wallet, WalletHistoryEntry } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { actionRoute } from './actions.ts';
import type { Described } from './actions.ts';
import { REASON } from './fields.ts';
import { bookCrumbs, environmentBadge, findObject } from './places.ts';
import type { BookPlace } from './places.ts';
import {
  action,
  badge,
  change,
  empty,
  facts,
  grouped,
  id,
  list,
  money,
  panel,
  shortId,
  text,
  unitName,
  when,
} from './ui.ts';
import { listing } from './visit.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

type FoundWallet = { readonly wallet: Wallet; readonly place: BookPlace };

async function walletIn(visit: Visit): Promise<FoundWallet | Found> {
  const found = await findObject(visit, COLLECTIONS.wallets, visit.params['wallet_id'] ?? '', 'wallet');
  // The wallets' projection wrote it.
  return isProblem(found) ? found : { wallet: JSON.parse(found.body) as Wallet, place: found.place };
}

const crumbsOf = ({ wallet, place }: FoundWallet) => [
  ...bookCrumbs(place),
  { label: 'user', href: `/console/users/${wallet.user_id}` },
];

async function walletPage(visit: Visit): Promise<Found> {
  const found = await walletIn(visit);
  if (!('wallet' in found)) return found;
  const { wallet, place } = found;
  const history = await listing<WalletHistoryEntry>(visit, place.stream, {
    collection: COLLECTIONS.history,
    prefix: 'whe',
    terms: [`wallet:${wallet.id}`],
  });
  if (isProblem(history)) return history;
  const { balance, asset } = wallet;
  const tile = (name: string, figure: string, note: string): Html =>
    html`<div class="tile">
      <p class="tile-name">${name}</p>
      <p class="tile-figure">${grouped(figure)} <small>${unitName(asset)}</small></p>
      <p class="tile-note">${note}</p>
    </div>`;
  return {
    kind: 'page',
    title: `Wallet of ${unitName(asset)}`,
    section: 'ledger',
    crumbs: crumbsOf(found),
    lead: html`<p>
      ${id(wallet.id, undefined)} ${environmentBadge(place.environment)} ${badge(wallet.status)}
    </p>`,
    actions: actionsOf(visit, wallet),
    content: html`<div class="tiles">
        ${tile('Available', balance.available, 'Can be spent now.')}
        ${asset === 'svc-points' ? tile('Cashable', balance.cashable, 'The part of it that can be paid out.') : undefined}
        ${tile('Pending', balance.pending, 'Held until a decision.')}
      </div>
      ${panel(
        'About',
        facts([
          ['Owner', id(wallet.user_id)],
          ['Figures as of', when(balance.as_of, visit.now)],
          ['Opened', when(wallet.created_at, visit.now)],
          wallet.price_risk_acknowledged_at === null
            ? undefined
            : ['Price risk accepted', when(wallet.price_risk_acknowledged_at, visit.now)],
        ]),
      )}
      ${panel('History', historyList(visit, wallet, history))}`,
  };
}

const historyList = (
  visit: Visit,
  { asset }: Wallet,
  found: Parameters<typeof list<WalletHistoryEntry>>[1],
): Html =>
  list(visit, found, {
    caption: 'History',
    columns: [
      { label: 'When', heads: true, cell: ({ created_at }) => when(created_at, visit.now) },
      { label: 'What', cell: ({ description }) => text(description) },
      { label: 'Bucket', cell: ({ bucket }) => html`${bucket}` },
      { label: 'Change', numeric: true, cell: ({ amount }) => change(amount, asset) },
      { label: 'Balance', numeric: true, cell: ({ balance_after }) => money(balance_after, asset) },
      { label: 'Transfer', cell: ({ transfer_id }) => shortId(transfer_id) },
    ],
    none: empty('Nothing has moved', 'Each change of a figure stands here, newest first.'),
  });

const callOf = (wallet: string, name: string): string => `/operator/v1/wallets/${wallet}/${name}`;

function actionsOf(visit: Visit, { id: wallet, status, asset }: Wallet): Html {
  const here = `/console/wallets/${wallet}`;
  const hold =
    status === 'active'
      ? action(visit, callOf(wallet, 'freeze'), `${here}/freeze`, 'Freeze', 'danger')
      : action(visit, callOf(wallet, 'unfreeze'), `${here}/unfreeze`, 'Unfreeze');
  const reward =
    asset === 'svc-points'
      ? action(visit, callOf(wallet, 'rewards'), `${here}/reward`, 'Grant a reward')
      : undefined;
  return html`${reward}${hold}`;
}

type Shown = Pick<Described, 'title' | 'intro' | 'fields' | 'submit'> & { readonly danger?: boolean };

async function described(visit: Visit, shown: (found: FoundWallet) => Shown): Promise<Described | Found> {
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
  facts([
    ['Wallet', id(wallet.id, undefined)],
    ['Of', html`${place.name} ${environmentBadge(place.environment)}`],
    ['Available', money(wallet.balance.available, wallet.asset)],
    ['State', badge(wallet.status)],
  ]);

const here = ({ params }: Visit): string => `/console/wallets/${params['wallet_id'] ?? ''}`;

export const walletsPages: readonly ConsoleRoute[] = [
  { path: '/console/wallets/{wallet_id}', get: walletPage },
  actionRoute({
    path: '/console/wallets/{wallet_id}/freeze',
    operation: ({ wallet_id = '' }) => callOf(wallet_id, 'freeze'),
    describe: (visit) =>
      described(visit, (found) => ({
        title: 'Freeze a wallet',
        intro: html`<p>
            No transfer touches it until it is unfrozen. Money that arrives for it waits for a review.
          </p>
          ${which(found)}`,
        fields: [REASON],
        submit: 'Freeze the wallet',
        danger: true,
      })),
    body: (form) => ({ reason: form.get('reason') }),
    done: (visit) => ({ to: here(visit), flash: { tone: 'ok', text: 'The wallet is frozen.' } }),
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/unfreeze',
    operation: ({ wallet_id = '' }) => callOf(wallet_id, 'unfreeze'),
    describe: (visit) =>
      described(visit, (found) => ({
        title: 'Unfreeze a wallet',
        intro: html`<p>Transfers may touch it again. What waits for a review still does.</p>
          ${which(found)}`,
        fields: [REASON],
        submit: 'Unfreeze the wallet',
      })),
    body: (form) => ({ reason: form.get('reason') }),
    done: (visit) => ({ to: here(visit), flash: { tone: 'ok', text: 'The wallet can be used again.' } }),
  }),
  actionRoute({
    path: '/console/wallets/{wallet_id}/reward',
    operation: ({ wallet_id = '' }) => callOf(wallet_id, 'rewards'),
    describe: (visit) =>
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
    body: (form) => ({ amount: form.get('amount'), description: form.get('description') }),
    done: (visit, { amount }) => ({
      to: here(visit),
      flash: { tone: 'ok', text: `${String(amount)} points are granted.` },
    }),
  }),
];
