/** The matches of a user's names on the sanctions list, for reviewers. They are computed for each answer and never stored. */
import { notFoundProblem } from '../../api/server/errors.ts';
import { namesOf, openPersonalFields } from '../../vault/personal-fields.ts';
import { openOwnerName } from '../../vault/payout-secrets.ts';
import { readConsistent } from '../../writer/read-consistent.ts';
import type { Screening, UserScreening } from '../../generated/api.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';

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
      const owner = await openOwnerName(vault, call.stream, each);
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
