import { COLLECTIONS } from '../../../projections/collections.ts';
import type { DepositAccountCreate } from '../../generated/api.ts';
import type { Reply } from '../../http/reply.ts';
import type { ReadonlyBook } from '../../ledger/book.ts';
import {
  deactivateDepositAccount,
  evolveDepositAccount,
  openDepositAccount,
  reactivateDepositAccount,
  type DepositInstructions,
} from '../../ledger/deposit-account.ts';
import { presentDepositAccount } from '../../ledger/present.ts';
import type { AnswerSource } from '../../writer/command.ts';
import { noFurtherKeys, replyWithPage } from '../operations/list.ts';
import type { BookCall, Caller, Handlers } from '../operations/operation.ts';
import { replyWithObject } from '../operations/read.ts';
import { submit } from '../operations/write.ts';
import { submitWithInstructions } from './provider-instructions.ts';

// Deposit accounts and their deposits.

export const depositAccountHandlers = {
  listDepositAccounts: (call: BookCall<'listDepositAccounts'>) => {
    const { user_id } = call.params;
    const parent = { collection: COLLECTIONS.users, id: user_id, noun: 'user' };
    const selection = { terms: [`user:${user_id}`] };
    return replyWithPage(
      call,
      { collection: COLLECTIONS.depositAccounts, parent, prefix: 'da', selection, keysOf: noFurtherKeys },
      call.query,
    );
  },
  createDepositAccount: (call) => openAccount(call, call.params.user_id, call.body),
  getDepositAccount: (call) => {
    const { user_id, deposit_account_id } = call.params;
    return replyWithObject(call, COLLECTIONS.depositAccounts, deposit_account_id, 'deposit account', [
      `user:${user_id}`,
    ]);
  },
  deactivateDepositAccount: (call) =>
    submit(call, {
      decide: (book) => deactivateDepositAccount(book, call.params),
      answer: { from: 'book', render: (book) => renderAccount(book, call.params.deposit_account_id) },
    }),
  reactivateDepositAccount: (call) =>
    submit(call, {
      decide: (book) => reactivateDepositAccount(book, call.params),
      answer: { from: 'book', render: (book) => renderAccount(book, call.params.deposit_account_id) },
    }),
  listDepositAccountActivity: (call: BookCall<'listDepositAccountActivity'>) => {
    const { user_id, deposit_account_id: id } = call.params;
    const parent = {
      collection: COLLECTIONS.depositAccounts,
      id,
      terms: [`user:${user_id}`],
      noun: 'deposit account',
    };
    return replyWithPage(
      call,
      {
        collection: COLLECTIONS.deposits,
        parent,
        prefix: 'dep',
        selection: { terms: [`account:${id}`] },
        keysOf: noFurtherKeys,
      },
      call.query,
    );
  },
} satisfies Partial<Handlers>;

function openAccount(caller: Caller, user_id: string, body: DepositAccountCreate): Promise<Reply> {
  const { source, destination, metadata = {} } = body;
  // The dry run uses placeholders because no details are issued yet.
  const notIssued: DepositInstructions = { type: 'bank', ...source, reference: '' };
  return submitWithInstructions(caller, {
    rail: source.rail,
    decide: (book, context, issued) =>
      openDepositAccount(
        book,
        {
          user_id,
          source,
          destination,
          deposit_instructions: issued?.details ?? notIssued,
          provider_reference: issued?.reference,
          metadata,
        },
        context,
      ),
    issue: (provider, reference) => provider.issueStandingDetails({ reference, ...source }),
    answer: OPENED_ANSWER,
  });
}

const OPENED_ANSWER: AnswerSource = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'deposit_account.opened')
      throw new Error('expected the event deposit_account.opened');
    return {
      status: 201,
      body: JSON.stringify(presentDepositAccount(evolveDepositAccount(undefined, event))),
    };
  },
};

function renderAccount(book: ReadonlyBook, id: string) {
  const account = book.depositAccounts.get(id);
  if (account === undefined) throw new Error(`deposit account ${id} not found after a change`);
  return { status: 200, body: JSON.stringify(presentDepositAccount(account)) };
}
