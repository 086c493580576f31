/** The sanctions screening of a user's names, next to the form of a review. */
import { isProblem } from '../../../api/server/errors.ts';
import type { Screening, UserScreening } from '../../../generated/api.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import type { PageContext } from '../../page-context.ts';
import { getFromApi } from '../../page-context.ts';
import { shortIdHtml } from '../../ui/ids.ts';
import { factList } from '../../ui/panels.ts';

const KINDS: Readonly<Record<Screening['matches'][number]['kind'], string>> = {
  exact: 'the same words',
  similar_spelling: 'similar spelling',
  initials: 'initials instead of words',
  extra_words: 'additional words',
  missing_word: 'one word is missing',
};

const SUBJECTS: Readonly<Record<Screening['type'], string>> = {
  user: 'User',
  representative: 'Representative',
  payout_account: 'Payee',
};

/** The matches of the user's own name, of the representative, and of the payout accounts, or of one of them. */
export async function screeningHtml(context: PageContext, userId: string, accountId?: string): Promise<Html> {
  const found = await getFromApi<UserScreening>(context, `/operator/v1/users/${userId}/screening`);
  if (isProblem(found)) return html``;
  const shown = found.names.filter(
    ({ type, id }) => accountId === undefined || type !== 'payout_account' || id === accountId,
  );
  return html`<h2>Sanctions screening</h2>
    ${factList(shown.map((each) => [SUBJECTS[each.type], resultHtml(each)]))}`;
}

const resultHtml = ({ type, id, matches }: Screening): Html =>
  html`${type === 'payout_account' && html`${shortIdHtml(id)}: `}${
    matches.length === 0
      ? 'no match'
      : html`<ul>
          ${matches.map(matchHtml)}
        </ul>`
  }`;

const matchHtml = ({ name, line, kind }: Screening['matches'][number]): Html =>
  html`<li>${name} (${line === null ? 'test name' : `line ${line}`}): ${KINDS[kind]}</li>`;
