/** What operators do with the objects of a book. Those of former books stay, and do not change, except that people are forgotten. */
import { refuse, textOf } from '../prediction.ts';
import { DEACTIVATED, NOT_FOUND, ownerOf, userOf } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { transferView, userView, walletView } from '../state/views.ts';
import type { View } from '../state/views.ts';
import type { Table } from '../state/tables.ts';
import { generationsOf } from '../state/world.ts';
import type { Book } from '../state/world.ts';
import { page } from './list-rules.ts';
import { isFinal } from './transfer-steps.ts';
import { decideKyc } from './user-rules.ts';
import { emitWallet } from './wallet-rules.ts';

const setHold =
  (isFrozen: boolean): Rule =>
  (request) => {
    const found = find(request, 'wallet_id', ({ wallets }) => wallets);
    if (found === undefined) return NOT_FOUND;
    const { book, value: wallet } = found;
    const { isActive } = ownerOf(book, wallet);
    const isChanged = wallet.isFrozen !== isFrozen;
    if (book !== request.book && (isChanged || !isActive)) return NOT_FOUND;
    if (!isActive) return DEACTIVATED;
    const next = { ...wallet, isFrozen, version: wallet.version + (isChanged ? 1 : 0) };
    return {
      status: 200,
      body: walletView(next),
      commit() {
        book.wallets.set(next.id, next);
        if (isChanged) emitWallet(request, isFrozen ? 'wallet.frozen' : 'wallet.unfrozen', next);
      },
    };
  };

export type Found<Value> = { readonly book: Book; readonly value: Value };

/** An object by its ID, in the current book or in a former one. */
export function find<Value>(
  { book, params }: Request,
  parameter: string,
  tableOf: (book: Book) => Pick<Table<Value>, 'get'>,
): Found<Value> | undefined {
  for (const each of generationsOf(book)) {
    const value = tableOf(each).get(params[parameter] ?? '');
    if (value !== undefined) return { book: each, value };
  }
  return undefined;
}

const show =
  <Value>(
    parameter: string,
    tableOf: (book: Book) => Pick<Table<Value>, 'get'>,
    view: (book: Book, value: Value) => View,
  ): Rule =>
  (request) => {
    const found = find(request, parameter, tableOf);
    return found === undefined ? NOT_FOUND : { status: 200, body: view(found.book, found.value) };
  };

/** In a former book nobody is active, and no transfer is open. */
const forgetUser: Rule = (request) => {
  const found = find(request, 'user_id', ({ users }) => users);
  if (found === undefined) return NOT_FOUND;
  const { book, value: user } = found;
  if (user.isForgotten) return { status: 200, body: userView(user) };
  const isCurrent = book === request.book;
  if (isCurrent && user.isActive) return refuse(409, 'user_state_conflict');
  if (isCurrent && book.transfers.of(user.id).some(({ state }) => !isFinal(state)))
    return refuse(409, 'user_has_open_transfers');
  const next = {
    ...{ ...user, isForgotten: true, version: user.version + 1 },
    ...{ email: null, phone: null, firstName: null, lastName: null, businessName: null },
  };
  return {
    status: 200,
    body: userView(next),
    commit() {
      book.users.set(next.id, next);
      for (const { id } of book.payoutAccounts.of(next.id)) book.payoutAccounts.change(id, { owner: null });
    },
  };
};

/** Only an identity check that waits for a decision gets one. */
const reviewKyc: Rule = (request) => {
  const { body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  return user.kyc === 'under_review'
    ? decideKyc(request, user, textOf(body, 'outcome'), user.terms)
    : refuse(409, 'user_state_conflict');
};

/** The people whom a note about the object concerns; undefined if it does not exist. */
type PeopleOf = (book: Book, id: string) => readonly string[] | undefined;
const ofUser: PeopleOf = ({ users }, id) => (users.get(id) === undefined ? undefined : [id]);
const ofTransfer: PeopleOf = ({ transfers }, id) => {
  const found = transfers.get(id);
  return found && [...new Set(found.userIds)];
};

const isErased = ({ users }: Book, people: readonly string[]): boolean =>
  people.some((id) => users.get(id)?.isForgotten === true);

const addNote =
  (parameter: string, peopleOf: PeopleOf): Rule =>
  ({ book, params, body }) => {
    const objectId = params[parameter] ?? '';
    const people = peopleOf(book, objectId);
    if (people === undefined) return NOT_FOUND;
    if (isErased(book, people)) return refuse(409, 'user_state_conflict');
    const text = textOf(body, 'text');
    return {
      status: 201,
      body: { object: 'note', object_id: objectId, text, text_status: 'readable' },
      commit(answer) {
        const [id, createdAt] = [textOf(answer, 'id'), textOf(answer, 'created_at')];
        book.notes.add({ id, objectId, people, text, createdAt });
      },
    };
  };

/** Notes about a user include those about transfers of the user. The text is gone with any of the people. */
const listNotes =
  (parameter: string, peopleOf: PeopleOf): Rule =>
  (request) => {
    const objectId = request.params[parameter] ?? '';
    const book = generationsOf(request.book).find((each) => peopleOf(each, objectId) !== undefined);
    if (book === undefined) return NOT_FOUND;
    const notes = book.notes.values.filter(
      (each) => each.objectId === objectId || each.people.includes(objectId),
    );
    const items = notes.map(({ id, createdAt, objectId: object_id, people, text }) => {
      const shown = isErased(book, people)
        ? { text: null, text_status: 'erased' }
        : { text, text_status: 'readable' };
      return { id, createdAt, view: { id, object: 'note', object_id, ...shown } };
    });
    return page(request, { items, matches: () => true });
  };

export const operatorRules = {
  reviewKyc,
  addUserNote: addNote('user_id', ofUser),
  addTransferNote: addNote('transfer_id', ofTransfer),
  listUserNotes: listNotes('user_id', ofUser),
  listTransferNotes: listNotes('transfer_id', ofTransfer),
  freezeWallet: setHold(true),
  unfreezeWallet: setHold(false),
  forgetUser,
  getOperatorUser: show(
    'user_id',
    ({ users }) => users,
    (_, user) => userView(user),
  ),
  getOperatorWallet: show(
    'wallet_id',
    ({ wallets }) => wallets,
    (_, wallet) => walletView(wallet),
  ),
  getOperatorTransfer: show('transfer_id', ({ transfers }) => transfers, transferView),
} satisfies Readonly<Record<string, Rule>>;
