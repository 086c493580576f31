/** Names of the users behind wallets and payout accounts, so that pages show people instead of IDs. */
import type { Endpoint, Party as NamedParty, SearchHit, User } from '../generated/api.ts';
import { isProblem } from '../http/errors.ts';
import { html, type Html } from '../web/html.ts';
import {
  canSeePersonalData,
  personalText,
  read,
  tryRead,
  type PageContext,
  type WriteId,
} from './page-context.ts';
import type { Deed } from './sentences/text.ts';
import { namedHtml, railText, shortIdHtml, unitName } from './ui/text.ts';

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
  /** Of the wallet, account, or person; absent for a rail. */
  readonly id?: string;
  readonly userId?: string;
};

export type Parties = { of(side: Endpoint): Party; wallet(id: string): Party; user(id: string): Party };

/** Loads the names behind the wallets and payout accounts of these sides, and of further users. Throws Refused. */
export async function loadParties(
  context: PageContext,
  sides: readonly Endpoint[],
  userIds: readonly string[] = [],
): Promise<Parties> {
  const ids = [...sides.flatMap((each) => [each.wallet_id, each.payout_account_id]), ...userIds];
  const known = await namesOf(context, [...new Set(ids.filter((id) => id !== undefined))]);
  const nameOf = (found: NamedParty | undefined): string =>
    personalText(context, 'name', found?.name) ??
    found?.external_reference ??
    (found?.user_type === 'business' ? 'Business' : 'Person');
  const wallet = (id: string): Party => {
    const found = known.get(id);
    return found === undefined
      ? { name: id, detail: '', id }
      : {
          name: nameOf(found),
          detail: `${unitName(found.asset ?? '')} wallet`,
          id,
          userId: found.user_id,
        };
  };
  return {
    wallet,
    user: (id) => ({
      name: known.has(id) ? nameOf(known.get(id)) : id,
      detail: '',
      id,
      userId: id,
    }),
    of({ wallet_id, payout_account_id, rail, currency }) {
      const by = railText(rail, currency);
      if (wallet_id !== undefined) return wallet(wallet_id);
      if (payout_account_id === undefined) return { name: by, detail: '' };
      const found = known.get(payout_account_id);
      const last4 = found?.account_number_last4 ?? undefined;
      const number = last4 === undefined ? '' : ` ••${last4}`;
      return {
        name: nameOf(found),
        detail: `${by}${number}`.trim(),
        id: payout_account_id,
        ...(found === undefined ? {} : { userId: found.user_id }),
      };
    },
  };
}

async function namesOf(
  context: PageContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedParty>> {
  if (ids.length === 0) return new Map();
  const { data } = await read(context, 'listParties', { query: { ids: ids.join(',') } });
  return new Map(data.map((each) => [each.id, each]));
}

/** What the search finds. Throws Refused. */
export async function searchHits(
  context: PageContext,
  query: string,
  limit: number,
): Promise<readonly SearchHit[]> {
  if (query === '') return [];
  const { data } = await read(context, 'search', { query: { q: query, limit } });
  // A role that may search by personal data learns something even if nothing is found.
  if (canSeePersonalData(context)) context.personalData.isShown = true;
  return data;
}

/** A person whose name is spelled otherwise. */
export const isSimilar = ({ matched_by }: SearchHit): boolean => matched_by === 'similar_name';

/** When an operator last did this to an object, and why; undefined if nobody did. */
export async function lastDeed(
  context: PageContext,
  operation: WriteId,
  target: string,
): Promise<Deed | undefined> {
  const query = { operation, target, result: 'done', limit: 1 } as const;
  const found = await tryRead(context, 'listActivity', { query });
  const [entry] = isProblem(found) ? [] : found.data;
  if (entry === undefined) return undefined;
  const { operator, created_at: time, reason } = entry;
  return { by: operator?.name ?? operator?.id ?? 'an operator', time, reason };
}

/** A name linked to its wallet or account, with where the money is; an ID whose name is not known. */
export function partyHtml({ name, detail, id }: Party): Html {
  if (name === id) return shortIdHtml(id);
  return html`${id === undefined ? html`${name}` : namedHtml(name, id)}${
    detail !== '' && html` <small>${detail}</small>`
  }`;
}

/** Both sides as text: `Ana Silva → Ben Okafor`. If both belong to one person, the second says where the money goes. */
export function partiesText(parties: Parties, source: Endpoint, destination: Endpoint): string {
  const [from, to] = [parties.of(source), parties.of(destination)];
  const isOnePerson = from.userId !== undefined && from.userId === to.userId;
  return `${from.name} → ${isOnePerson ? to.detail : to.name}`;
}
