import { COLLECTIONS } from '../../../projections/collections.ts';
import { findObject, replyWithObject } from '../../api/operations/read.ts';
import { submit } from '../../api/operations/write.ts';
import { depositAccountHandlers } from '../../api/resources/deposit-accounts.ts';
import { payoutAccountHandlers } from '../../api/resources/payout-accounts.ts';
import { rewardAnswer } from '../../api/resources/sandbox.ts';
import { walletHandlers as walletsOfBook } from '../../api/resources/wallets.ts';
import type { LimitUse, Screening, UserLimits, UserScreening } from '../../generated/api.ts';
import { isProblem, notFoundProblem, type Problem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { availableBalance, pendingBalance, receivableOf, type ReadonlyBook } from '../../ledger/book.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import type { UserId } from '../../ledger/ids.ts';
import { spentPoints } from '../../ledger/limits.ts';
import {
  limitedReward,
  proposalAnswer,
  proposeAboveLimit,
  type Control,
} from '../../ledger/limited-actions.ts';
import { NO_PERSONAL_FIELDS, presentBalance, presentUser, presentWallet } from '../../ledger/present.ts';
import { forgetUser, userKeyIds } from '../../ledger/user.ts';
import { grantReward, setComplianceHold, type GrantReward } from '../../ledger/wallet.ts';
import { parseBody } from '../../read-models/collection.ts';
import { delay } from '../../system/runtime.ts';
import { openPayoutPerson } from '../../vault/payout-secrets.ts';
import { namesOf, openPersonalFields } from '../../vault/vault.ts';
import { readConsistent } from '../../writer/command.ts';
import { replyWithMovements } from '../lists/wallet-movements.ts';
import { askingOf, type OperatorCaller, type OperatorHandlers } from '../operations/operation.ts';
import { maskObject, roleSeesPersonalData } from '../operations/personal-data.ts';
import type { OperatorServices } from '../operations/services.ts';

// The matches of a user's names on the sanctions list, for reviewers. They are computed for each answer and never stored.

/** A user with more accounts is shown the newest. */
const ACCOUNTS_MAX = 100;

export const screeningHandlers = {
  async getUserScreening(call) {
    const { user_id } = call.params;
    const { writers, vault, screening } = call.services;
    const found = await readConsistent(writers, call.stream, (book) => ({
      user: book.users.get(user_id),
      accounts: [...book.payoutAccounts.values()].filter(
        ({ account }) => account.user_id === user_id && account.status === 'active',
      ),
    }));
    if (found.user === undefined) return notFoundProblem('user');
    const { person, business, representative } = namesOf(
      await openPersonalFields(vault, call.stream, user_id, found.user.sealed),
    );
    const names = [screeningOf(call, 'user', user_id, [person, business])];
    if (representative !== '') names.push(screeningOf(call, 'representative', user_id, [representative]));
    for (const each of found.accounts.slice(-ACCOUNTS_MAX)) {
      const owner = (await openPayoutPerson(vault, call.stream, each))?.account_owner_name;
      names.push(screeningOf(call, 'payout_account', each.account.id, [owner ?? '']));
    }
    const body: UserScreening = {
      object: 'user_screening',
      user_id,
      list_sha256: screening.listSha256,
      names,
    };
    return { status: 200, body: JSON.stringify(body) };
  },
} satisfies Partial<OperatorHandlers>;

function screeningOf(
  { services: { screening } }: OperatorCaller,
  type: Screening['type'],
  id: string,
  names: readonly string[],
): Screening {
  const { result, matches } = screening.screen(...names);
  return { type, id, result, matches: matches.map(({ name, line, kind }) => ({ name, line, kind })) };
}

// Wallets and accounts of a user, and how much of the limits it has used.

const LIMITED_KINDS = ['user_to_user', 'offramp'] as const;
const WINDOWS = [
  ['per24h', '24h'],
  ['per30d', '30d'],
] as const;

export const userAccountHandlers = {
  listUserWallets: (call) => walletsOfBook.listWallets(call),
  listUserDepositAccounts: (call) => depositAccountHandlers.listDepositAccounts(call),
  async listUserPayoutAccounts(call) {
    const reply = await payoutAccountHandlers.listPayoutAccounts(call);
    return isProblem(reply) || roleSeesPersonalData(call.token)
      ? reply
      : { ...reply, body: maskObject(reply.body) };
  },
  async listDepositsToAccount(call) {
    const { deposit_account_id } = call.params;
    const found = await findObject(call, COLLECTIONS.depositAccounts, deposit_account_id);
    if (found === undefined) return notFoundProblem('deposit account');
    const { user_id } = parseBody(COLLECTIONS.depositAccounts, found);
    return depositAccountHandlers.listDepositAccountActivity({
      ...call,
      params: { user_id, deposit_account_id },
    });
  },
  getUserLimits: (call) => limitsOf(call, call.params.user_id),
} satisfies Partial<OperatorHandlers>;

async function limitsOf({ services, stream }: OperatorCaller, id: string): Promise<Reply> {
  const { writers, policy, clock } = services;
  // The router only matches IDs of users.
  const userId = id as UserId;
  let data: readonly LimitUse[] = [];
  // A dry run includes every event, also those that other nodes have just written.
  await writers.dryRun(stream, (book) => {
    data = LIMITED_KINDS.flatMap((kind) => {
      const spent = spentPoints(book, kind, userId, Math.max(clock() + book.clockAheadMs, book.time));
      return WINDOWS.map(([member, window]) => ({
        kind,
        window,
        used: formatAmount(spent[member], POINT_DECIMALS),
        limit: formatAmount(policy.userLimits[member][kind], POINT_DECIMALS),
      }));
    });
    return { events: [] };
  });
  const body: UserLimits = { data };
  return { status: 200, body: JSON.stringify(body) };
}

const POINT_DECIMALS = 2;

// Erases the personal data of a user by destroying its keys.

export const userErasureHandlers = {
  forgetUser: (call) => forget(call, call.params.user_id, call.body.reason),
} satisfies Partial<OperatorHandlers>;

/**
 * Appends the event before it destroys the keys, so that a missing key is always explained by an event. After a crash
 * in between, the projector destroys the keys. Outdated read model builds still contain the personal data, so they
 * are dropped too.
 */
async function forget(caller: OperatorCaller, user_id: string, reason: string): Promise<Reply> {
  const { writers, vault, rebuilds } = caller.services;
  const keys = await readConsistent(writers, caller.stream, (book) => userKeyIds(book, user_id));
  const ownKey = vault.ownKeyId(caller.stream, user_id);
  const more_key_ids = (await vault.hasKey(ownKey)) ? [ownKey] : [];
  const reply = await submit(caller, {
    decide: (book) => forgetUser(book, { user_id, more_key_ids }),
    answer: {
      from: 'book',
      render(book) {
        const found = book.users.get(user_id);
        if (found === undefined) throw new Error(`user ${user_id} was erased but is not in the book`);
        return { status: 200, body: JSON.stringify(presentUser(found.user, NO_PERSONAL_FIELDS)) };
      },
    },
    reason,
  });
  if (isProblem(reply)) return reply;
  for (const id of [...keys, ownKey]) await vault.destroyKey(id);
  await dropOutdatedBuilds(rebuilds, await writers.head(caller.stream));
  return reply;
}

/** Nodes of an older release update their own builds. Wait this long for them before dropping a build. */
const OUTDATED_CHECKS_MAX = 8;
const OUTDATED_CHECK_INTERVAL_MS = 250;

async function dropOutdatedBuilds(rebuilds: OperatorServices['rebuilds'], upTo: bigint): Promise<void> {
  for (let checks = 1; ; checks++) {
    const outdated = await rebuilds.outdated(upTo);
    if (outdated.length === 0) return;
    if (checks === OUTDATED_CHECKS_MAX) return rebuilds.drop(outdated);
    await delay(OUTDATED_CHECK_INTERVAL_MS);
  }
}

// Wallets: compliance holds and rewards.

export const walletHandlers = {
  getOperatorWallet: (call) => replyWithObject(call, COLLECTIONS.wallets, call.params.wallet_id, 'wallet'),
  async getOperatorWalletBalanceProof(call) {
    const params = await ownedWallet(call, call.params.wallet_id);
    return isProblem(params) ? params : walletsOfBook.getWalletBalanceProof({ ...call, params });
  },
  async listOperatorWalletHistory(call) {
    const { wallet_id } = call.params;
    const params = await ownedWallet(call, wallet_id);
    return isProblem(params) ? params : walletsOfBook.listWalletHistory({ ...call, params });
  },
  async listWalletMovements(call) {
    const owned = await ownedWallet(call, call.params.wallet_id);
    return isProblem(owned) ? owned : replyWithMovements(call);
  },
  async getOperatorWalletStatement(call) {
    const { wallet_id, month } = call.params;
    const owned = await ownedWallet(call, wallet_id);
    if (isProblem(owned)) return owned;
    return walletsOfBook.getWalletStatement({ ...call, key: call.token, params: { ...owned, month } });
  },
  freezeWallet: (call) => setWalletHold(call, call.params.wallet_id, true, call.body.reason),
  unfreezeWallet: (call) => setWalletHold(call, call.params.wallet_id, false, call.body.reason),
  grantReward(call) {
    const { wallet_id } = call.params;
    const { amount, description = 'Reward' } = call.body;
    const reward = { wallet_id, amount, description };
    return submitReward(
      call,
      reward,
      proposeAboveLimit(askingOf(call), (_book, policy) => limitedReward(policy, reward)),
    );
  },
} satisfies Partial<OperatorHandlers>;

/** The wallet and its user, as the API for integrators names a wallet. */
async function ownedWallet(
  caller: OperatorCaller,
  wallet_id: string,
): Promise<{ readonly user_id: string; readonly wallet_id: string } | Problem> {
  const found = await findObject(caller, COLLECTIONS.wallets, wallet_id);
  return found === undefined
    ? notFoundProblem('wallet')
    : { user_id: parseBody(COLLECTIONS.wallets, found).user_id, wallet_id };
}

/** Replies 201 with the entry of the wallet's history, or 202 with a proposal if `control` makes it one. */
export function submitReward(
  caller: OperatorCaller,
  reward: GrantReward,
  control: Control,
  reason?: string,
): Promise<Reply> {
  return submit(caller, {
    reason,
    decide: (book, context) => control(book, context, () => grantReward(book, reward, context)),
    answer: {
      from: 'events',
      render: (events) => proposalAnswer(events) ?? rewardAnswer(events),
    },
  });
}

function setWalletHold(
  caller: OperatorCaller,
  wallet_id: string,
  on: boolean,
  reason: string,
): Promise<Reply> {
  return submit(caller, {
    decide: (book) => setComplianceHold(book, { wallet_id, hold: on, reason }),
    answer: {
      from: 'book',
      render: (book, events) => ({ status: 200, body: walletBody(book, wallet_id, events) }),
    },
    reason,
  });
}

/** The wallet with its current balances. */
function walletBody(book: ReadonlyBook, id: string, [event]: readonly RecordedBookEvent[]): string {
  const found = book.wallets.get(id);
  if (found === undefined || event === undefined) throw new Error(`wallet ${id} changed without an event`);
  const balance = presentBalance(
    found,
    availableBalance(book, id),
    pendingBalance(book, id),
    event.time,
    receivableOf(book, id),
  );
  return JSON.stringify(presentWallet(found, balance));
}
