/** Search: people and objects by what is known about them, and pages of the console by name. */
import type { ReconciliationItem, SearchHit } from '../../generated/api.ts';
import { ReadModelBehind, isProblem } from '../../http/errors.ts';
import { ENVIRONMENTS } from '../../ledger/ids.ts';
import { dayOfItem } from '../../reconciliation/matching/items.ts';
import { html, type Html } from '../../web/html.ts';
import { bookOwnerHtml } from '../book-location.ts';
import { navigationEntries, searchTargets, type SearchTarget } from '../navigation.ts';
import {
  personalText,
  tryRead,
  type ConsoleRoute,
  type PageContext,
  type PageResult,
} from '../page-context.ts';
import { isSimilar, searchHits } from '../parties.ts';
import { pagePathOf } from './reconciliation/breaks.ts';
import { show, table, type Column } from '../ui/tables.ts';
import { emptyState, panel } from '../ui/panels.ts';
import { SEARCH_LENGTH_MAX, badge, idHref, railText, textHtml, toWords } from '../ui/text.ts';

const HITS_MAX = 50;
const SUGGESTIONS_MAX = 8;
/** Of the operation that lists bank lines. */
const REFERENCE_LENGTH_MAX = 255;

const queryOf = ({ query }: PageContext): string => (query.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX);

async function searchPage(context: PageContext): Promise<PageResult> {
  const query = queryOf(context);
  const direct = idHref(query) ?? listHref(query);
  if (direct !== undefined && (await exists(context, query))) return { kind: 'redirect', to: direct };
  const hits = await searchHits(context, query, HITS_MAX);
  const [only] = hits;
  const isExact = only?.matched_by === 'id' || only?.matched_by === 'reference';
  if (only !== undefined && hits.length === 1 && isExact)
    return { kind: 'redirect', to: idHref(only.id) ?? '/console' };
  // A new object may not be indexed yet, and its own page waits for it.
  if (direct !== undefined && only === undefined) return { kind: 'redirect', to: direct };
  const pages = targetsFor(context, query);
  const bankItems = await bankItemsFor(context, query);
  const similar = hits.filter(isSimilar);
  const found = hits.filter((hit) => !isSimilar(hit));
  return {
    kind: 'page',
    title: query === '' ? 'Search' : `Results for “${query}”`,
    section: 'none',
    content: html`${pages.length > 0 && panel('Pages and actions', pageLinks(pages))}${panel(
      'Results',
      found.length === 0
        ? emptyState(
            query === ''
              ? 'Enter what you know'
              : similar.length > 0
                ? 'Nothing is called that'
                : 'No results',
            html`Search for an ID or its beginning, a reference of an integrator or a bank, an amount, or a
              person. Or look in <a href="/console/transfers">transfers</a> and
              <a href="/console/users">users</a>.`,
          )
        : table(context, 'Results', COLUMNS, found),
    )}
    ${bankItems.length > 0 && panel('Bank lines and movements', table(context, 'Bank lines and movements', BANK_COLUMNS, bankItems))}
    ${similar.length > 0 && panel(found.length === 0 ? 'Did you mean' : 'Similar names', table(context, 'Similar names', COLUMNS, similar))}`,
  };
}

const BANK_ITEMS_MAX = 10;
const REFERENCE_LENGTH_MIN = 3;

/** Lines of bank statements, and movements, whose references contain the text. */
async function bankItemsFor(context: PageContext, query: string): Promise<readonly ReconciliationItem[]> {
  if (query.length < REFERENCE_LENGTH_MIN || query.length > REFERENCE_LENGTH_MAX) return [];
  const found = await Promise.all(
    ENVIRONMENTS.map((environment) =>
      tryRead(context, 'listReconciliationItems', {
        params: { environment },
        query: { reference: query, limit: BANK_ITEMS_MAX },
      }),
    ),
  );
  return found.flatMap((page) => (isProblem(page) ? [] : page.data));
}

const BANK_COLUMNS: readonly Column<ReconciliationItem>[] = [
  show.html('Reference', bankItemHtml, 'head'),
  show.amount(
    'Amount',
    ({ line, movement }) => (line ?? movement)?.amount,
    ({ currency }) => currency,
    'plain',
  ),
  show.text('Account', ({ rail, currency }) => railText(rail, currency), 'plain'),
  show.text('Day', ({ line, movement }) => (line ?? movement)?.day, 'plain'),
  show.html('Result', ({ result, is_break }) => badge(result, is_break ? 'stop' : 'ok'), 'aside'),
];

/** The reference, linked to the break, or to the day of what is settled. */
function bankItemHtml(item: ReconciliationItem): Html {
  const { id, environment, is_break, line, movement } = item;
  const href = `${pagePathOf(environment)}/${is_break ? `items/${id}` : `days/${dayOfItem(item)}`}`;
  return html`<a href="${href}">${line?.bank_reference ?? movement?.references[0] ?? 'no reference'}</a>
    <small>${line === null ? 'movement' : 'bank line'}</small>`;
}

const COLUMNS: readonly Column<SearchHit>[] = [
  show.html(
    'Who',
    (hit, context) => html`<a href="${idHref(hit.id)}">${textHtml(whoText(context, hit))}</a>`,
    'head',
  ),
  show.html(
    'Type',
    ({ type, kind }) => html`${toWords(type)} ${kind !== null && html`<small>${toWords(kind)}</small>`}`,
  ),
  show.amount('Amount', 'amount', 'unit', 'plain'),
  show.html('State', ({ state }) => (state === null ? textHtml(null) : badge(state)), 'aside'),
  show.clipped('Reference', 'reference'),
  show.words('Found by', 'matched_by'),
  show.html(
    'Integrator',
    ({ integrator_id, environment }, context) =>
      bookOwnerHtml(context, { integrator_id, environment: environment ?? '' }),
    'plain',
  ),
  show.time('Created', 'created_at', 'plain'),
];

/** The people of an object, from its sender to its recipient; the name of an integrator. */
function whoText(context: PageContext, { type, people, reference }: SearchHit): string | null {
  if (type === 'integrator') return reference;
  const names = people.map(({ name }) => personalText(context, 'name', name) ?? 'unnamed');
  return names.length === 0 ? null : names.join(' → ');
}

/** Pages and actions that the role permits and whose names contain all words. */
function targetsFor(context: PageContext, query: string): readonly SearchTarget[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return searchTargets(context).filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
}

const pageLinks = (pages: readonly SearchTarget[]): Html =>
  html`<ul class="page-links">
    ${pages.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
  </ul>`;

/** What the palette shows while the operator types. */
async function suggestions(context: PageContext): Promise<PageResult> {
  const query = queryOf(context);
  const hits = await searchHits(context, query, SUGGESTIONS_MAX);
  const targets = query === '' ? navigationEntries(context) : targetsFor(context, query);
  const data = [
    ...targets.map(({ label, href, kind }) => ({ label, detail: kind, href })),
    ...hits.map((hit) => ({
      label: whoText(context, hit) ?? hit.id,
      detail: [toWords(hit.type), hit.amount, hit.state && toWords(hit.state), hit.reference ?? hit.id]
        .filter(Boolean)
        .join(' · '),
      href: idHref(hit.id),
    })),
  ];
  return { kind: 'json', body: JSON.stringify({ data }) };
}

/** The list page of objects that have no page of their own. */
function listHref(id: string): string | undefined {
  if (/^opt_/.test(id)) return '/console/tokens';
  return /^(trd|alc)_/.test(id) ? '/console/treasury' : undefined;
}

/** Whether the object exists. A new object may be unknown while projections are behind. */
async function exists(context: PageContext, id: string): Promise<boolean> {
  const { integrators, keys, operators } = context.directory;
  if ([...integrators, ...keys, ...operators].some((each) => each.id === id)) return true;
  try {
    return !isProblem(await tryRead(context, 'getObject', { params: { object_id: id } }));
  } catch (fault) {
    if (fault instanceof ReadModelBehind) return false;
    throw fault;
  }
}

export const searchPages: readonly ConsoleRoute[] = [
  { path: '/console/search', get: searchPage },
  { path: '/console/search/suggestions', get: suggestions },
];
