/** Users, their approval, and their deactivation. */
import { aheadSeconds, emit } from '../state/world.ts';
import { userEventView, userView } from '../state/views.ts';
import type { Book, User } from '../state/world.ts';
import { idOf, refuse, textOf } from '../prediction.ts';
import type { Outcome } from '../prediction.ts';
import { isFinal } from './transfer-steps.ts';
import { DEACTIVATED, NOT_FOUND, bookTime, invalid, memberOf, userOf } from '../request.ts';
import type { Request, Rule } from '../request.ts';
import { emitWallet } from './wallet-rules.ts';

const createUser: Rule = (request) => {
  const { book, body } = request;
  const reference = textOf(body, 'external_reference');
  const [existing] = book.users.of(reference);
  if (existing !== undefined)
    return refuse(409, 'external_reference_exists', { body: { error: { existing_id: existing.id } } });
  const user: User = {
    ...{ id: '', type: textOf(body, 'type'), reference, version: 1, isActive: true, createdAt: '' },
    isForgotten: false,
    ...{ email: body['email'] ?? null, phone: body['phone'] ?? null, country: body['country'] ?? null },
    ...{ firstName: body['first_name'] ?? null, lastName: body['last_name'] ?? null },
    ...{ businessName: body['business_name'] ?? null, metadata: memberOf(body, 'metadata') },
    ...{ kyc: 'not_started', terms: 'pending', reasons: [] },
  };
  return {
    status: 201,
    body: { ...userView(user), id: idOf('usr') },
    commit(answer) {
      const id = textOf(answer, 'id');
      const made = { ...user, id, createdAt: textOf(answer, 'created_at') };
      book.users.set(id, made);
      emit(book, {
        ...{
          type: 'user.created',
          objectId: id,
          version: 1,
          data: userEventView(book, made),
          at: bookTime(request),
        },
      });
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

const deactivateUser: Rule = (request) => {
  const { book } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  const wallets = book.wallets.of(user.id);
  const conflicts: Outcome[] = [];
  if (wallets.some(({ figures }) => figures.available > 0n || figures.pending > 0n))
    conflicts.push(refuse(409, 'user_has_balance'));
  if (book.transfers.of(user.id).some(({ state }) => !isFinal(state)))
    conflicts.push(refuse(409, 'user_has_open_transfers'));
  if (conflicts.length > 0) return conflicts;
  const next = { ...user, isActive: false, version: user.version + 1 };
  return replace(book, next, () => {
    const about = { objectId: user.id, version: next.version, at: bookTime(request) };
    emit(book, { type: 'user.deactivated', data: userEventView(book, next), ...about });
    for (const wallet of wallets) {
      if (wallet.isFrozen) continue;
      const frozen = { ...wallet, isFrozen: true, version: wallet.version + 1 };
      book.wallets.set(wallet.id, frozen);
      emitWallet(request, 'wallet.frozen', frozen);
    }
  });
};

/** Each status that changes is a version and an event of its own. New reasons for the same status are a version. */
const setSandboxKyc: Rule = (request) => {
  const { body } = request;
  const user = userOf(request);
  if (user === undefined) return NOT_FOUND;
  if (!user.isActive) return DEACTIVATED;
  const kyc = textOf(body, 'kyc_status');
  const terms = textOf(body, 'terms_status') || (kyc === 'approved' ? 'approved' : user.terms);
  return decideKyc(request, user, kyc, terms);
};

const WITH_REASONS = ['rejected', 'incomplete'];

export function decideKyc(request: Request, user: User, kyc: string, terms: string): Outcome {
  const { book, body } = request;
  const reasons = WITH_REASONS.includes(kyc) ? (body['rejection_reasons'] ?? []) : [];
  const isSame = kyc === user.kyc && JSON.stringify(reasons) === JSON.stringify(user.reasons);
  const decided = { ...user, kyc, reasons, version: user.version + (isSame ? 0 : 1) };
  const accepted = { ...decided, terms, version: decided.version + (terms === user.terms ? 0 : 1) };
  return replace(book, accepted, () => {
    const about = { objectId: user.id, at: bookTime(request) };
    const passing = { id: user.id, kyc_status: kyc, version: decided.version };
    if (kyc !== user.kyc)
      emit(book, {
        ...{ type: 'user.kyc_status_changed', version: decided.version, ...about },
        data: terms === user.terms ? userEventView(book, decided) : passing,
      });
    if (terms !== user.terms)
      emit(book, {
        ...{ type: 'user.terms_status_changed', version: accepted.version, ...about },
        data: userEventView(book, accepted),
      });
  });
}

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
  return {
    status: 200,
    body: { ahead_seconds: ahead },
    commit: () => book.numbers.set('ahead', BigInt(ahead)),
  };
};

const getSandboxClock: Rule = ({ book }) => ({ status: 200, body: { ahead_seconds: aheadSeconds(book) } });

export const userRules = {
  createUser,
  getUser,
  updateUser,
  deactivateUser,
  setSandboxKyc,
  createOnboardingLinks,
  advanceSandboxClock,
  getSandboxClock,
} satisfies Readonly<Record<string, Rule>>;
