/** Saved views of lists: the menu that opens them, what is left out of one that is out of date, and the forms that change them. */
import type { SavedView } from '../generated/api.ts';
import { isProblem, malformedRequest } from '../http/errors.ts';
import { html, type Html } from '../web/html.ts';
import { actionRoute, type ActionForm } from './action-form.ts';
import {
  Refused,
  read,
  tryRead,
  type Breadcrumb,
  type ConsoleRoute,
  type PageContext,
} from './page-context.ts';
import type { FormField } from './ui/form-fields.ts';
import { VIEW_PARAMETER, optionsOf, urlName, type ConsoleFilters } from './ui/list-filters.ts';
import { COLUMNS_PARAMETER, columnName, type Column } from './ui/tables.ts';
import { toLabel } from './ui/text.ts';

const VIEWS_SHOWN = 100;

/** What a list has. Its views may have been saved with more. */
type Known = {
  readonly filters: ConsoleFilters;
  /** Further parameters of the page. */
  readonly parameters: readonly string[];
  readonly columns: readonly Column<never>[];
};

/**
 * The menu of the views of this list. If one of them is open, `context` is the page without what its list does not have any more, and
 * `notice` says what that is.
 */
export async function withViews(
  context: PageContext,
  known: () => Known | Promise<Known>,
): Promise<{ readonly context: PageContext; readonly menu: Html; readonly notice: Html | undefined }> {
  const views = await loadViews(context);
  const shown =
    openedView(context, views) === undefined
      ? { context, unknown: [] }
      : withoutUnknown(context, await known());
  return { context: shown.context, menu: viewMenu(shown.context, views), notice: noticeOf(shown.unknown) };
}

/** The saved views of the list of the page. A list is shown without them if they cannot be read. */
async function loadViews(context: PageContext): Promise<readonly SavedView[]> {
  const query = { page: context.path, limit: VIEWS_SHOWN };
  const found = await tryRead(context, 'listSavedViews', { query });
  return isProblem(found) ? [] : found.data;
}

const openedView = ({ query }: PageContext, views: readonly SavedView[]): SavedView | undefined =>
  views.find(({ id }) => id === query.get(VIEW_PARAMETER));

/** What a view contains of the URL. */
function queryToSave({ query }: PageContext): string {
  const kept = [...query].filter(([name, value]) => value !== '' && !PASSING.has(name));
  return new URLSearchParams(kept).toString();
}

const PASSING: ReadonlySet<string> = new Set(['after', 'before', VIEW_PARAMETER]);

const LIST_PATH = /^\/console(\/[\w.-]+)+$/;

/** The document store is not trusted, so the link leads to the console only. */
const pageOf = ({ page }: SavedView): string => (LIST_PATH.test(page) ? page : '/console');

function hrefOf(view: SavedView): string {
  const { id, query } = view;
  return `${pageOf(view)}?${query}${query === '' ? '' : '&'}${VIEW_PARAMETER}=${id}`;
}

const isOwn = ({ session }: PageContext, { owner }: SavedView): boolean =>
  owner.operator_id === session.token.id;

/** Opens, saves, changes, and removes the views of a list. */
function viewMenu(context: PageContext, views: readonly SavedView[]): Html {
  const opened = openedView(context, views);
  const search = new URLSearchParams({ page: context.path, query: queryToSave(context) }).toString();
  const canChange = opened && (isOwn(context, opened) || context.session.token.role === 'admin');
  const own = views.filter((each) => isOwn(context, each));
  const others = views.filter((each) => !isOwn(context, each));
  return html`<details class="filter-panel column-menu">
    <summary>${opened === undefined ? 'Views' : html`<span class="cut">${opened.name}</span>`}</summary>
    <div class="filter-form view-menu">
      ${views.length === 0 && html`<p class="muted">A view keeps filters, order, and columns under a name.</p>`}
      ${viewLinks('Your views', own, opened)} ${viewLinks('Shared views', others, opened)}
      <div class="buttons">
        <a class="button quiet small" href="/console/views/new?${search}">Save as a view</a>
        ${
          canChange &&
          html`<a class="button quiet small" href="/console/views/${opened.id}?${search}">Change this view</a>
            <a class="button quiet small" href="/console/views/${opened.id}/remove">Remove it</a>`
        }
      </div>
    </div>
  </details>`;
}

const viewLinks = (label: string, views: readonly SavedView[], opened: SavedView | undefined): Html | false =>
  views.length > 0 &&
  html`<nav aria-label="${label}">
    <p class="muted">${label}</p>
    <ul>
      ${views
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
        .map(
          (view) =>
            html`<li>
              <a href="${hrefOf(view)}" ${view.id === opened?.id && html`aria-current="true"`}
                >${view.name}</a
              >
              <small>${label === 'Your views' ? view.shared && 'shared' : `by ${view.owner.name}`}</small>
            </li>`,
        )}
    </ul>
  </nav>`;

// Lists change, and a view does not change with them.

/** The page without what its list does not have any more, and names of that. */
function withoutUnknown(
  context: PageContext,
  known: Known,
): { readonly context: PageContext; readonly unknown: readonly string[] } {
  const entries = [...context.query];
  const kept = entries.filter(([name, value]) => value === '' || isKnown(context, name, value, known));
  const unknown = entries
    .filter((entry) => !kept.includes(entry))
    .map(([name, value]) => `${toLabel(name)}: ${value}`);
  return { context: { ...context, query: new URLSearchParams(kept) }, unknown };
}

function isKnown(context: PageContext, name: string, value: string, known: Known): boolean {
  const { filters, parameters, columns } = known;
  if (name === COLUMNS_PARAMETER)
    return columns.some((column) => column.isExtra === true && columnName(column) === value);
  if (name === 'order' || name === 'sort')
    return columns.some(
      ({ sort }) => sort?.parameter === name && [sort.ascending, sort.descending].includes(value),
    );
  if (PASSING.has(name) || parameters.includes(name)) return true;
  const input = Object.entries(filters).find(([filter]) => urlName(filter) === name)?.[1].input;
  if (input === undefined) return false;
  return input.type !== 'select' || optionsOf(context, input)?.some(([each]) => each === value) === true;
}

const noticeOf = (unknown: readonly string[]): Html | undefined =>
  unknown.length === 0
    ? undefined
    : html`<p class="view-notice" role="status">
        This list does not have everything that the view was saved with. Left out: ${unknown.join(', ')}.
      </p>`;

// Forms.

const NAME_FIELD: FormField = { name: 'name', label: 'Name', kind: 'text', maxLength: 60 };

const SHARED_FIELD: FormField = {
  name: 'shared',
  label: 'For',
  kind: 'choice',
  initialValue: 'false',
  options: [
    ['false', 'Only me'],
    ['true', 'All operators'],
  ],
  toBody: (text) => text === 'true',
};

/** The list that a view is saved of, as the URL names it. Throws Refused. */
function listIn({ query }: PageContext): { readonly page: string; readonly query: string } {
  const page = query.get('page') ?? '';
  if (!LIST_PATH.test(page)) throw new Refused(malformedRequest('`page` must be the path of a list.'));
  return { page, query: query.get('query') ?? '' };
}

/** The list, by the last part of its path that is no ID. */
function crumbs(page: string, href: string): readonly Breadcrumb[] {
  const name = page.split('/').findLast((part) => !part.includes('_')) ?? '';
  return [{ label: toLabel(name), href }];
}

const formOf = (
  view: SavedView,
  shown: Pick<ActionForm, 'title' | 'intro' | 'submit' | 'fields'>,
): ActionForm => ({ section: 'none', breadcrumbs: crumbs(pageOf(view), hrefOf(view)), ...shown });

export const savedViewPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/views/new',
    operation: 'createSavedView',
    form(context) {
      const { page, query } = listIn(context);
      return {
        title: 'Save a view',
        section: 'none',
        breadcrumbs: crumbs(page, `${page}?${query}`),
        intro: html`<p>
          Saves the filters, the order, and the columns that the list has now. Names are not encrypted, so
          they should not name a person.
        </p>`,
        fields: [NAME_FIELD, SHARED_FIELD],
        submit: 'Save the view',
      };
    },
    body: (form, context) => ({
      ...listIn(context),
      name: form.get('name'),
      shared: form.get('shared') === 'true',
    }),
    done: (view) => ({ to: hrefOf(view), flash: { tone: 'ok', text: `The view “${view.name}” is saved.` } }),
  }),
  actionRoute({
    path: '/console/views/{saved_view_id}',
    operation: 'updateSavedView',
    async form(context) {
      const view = await read(context, 'getSavedView');
      const now = context.query.get('query') ?? view.query;
      const contents: FormField = {
        name: 'query',
        label: 'Filters, order, and columns',
        kind: 'choice',
        initialValue: view.query,
        options: [
          [view.query, 'As they were saved'],
          [now, 'As the list shows them now'],
        ],
      };
      return formOf(view, {
        title: 'Change a view',
        intro: view.shared
          ? html`<p>All operators see this view of ${view.owner.name}.</p>`
          : html`<p>Only you see this view.</p>`,
        fields: [
          { ...NAME_FIELD, initialValue: view.name },
          {
            ...SHARED_FIELD,
            initialValue: String(view.shared),
            options: [
              ['false', isOwn(context, view) ? 'Only me' : `Only ${view.owner.name}`],
              ['true', 'All operators'],
            ],
          },
          ...(now === view.query ? [] : [contents]),
        ],
        submit: 'Change the view',
      });
    },
    done: (view, context) => ({
      to: isOwn(context, view) || view.shared ? hrefOf(view) : pageOf(view),
      flash: { tone: 'ok', text: `The view “${view.name}” is changed.` },
    }),
  }),
  actionRoute({
    path: '/console/views/{saved_view_id}/remove',
    operation: 'deleteSavedView',
    async form(context) {
      const view = await read(context, 'getSavedView');
      return formOf(view, {
        title: 'Remove a view',
        intro: html`<p>
          The view <strong>${view.name}</strong> is removed${view.shared && ' for all operators'}. What the
          list contains stays.
        </p>`,
        submit: 'Remove the view',
      });
    },
    done: (view) => ({
      to: pageOf(view),
      flash: { tone: 'ok', text: `The view “${view.name}” is removed.` },
    }),
  }),
];
