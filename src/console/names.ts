/** What objects of any kind are called, so that lists and timelines show no IDs. */
import type { FoundObject } from '../generated/api.ts';
import { isProblem, type Problem } from '../http/errors.ts';
import { html, type Html } from '../web/html.ts';
import { tryRead, type PageContext } from './page-context.ts';
import { loadParties, partiesText, partyHtml, type Parties } from './parties.ts';
import { proposedText } from './sentences/transfers.ts';
import { amountText, breakableUrl, idHref, namedHtml, railText, shortIdHtml, toWords } from './ui/text.ts';

/** The name of an object, linked to its page; of an unknown object, its ID. */
export type Names = (id: string) => Html;

/** Loads the names of the objects on one page of a list. Throws Refused. */
export async function loadNames(context: PageContext, ids: readonly string[]): Promise<Names> {
  const { directory } = context;
  const wanted = [...new Set(ids)];
  const [objects, proposals] = await Promise.all([foundIn(context, wanted), proposedIn(context, wanted)]);
  const transfers = objects.filter((each) => each.object === 'transfer');
  const accounts = objects.filter((each) => each.object === 'deposit_account');
  const parties = await loadParties(
    context,
    [
      ...transfers.flatMap(({ source, destination }) => [source, destination]),
      ...wanted
        .filter((id) => id.startsWith('wal_'))
        .map((wallet_id) => ({ type: 'wallet' as const, wallet_id })),
      ...wanted
        .filter((id) => id.startsWith('pa_'))
        .map((payout_account_id) => ({ type: 'payout_account' as const, payout_account_id })),
    ],
    [...wanted.filter((id) => id.startsWith('usr_')), ...accounts.map(({ user_id }) => user_id)],
  );
  const known = new Map([
    ...proposals,
    ...objects.map((each) => [each.id, objectHtml(parties, each)] as const),
    ...[...directory.integrators, ...directory.operators, ...directory.keys].flatMap(({ id, name }) =>
      name === null ? [] : [[id, namedHtml(name, id)] as const],
    ),
  ]);
  return (id) => known.get(id) ?? partyIn(parties, id) ?? kindHtml(id);
}

/** Objects that are read one by one. People, wallets, and payout accounts are read together. */
const READ = /^(?:trf|da|we|dep|qt)_/;

async function foundIn(
  context: PageContext,
  ids: readonly string[],
): Promise<readonly FoundObject['value'][]> {
  const found = await readEach(
    ids.filter((id) => READ.test(id)),
    (object_id) => tryRead(context, 'getObject', { params: { object_id } }),
  );
  return found.map(({ value }) => value);
}

async function proposedIn(
  context: PageContext,
  ids: readonly string[],
): Promise<readonly (readonly [id: string, name: Html])[]> {
  const found = await readEach(
    ids.filter((id) => id.startsWith('prp_')),
    (proposal_id) => tryRead(context, 'getProposal', { params: { proposal_id } }),
  );
  return found.map(({ id, action, points }) => [
    id,
    html`${namedHtml(proposedText(action), id)} <small>${amountText(points, 'svc-points')}</small>`,
  ]);
}

/** What can be read of these objects. */
async function readEach<Found extends object>(
  ids: readonly string[],
  readOne: (id: string) => Promise<Found | Problem>,
): Promise<readonly Found[]> {
  const found = await Promise.all(ids.map(readOne));
  return found.flatMap((each) => (isProblem(each) ? [] : [each]));
}

function objectHtml(parties: Parties, found: FoundObject['value']): Html {
  switch (found.object) {
    case 'transfer': {
      const { id, source, destination, amount } = found;
      return html`${namedHtml(partiesText(parties, source, destination), id)}
        <small>${amountText(amount, source.asset ?? source.currency ?? '')}</small>`;
    }
    case 'deposit_account': {
      const { id, user_id, source } = found;
      return html`${namedHtml(parties.user(user_id).name, id)}
        <small>deposit account, ${railText(source.rail, source.currency)}</small>`;
    }
    case 'deposit':
      return html`${namedHtml(amountText(found.amount_received, found.currency), found.id)}
        <small>deposit</small>`;
    case 'quote':
      return html`${namedHtml(amountText(found.amount, found.from), found.id)} <small>quote</small>`;
    case 'webhook_endpoint':
      return namedHtml(breakableUrl(found.url), found.id);
    default:
      return shortIdHtml(found.id);
  }
}

function partyIn(parties: Parties, id: string): Html | undefined {
  if (id.startsWith('usr_')) return partyHtml(parties.user(id));
  if (id.startsWith('wal_')) return partyHtml(parties.wallet(id));
  return id.startsWith('pa_')
    ? partyHtml(parties.of({ type: 'payout_account', payout_account_id: id }))
    : undefined;
}

/** Kinds of objects that have no name. */
const KINDS: Readonly<Record<string, string>> = {
  ses: 'console session',
  stl: 'bank statement line',
  stm: 'bank statement',
  mov: 'movement',
  grp: 'group of items',
  whd: 'webhook delivery',
  trd: 'trade',
  alc: 'allocation',
  nte: 'note',
};

function kindHtml(id: string): Html {
  const kind = KINDS[id.split('_', 1)[0] ?? ''];
  return kind === undefined ? shortIdHtml(id) : namedHtml(toWords(kind), id);
}

/** The object that an action is about: of the IDs in its target, the last one that has a page. */
export function objectOfTarget(target: string | null): string | undefined {
  const ids = (target ?? '').split('/').filter((each) => ID.test(each));
  return ids.findLast((id) => idHref(id) !== undefined) ?? ids.at(-1);
}

const ID = /^[a-z]{2,3}_[0-9A-Za-z]+$/;
