/** Payout accounts. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import type { PayoutAccountCreate } from '../../../generated/api.ts';
import { readConsistent } from '../../../writer/read-consistent.ts';
import type { UserKey } from '../../../vault/vault.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { evolvePayoutAccount } from '../../../ledger/payouts/payout-account.ts';
import { deletePayoutAccount, openPayoutAccount } from '../../../ledger/payouts/payout-account-commands.ts';
import { presentPayoutAccount } from '../../../ledger/present.ts';
import { ProviderUnavailable } from '../../../rails/port.ts';
import { openPayoutSecrets, sealPayoutSecrets } from '../../../vault/payout-secrets.ts';
import { toPayoutDestination, maskDestination } from './payout-details.ts';
import { KEY_CHANGED, hasSameKey, sealedPersonalData } from '../users/user-command.ts';
import { replyWithPage } from '../../operations/page.ts';
import { noFurtherKeys } from '../../reads/list-keys.ts';
import { replyWithObject } from '../../operations/read.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import type { Reply } from '../../server/reply.ts';
import { sealAnswerWith, submitForOutcome, replyToOutcome, submit } from '../../operations/write.ts';

export const payoutAccountHandlers = {
  listPayoutAccounts: (call) => {
    const { user_id } = call.params;
    const parent = { collection: COLLECTIONS.users, id: user_id, noun: 'user' };
    const terms = [`user:${user_id}`];
    return replyWithPage(
      call,
      { collection: COLLECTIONS.payoutAccounts, parent, prefix: 'pa', terms, keysOf: noFurtherKeys },
      call.query,
    );
  },
  createPayoutAccount: (call) => createAccount(call, call.params.user_id, call.body),
  getPayoutAccount: (call) => {
    const { user_id, payout_account_id: id } = call.params;
    return replyWithObject(call, COLLECTIONS.payoutAccounts, id, 'payout account', [`user:${user_id}`]);
  },
  deletePayoutAccount: (call) => deleteAccount(call, call.params),
} satisfies Partial<Handlers>;

const SANCTIONED_NAME = {
  field: 'account_owner_name',
  code: 'not_allowed',
  message: 'Accounts cannot be registered under this name.',
};

/**
 * Encrypts the account under its user's key, which must be fetched before the book decides. If the key changes in
 * between, the command is decided again.
 */
async function createAccount(caller: Caller, user_id: string, body: PayoutAccountCreate): Promise<Reply> {
  const { writers, screening } = caller.services;
  const { type, currency, country, rail, account_owner_name, metadata = {} } = body;
  const destination = toPayoutDestination(body);
  const screened = screening.screen(account_owner_name);
  const problems = screened.result === 'match' ? [SANCTIONED_NAME] : [];
  const about = {
    ...{ user_id, type, currency, country, rail, metadata, problems },
    screened: screened.recordFor(user_id),
  };
  for (;;) {
    const expected = await writers.read(caller.stream, (book) => sealedPersonalData(book, user_id));
    const key = await keyForUser(caller, expected);
    const seal = (id: string) =>
      key === undefined
        ? { sealed: '', sealed_details: '' }
        : sealPayoutSecrets(
            key,
            caller.stream,
            { user_id, id },
            { account_owner_name, destination: destination ?? null },
          );
    const shown = { ...(destination && maskDestination(destination)), check_name: checksNames(caller, rail) };
    const outcome = await submitForOutcome(caller, {
      decide: (book, context) =>
        hasSameKey(sealedPersonalData(book, user_id), expected)
          ? openPayoutAccount(book, { ...about, seal, ...shown }, context)
          : { refusal: KEY_CHANGED },
      answer: {
        from: 'book',
        render: (_book, events) => ({ status: 201, body: openedBody(events, account_owner_name) }),
        ...(key === undefined ? {} : { seal: sealAnswerWith(key) }),
      },
    });
    if (outcome.kind !== 'refused' || outcome.refusal !== KEY_CHANGED) return replyToOutcome(caller, outcome);
  }
}

/**
 * The user's key, or a new one for a user who has none. Undefined if there is no user; the book then refuses the command. Throws
 * PersonalKeyLost.
 */
async function keyForUser(
  { services: { vault }, stream }: Caller,
  sealed: string | null | undefined,
): Promise<UserKey | undefined> {
  if (sealed === undefined) return undefined;
  return sealed === null ? vault.createKey() : vault.requireKey(sealed, stream);
}

/** Whether the rail verifies names. An unavailable rail is assumed to, and is asked later. */
function checksNames({ services, key }: Caller, rail: string): boolean {
  try {
    return services.rails.provider(key.environment, rail).checksNames;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}

function openedBody([event]: readonly RecordedBookEvent[], name: string): string {
  if (event?.type !== 'payout_account.opened') throw new Error('expected the event payout_account.opened');
  return JSON.stringify(presentPayoutAccount(evolvePayoutAccount(undefined, event), name));
}

/** The answer still shows the name of the account's owner. */
async function deleteAccount(
  caller: Caller,
  named: { readonly user_id: string; readonly payout_account_id: string },
): Promise<Reply> {
  const { writers, vault } = caller.services;
  const { user_id, payout_account_id } = named;
  const found = await readConsistent(writers, caller.stream, (book) =>
    book.payoutAccounts.get(payout_account_id),
  );
  const secrets =
    found?.account.user_id === user_id ? await openPayoutSecrets(vault, caller.stream, found) : undefined;
  return submit(caller, {
    decide: (book) => deletePayoutAccount(book, named),
    answer: {
      from: 'book',
      render(book) {
        const kept = book.payoutAccounts.get(payout_account_id);
        if (kept === undefined)
          throw new Error(`payout account ${payout_account_id} not found after a change`);
        const body = presentPayoutAccount(kept.account, secrets?.account_owner_name ?? null);
        return { status: 200, body: JSON.stringify(body) };
      },
    },
  });
}
