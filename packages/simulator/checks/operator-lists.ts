/** Lists of the operator API across books: after everything has settled, they contain exactly what the models know. */
import { itemsOf } from '../commands/command.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { Book } from '../model/state/world.ts';
import { Difference } from './difference.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';

type List = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The IDs of what it contains of a book. */
  readonly idsIn: (book: Book) => readonly string[];
};

const transfersIn =
  (state: string) =>
  ({ transfers }: Book): readonly string[] =>
    [...transfers.values()].flatMap((each) => (each.state === state ? each.id : []));

const usersUnderReview = ({ users }: Book): readonly string[] =>
  [...users.values()].flatMap(({ id, kyc, isActive }) => (kyc === 'under_review' && isActive ? id : []));

const LISTS: readonly List[] = [
  { path: 'reviews', idsIn: transfersIn('in_review') },
  { path: 'review_queue', query: { kind: 'transfer' }, idsIn: transfersIn('in_review') },
  { path: 'kyc_reviews', idsIn: usersUnderReview },
  { path: 'review_queue', query: { kind: 'identity' }, idsIn: usersUnderReview },
  ...['completed', 'refunded', 'awaiting_funds', 'payout_submitted'].map((state) => ({
    ...{ path: 'transfers', query: { state }, idsIn: transfersIn(state) },
  })),
  {
    ...{ path: 'users', query: { status: 'deactivated' } },
    idsIn: ({ users }) => [...users.values()].flatMap(({ id, isActive }) => (isActive ? [] : id)),
  },
];

/** `books`: the current books, by integrator. Several models may know parts of one book. */
export async function checkOperatorLists(
  calls: OperatorCalls,
  books: ReadonlyMap<string, readonly Book[]>,
): Promise<void> {
  const isOurs = (each: Json): boolean => books.has(textOf(each, 'integrator_id'));
  for (const { path, query, idsIn } of LISTS) {
    const shown = (await calls.list(path, query)).filter(isOurs).map((each) => textOf(each, 'id'));
    const expected = [...books.values()].flatMap((of) => of.flatMap(idsIn));
    const missing = expected.filter((id) => !shown.includes(id));
    const surplus = shown.filter((id) => !expected.includes(id));
    if (missing.length + surplus.length > 0 || new Set(shown).size !== shown.length)
      throw new Difference(
        `the operators' list of ${path} ${JSON.stringify(query ?? {})} lacks ${missing.join(', ') || 'nothing'}, ` +
          `and should not have ${surplus.join(', ') || 'anything else'}`,
      );
  }
  await checkProposals(calls, [...books.values()].flat());
  for (const of of books.values())
    for (const book of of)
      for (const { id } of [...book.wallets.values(), ...book.users.values()].slice(-3))
        if (!(await isFound(calls, id))) throw new Difference(`a search does not find ${id}`);
}

/** Those that nobody has ended. The oldest of them are listed. */
async function checkProposals(calls: OperatorCalls, books: readonly Book[]): Promise<void> {
  const open = books.flatMap(({ proposals }) =>
    [...proposals.values()].filter(({ state }) => state === 'open'),
  );
  const found = await calls.read('proposals');
  const ids = itemsOf(found).map((each) => textOf(each, 'id'));
  const isComplete = isObject(found) && found['has_more'] === false;
  // The model has not been asked which of them have expired.
  const surplus = ids.filter((id) => !open.some((each) => each.id === id));
  if (surplus.length > 0) throw new Difference(`the list of open proposals contains ${surplus.join(', ')}`);
  const missing = open.filter(({ id }) => !ids.includes(id));
  for (const { id } of isComplete ? missing : []) {
    const state = textOf(await calls.read(`proposals/${id}`), 'state');
    if (state !== 'expired')
      throw new Difference(`the list of open proposals lacks ${id}, which is ${state}`);
  }
}

async function isFound(calls: OperatorCalls, id: string): Promise<boolean> {
  const found = await calls.read('search', { q: id });
  const hits = isObject(found) && Array.isArray(found['data']) ? (found['data'] as readonly Json[]) : [];
  return textOf(hits[0], 'id') === id;
}
