/** Users, their approval, and their deactivation. */
import { aheadSeconds, emit, isApproved, userView } from './world.ts';
import type { Book, User } from './world.ts';
import { idOf, refuse, textOf } from './prediction.ts';
import type { Expected, Outcome } from './prediction.ts';
import { DEACTIVATED, NOT_FOUND, invalid, memberOf, userOf } from './request.ts';
import type { Request, Rule } from './request.ts';

const createUser: Rule = ({ book, body }) => {
  const reference = textOf(body, 'external_reference');
  const existing = [...book.users.values()].find((user) => user.reference === reference);
  if (existing !== undefined)
    return refuse(409, 'external_reference_exists', { body: { error: { existing_id: existing.id } } });
  const user: User = {
    ...{ id: '', type: textOf(body, 'type'), reference, version: 1, isActive: true },
    ...{ email: body['email'] ?? null, phone: body['phone'] ?? null, metadata: memberOf(body, 'metadata') },
    ...{ kyc: 'not_started', terms: 'pending' },
  };
  return {
    status: 201,
    body: { ...members(userView(user)), id: idOf('usr') },
    commit(answer) {
      const id = textOf(answer, 'id');
      book.users.set(id, { ...user, id });
      emit(book, 'user.created', id, 1);
    },
  };
};

const getUser: Rule = (request) => {
  const user = userOf(request);
  return user === undefined ? NOT_FOUND : { status: 200, body: userView(user) };
};

const updateUser: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  const next = {
    ...user,
    email: 'email' in body ? body['email'] : user.email,
    phone: 'phone' in body ? body['phone'] : user.phone,
    metadata: 'metadata' in body ? memberOf(body, 'metadata') : user.metadata,
  } as User;
  const isChanged = JSON.stringify(next) !== JSON.stringify(user);
  return replace(book, { ...next, version: user.version + (isChanged ? 1 : 0) });
};

/** The user's state after a write. Wallets of a deactivated user are frozen. */
const replace = (book: Book, user: User, effects: () => void = () => undefined): Outcome => ({
  status: 200,
  body: userView(user),
  commit() {
    book.users.set(user.id, user);
    effects();
  },
});

const FINAL = ['completed', 'failed', 'canceled', 'returned', 'refunded'];

const deactivateUser: Rule = (request) => {
  const { book } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  const wallets = [...book.wallets.values()].filter(({ userId }) => userId === user.id);
  const ids = wallets.map(({ id }) => id);
  const conflicts: Outcome[] = [];
  if (wallets.some(({ figures }) => figures.available > 0n || figures.pending > 0n))
    conflicts.push(refuse(409, 'user_has_balance'));
  const isOpen = [...book.transfers.values()].some(
    ({ state, from, to }) => !FINAL.includes(state) && (ids.includes(from ?? '') || ids.includes(to ?? '')),
  );
  if (isOpen) conflicts.push(refuse(409, 'user_has_open_transfers'));
  if (conflicts.length > 0) return conflicts;
  return replace(book, { ...user, isActive: false, version: user.version + 1 }, () => {
    emit(book, 'user.deactivated', user.id, user.version + 1);
    for (const { id, isFrozen, version } of wallets)
      if (!isFrozen) book.wallets.change(id, { isFrozen: true, version: version + 1 });
  });
};

/** Each status that changes is a version and an event of its own. */
const setSandboxKyc: Rule = (request) => {
  const { book, body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  const kyc = textOf(body, 'kyc_status');
  const terms = textOf(body, 'terms_status') || (kyc === 'approved' ? 'approved' : user.terms);
  const kycVersion = user.version + (kyc === user.kyc ? 0 : 1);
  const version = kycVersion + (terms === user.terms ? 0 : 1);
  return replace(book, { ...user, kyc, terms, version }, () => {
    if (kyc !== user.kyc) emit(book, 'user.kyc_status_changed', user.id, kycVersion);
    if (terms !== user.terms) emit(book, 'user.terms_status_changed', user.id, version);
  });
};

const createOnboardingLinks: Rule = (request) => {
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  return {
    status: 201,
    body: {
      user_id: user.id,
      kyc: { status: user.kyc === 'under_review' ? 'completed' : 'open' },
      terms: { status: user.terms === 'approved' ? 'completed' : 'open' },
    },
  };
};

const CLOCK_SECONDS_MAX = 3_650 * 86_400;

const advanceSandboxClock: Rule = ({ book, body }) => {
  const ahead = aheadSeconds(book) + Number(body['seconds']);
  if (ahead > CLOCK_SECONDS_MAX) return invalid('seconds');
  return { status: 200, body: { ahead_seconds: ahead }, commit: () => void book.clock.set('ahead', ahead) };
};

const getSandboxClock: Rule = ({ book }) => ({ status: 200, body: { ahead_seconds: aheadSeconds(book) } });

const members = (view: Expected): Readonly<Record<string, Expected>> =>
  // Every view of this model is an object.
  view as Readonly<Record<string, Expected>>;

/** The newest events. Their order is that of the book. */
const listEvents: Rule = ({ book, query }: Request) => {
  const of = book.events.filter(({ objectId }) => objectId === query['object_id']);
  const newest = of.slice(-Number(query['limit'] ?? 10)).reverse();
  return {
    status: 200,
    body: {
      data: newest.map(({ type, objectId, version }) => ({
        type,
        object_version: version,
        data: { id: objectId },
      })),
      has_more: newest.length < of.length,
    },
  };
};

export const userRules = {
  createUser,
  getUser,
  updateUser,
  deactivateUser,
  setSandboxKyc,
  createOnboardingLinks,
  advanceSandboxClock,
  getSandboxClock,
  listEvents,
} satisfies Readonly<Record<string, Rule>>;

/** Whether the owner can receive money now. */
export const canReceive = (user: User): boolean => isApproved(user) && user.isActive;
