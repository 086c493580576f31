import { COLLECTIONS } from '../../../projections/collections.ts';
import { isProblem, malformedRequest, notFoundProblem, problem } from '../../http/errors.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import { environmentOf } from '../../ledger/ids.ts';
import { presentBalance, presentWallet } from '../../ledger/present.ts';
import { openWallet, walletFromEvent } from '../../ledger/wallet.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import { preferredType } from '../operations/input.ts';
import { noFurtherKeys, replyWithPage, walletsKeys } from '../operations/list.ts';
import type { BookCall, Caller, Handlers } from '../operations/operation.ts';
import { findObject, replyWithObject } from '../operations/read.ts';
import { bookTime } from '../operations/wait.ts';
import { submit } from '../operations/write.ts';
import {
  STATEMENT_TYPES,
  balanceAt,
  completeStatement,
  replyWithStatement,
  statementFile,
} from './statements.ts';

// Wallets, balances, and history.

export const walletHandlers = {
  listWallets: (call: BookCall<'listWallets'>) => {
    const { user_id } = call.params;
    const { asset } = call.query;
    const parent = { collection: COLLECTIONS.users, id: user_id, noun: 'user' };
    const filter = ({ terms }: Pick<StoredDocument, 'terms'>): boolean =>
      asset === undefined || terms.includes(`asset:${asset}`);
    return replyWithPage(
      call,
      {
        collection: COLLECTIONS.wallets,
        parent,
        prefix: 'wal',
        selection: { terms: [`user:${user_id}`], filter },
        keysOf: walletsKeys(user_id),
      },
      call.query,
    );
  },
  createWallet: (call) => {
    const { asset, acknowledge_price_risk = false, metadata = {} } = call.body;
    const input = { user_id: call.params.user_id, asset, acknowledge_price_risk, metadata };
    return submit(call, {
      decide: (book, context) => openWallet(book, input, context),
      answer: { from: 'events', render: (events) => ({ status: 201, body: openedBody(events) }) },
    });
  },
  getWallet: (call) => {
    const { user_id, wallet_id } = call.params;
    return replyWithObject(call, COLLECTIONS.wallets, wallet_id, 'wallet', [`user:${user_id}`]);
  },
  getWalletBalance: async (call) => {
    const { user_id, wallet_id } = call.params;
    const { at } = call.query;
    const time = at === undefined ? undefined : Date.parse(at);
    // A balance in the present or future can still change.
    if (time !== undefined && !(time < (await bookTime(call))))
      return malformedRequest('The query parameter "at" must be in the past.');
    const found = await findObject(call, COLLECTIONS.wallets, wallet_id, [`user:${user_id}`]);
    if (found === undefined) return notFoundProblem('wallet');
    return time === undefined ? { status: 200, body: balanceIn(found) } : balanceAt(call, found, time);
  },
  getWalletBalanceProof: async (call: BookCall<'getWalletBalanceProof'>) => {
    const { user_id, wallet_id } = call.params;
    const found = await findObject(call, COLLECTIONS.wallets, wallet_id, [`user:${user_id}`]);
    if (found === undefined) return notFoundProblem('wallet');
    const signed = await call.services.proveBalance(call.stream, wallet_id);
    if (signed === undefined) return problem('not_found', 'The state of this book has not been signed yet.');
    const { proof, signedAt } = signed;
    if (proof === undefined)
      return problem(
        'not_found',
        `Nothing had moved in the wallet when the state was signed at ${signedAt}.`,
      );
    return { status: 200, body: JSON.stringify(proof) };
  },
  getWalletStatement: async (
    call: BookCall<'getWalletStatement'> & { readonly key: Pick<Caller['key'], 'id'> },
  ) => {
    const { user_id, wallet_id, month } = call.params;
    const type = preferredType(call.accept, ['application/json', ...STATEMENT_TYPES]);
    const isFile = type !== 'application/json';
    if (isFile && Object.keys(call.query).length > 0)
      return malformedRequest('A statement as a file has no pages: omit `limit` and `starting_after`.');
    const now = await bookTime(call);
    const found = await findObject(call, COLLECTIONS.wallets, wallet_id, [`user:${user_id}`]);
    if (found === undefined) return notFoundProblem('wallet');
    const wallet = parseBody(COLLECTIONS.wallets, found);
    const query = { month, now, calendar: call.services.calendarOf(environmentOf(call.stream)) };
    if (!isFile) return replyWithStatement(call, wallet, { ...query, ...call.query });
    return call.services.files(call.key.id, async () => {
      const statement = await completeStatement(call, wallet, query);
      return isProblem(statement) ? statement : { status: 200, ...statementFile(statement, type) };
    });
  },
  listWalletHistory: (call: BookCall<'listWalletHistory'>) => {
    const { user_id, wallet_id } = call.params;
    const parent = {
      collection: COLLECTIONS.wallets,
      id: wallet_id,
      terms: [`user:${user_id}`],
      noun: 'wallet',
      isPermanent: true,
    };
    const selection = { terms: [`wallet:${wallet_id}`] };
    return replyWithPage(
      call,
      { collection: COLLECTIONS.walletHistory, parent, prefix: 'whe', selection, keysOf: noFurtherKeys },
      call.query,
    );
  },
} satisfies Partial<Handlers>;

function balanceIn(document: Pick<StoredDocument, 'body'>): string {
  const { balance } = parseBody(COLLECTIONS.wallets, document);
  return JSON.stringify(balance);
}

/** The JSON of a new, empty wallet. */
function openedBody([event]: readonly RecordedBookEvent[]): string {
  if (event?.type !== 'wallet.opened') throw new Error('expected the event wallet.opened');
  const wallet = walletFromEvent(event);
  const nothing = { unit: wallet.asset, amount: 0n, cashable: 0n };
  return JSON.stringify(presentWallet(wallet, presentBalance(wallet, nothing, nothing, event.time)));
}
