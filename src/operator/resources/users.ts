import { COLLECTIONS } from '../../../projections/collections.ts';
import { replyWithObject } from '../../api/operations/read.ts';
import { submit } from '../../api/operations/write.ts';
import { rewardAnswer } from '../../api/resources/sandbox.ts';
import type { Screening, UserScreening } from '../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import { availableBalance, pendingBalance, type ReadonlyBook } from '../../ledger/book.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import {
  limitedReward,
  proposalAnswer,
  proposeAboveLimit,
  type Control,
} from '../../ledger/limited-actions.ts';
import { NO_PERSONAL_FIELDS, presentBalance, presentUser, presentWallet } from '../../ledger/present.ts';
import { forgetUser, userKeyIds } from '../../ledger/user.ts';
import { grantReward, setComplianceHold, type GrantReward } from '../../ledger/wallet.ts';
import { delay } from '../../system/runtime.ts';
import { openPayoutPerson } from '../../vault/payout-secrets.ts';
import { namesOf, openPersonalFields } from '../../vault/vault.ts';
import { readConsistent } from '../../writer/command.ts';
import { askingOf, type OperatorCaller, type OperatorHandlers } from '../operations/operation.ts';
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
  const reply = await submit(caller, {
    decide: (book) => forgetUser(book, { user_id }),
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
  for (const id of keys) await vault.destroyKey(id);
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
  const balance = presentBalance(found, availableBalance(book, id), pendingBalance(book, id), event.time);
  return JSON.stringify(presentWallet(found, balance));
}
