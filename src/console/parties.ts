/** Names of the users behind wallets and payout accounts, so that pages show people instead of IDs. */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { Endpoint, User } from '../generated/api.ts';
import { parseBody, type Collection } from '../read-models/collection.ts';
import { html, type Html } from '../web/html.ts';
import { personalText, type PageContext } from './page-context.ts';
import { idHref, toWords, unitName } from './ui/text.ts';

/** The name of a user as it is stored; null if it is not known. */
export const userName = ({ business_name, first_name, last_name }: Partial<User>): string | null => {
  const name =
    business_name ?? [first_name, last_name].filter((part) => part !== null && part !== undefined).join(' ');
  return name === '' ? null : name;
};

/** What a user is called on pages: the name if the role may see it, or else its initials; never empty. */
export const displayName = (context: PageContext, user: Partial<User>): string =>
  personalText(context, 'name', userName(user)) ??
  user.external_reference ??
  (user.type === 'business' ? 'Business' : 'Person');

/** One side of a movement of money. */
export type Party = {
  /** A name, or the rail. */
  readonly name: string;
  /** Where the money is, such as `points wallet`; empty for a rail. */
  readonly detail: string;
  readonly href?: string | undefined;
  readonly userId?: string;
};

export type Parties = { of(side: Endpoint): Party; wallet(id: string): Party; user(id: string): Party };

/** Loads the wallets, payout accounts, and users of these sides, and further users. Throws StoreUnavailable. */
export async function loadParties(
  context: PageContext,
  sides: readonly Endpoint[],
  userIds: readonly string[] = [],
): Promise<Parties> {
  const wallets = await load(context, COLLECTIONS.wallets, [...sides.map((each) => each.wallet_id)]);
  const accounts = await load(
    context,
    COLLECTIONS.payoutAccounts,
    sides.map((each) => each.payout_account_id),
  );
  const owners = [...wallets.values(), ...accounts.values()].map(({ user_id }) => user_id);
  const users = await load(context, COLLECTIONS.users, [...owners, ...userIds]);
  const nameOf = (id: string | undefined): string => displayName(context, users.get(id ?? '') ?? {});
  const wallet = (id: string): Party => {
    const found = wallets.get(id);
    return found === undefined
      ? { name: id, detail: '', href: idHref(id) }
      : {
          name: nameOf(found.user_id),
          detail: `${unitName(found.asset)} wallet`,
          href: idHref(id),
          userId: found.user_id,
        };
  };
  return {
    wallet,
    user: (id) => ({ name: users.has(id) ? nameOf(id) : id, detail: '', href: idHref(id), userId: id }),
    of({ wallet_id, payout_account_id, rail, currency }) {
      const railText = `${toWords(rail ?? '')} ${(currency ?? '').toUpperCase()}`.trim();
      if (wallet_id !== undefined) return wallet(wallet_id);
      if (payout_account_id === undefined) return { name: railText, detail: '' };
      const found = accounts.get(payout_account_id);
      const last4 = found?.bank?.account_number_last4;
      const number = last4 === undefined ? '' : ` ••${last4}`;
      return {
        name: nameOf(found?.user_id),
        detail: `${railText}${number}`,
        href: idHref(payout_account_id),
        ...(found === undefined ? {} : { userId: found.user_id }),
      };
    },
  };
}

async function load<Value>(
  { services: { documents } }: PageContext,
  collection: Collection<Value>,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, Value>> {
  const unique = [...new Set(ids.filter((id) => id !== undefined))];
  if (unique.length === 0) return new Map();
  const found = await documents.getMany(collection, unique);
  return new Map(found.map((each) => [each.id, parseBody(collection, each)]));
}

/** A name linked to its wallet or account, with where the money is. */
export const partyHtml = ({ name, detail, href }: Party): Html =>
  html`${href === undefined ? html`${name}` : html`<a href="${href}">${name}</a>`}${
    detail !== '' && html` <small>${detail}</small>`
  }`;

/** Both sides as text: `Ana Silva → Ben Okafor`. If both belong to one person, the second says where the money goes. */
export function partiesText(parties: Parties, source: Endpoint, destination: Endpoint): string {
  const [from, to] = [parties.of(source), parties.of(destination)];
  const isOnePerson = from.userId !== undefined && from.userId === to.userId;
  return `${from.name} → ${isOnePerson ? to.detail : to.name}`;
}
