/** Filters by a person: found as the search finds people, chosen among several, and shown by name. */
import type { SearchHit } from '../generated/api.ts';
import { isId } from '../ledger/ids.ts';
import { html, type Html } from '../web/html.ts';
import { bookOwnerHtml } from './book-location.ts';
import { hrefWith, personalText, type PageContext } from './page-context.ts';
import { isSimilar, loadParties, searchHits } from './parties.ts';
import {
  filterBar,
  personHint,
  urlName,
  valueIn,
  type ConsoleFilters,
  type PeopleNames,
} from './ui/list-filters.ts';
import { emptyState, panel } from './ui/panels.ts';
import { show, table } from './ui/tables.ts';
import { SEARCH_LENGTH_MAX } from './ui/text.ts';

type Fixed = Readonly<Record<string, string>>;

/** The values of filters by a person that the URL has. */
const peopleIn = (context: PageContext, filters: ConsoleFilters): readonly (readonly [string, string])[] =>
  Object.entries(filters)
    .filter(([, { input }]) => input.type === 'person')
    .map(([name]) => [name, valueIn(context, name)] as const)
    .filter(([, value]) => value !== '');

/** The names of the people in the filters, as the role may see them. Throws Refused. */
export async function namesInFilters(context: PageContext, filters: ConsoleFilters): Promise<PeopleNames> {
  const ids = peopleIn(context, filters).map(([, id]) => id);
  const parties = await loadParties(context, [], ids);
  return new Map(ids.map((id) => [id, parties.user(id).name]));
}

const HITS_MAX = 50;

/**
 * What to show instead of a list whose filter has no ID: people to choose from, or the URL with the ID of the only one. Undefined if
 * the filters have IDs. Throws Refused.
 */
export async function choosePerson(
  context: PageContext,
  filters: ConsoleFilters,
  fixed: Fixed,
): Promise<string | Html | undefined> {
  const [name, typed] = peopleIn(context, filters).find(([, value]) => !isId('usr', value)) ?? [];
  if (name === undefined || typed === undefined) return undefined;
  const hits = await searchHits(context, typed.slice(0, SEARCH_LENGTH_MAX), HITS_MAX);
  const owners = { ...Object.fromEntries(context.query), ...fixed };
  const found = peopleOf(hits).filter(
    (hit) => isIn(owners, 'integrator_id', hit) && isIn(owners, 'environment', hit),
  );
  const hrefOf = (id: string): string => hrefWith(context, { [urlName(name)]: id });
  const [only] = found;
  if (only !== undefined && found.length === 1 && !isSimilar(only)) return hrefOf(only.id);
  const label = `Who is “${typed}”?`;
  const none = emptyState(
    'Nobody was found',
    html`Look for ${personHint(context).toLowerCase().replace(/id$/, 'ID')}, or
      <a href="${hrefOf('')}">remove the filter</a>.`,
  );
  const choices = table<SearchHit>(
    context,
    label,
    [
      show.html(
        'Who',
        ({ id, people: [person] }) =>
          html`<a href="${hrefOf(id)}">${personalText(context, 'name', person?.name) ?? 'unnamed'}</a>`,
        'head',
      ),
      show.words('Found by', 'matched_by', 'aside'),
      show.clipped('Reference', 'reference', 'plain'),
      show.html(
        'Integrator',
        ({ integrator_id, environment }) =>
          bookOwnerHtml(context, { integrator_id, environment: environment ?? '' }),
        'plain',
      ),
    ],
    found,
  );
  const note =
    found.length > 0 && hits.length === HITS_MAX && 'There may be more. Add a word to find others.';
  return html`${filterBar(context, filters, { fixed, hasExport: false })}
  ${panel(label, found.length === 0 ? none : choices, { note: note ? html`<p class="muted">${note}</p>` : undefined })}`;
}

const isIn = (owners: Fixed, name: 'integrator_id' | 'environment', hit: SearchHit): boolean =>
  (owners[name] ?? '') === '' || owners[name] === hit[name];

/** People, also those who were found by an account or a wallet, under the IDs of the people. */
function peopleOf(hits: readonly SearchHit[]): readonly SearchHit[] {
  const found = new Map<string, SearchHit>();
  for (const hit of hits) {
    const [person, other] = hit.people;
    if (person === undefined || other !== undefined || hit.type === 'transfer' || found.has(person.user_id))
      continue;
    found.set(person.user_id, { ...hit, id: person.user_id });
  }
  return [...found.values()];
}
