/** Asks a rail whether a payout account belongs to its user. The request may be repeated at any time. */
import { taskId } from '../../../projections/tasks.ts';
import { NO_ANSWER } from '../../writer/command.ts';
import { readConsistent } from '../../writer/read-consistent.ts';
import type { BookPayoutAccount, NameCheck } from '../../ledger/payouts/payout-account.ts';
import {
  findAccountAwaitingNameCheck,
  recordNameCheck,
} from '../../ledger/payouts/payout-account-commands.ts';
import { environmentOf } from '../../ledger/book-name.ts';
import { withDeadline } from '../../async/deadline.ts';
import { PROVIDER_TIMEOUT_MS } from '../provider-timeouts.ts';
import type { TaskHandler } from '../task-loop.ts';
import type { TaskDependencies } from './dependencies.ts';
import { openPayoutSecrets } from '../../vault/payout-secrets.ts';
import { namesOf, openPersonalFields } from '../../vault/personal-fields.ts';

type Dependencies = Pick<TaskDependencies, 'writers' | 'vault' | 'rails'>;
type PendingCheck = { readonly to: BookPayoutAccount; readonly sealedUser: string | null };

export const createNameCheckHandler =
  ({ writers, vault, rails }: Dependencies): TaskHandler =>
  async ({ stream, subject: payout_account_id }) => {
    const found = await readConsistent(writers, stream, (book): PendingCheck | undefined => {
      const to = findAccountAwaitingNameCheck(book, payout_account_id);
      return to && { to, sealedUser: book.users.get(to.account.user_id)?.sealed ?? null };
    });
    if (found === undefined) return;
    const record = (name_check: NameCheck) =>
      writers.submit(stream, {
        decide: (book) => recordNameCheck(book, { payout_account_id, name_check }),
        answer: NO_ANSWER,
        actor: 'system:name_checks',
        requestId: taskId('check_name', payout_account_id),
      });
    const { rail, currency, country } = found.to.account;
    const provider = rails.provider(environmentOf(stream), rail);
    const secrets = provider.checksNames ? await openPayoutSecrets(vault, stream, found.to) : undefined;
    // Without a key that was lost, and not destroyed, nothing is known about the name.
    if (provider.checksNames && found.sealedUser !== null) await vault.requireKey(found.to.sealed, stream);
    if (secrets === undefined) {
      await record('not_supported');
      return;
    }
    await record('pending');
    const { person, business } = namesOf(
      await openPersonalFields(vault, stream, found.to.account.user_id, found.sealedUser),
    );
    const user_name = [person, business].filter((name) => name !== '').join(' ');
    const asked = provider.checkName({ rail, currency, country, user_name, ...secrets });
    await record(await withDeadline(asked, PROVIDER_TIMEOUT_MS));
  };
