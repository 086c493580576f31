/** Search by title. The script in the page and the search page without scripts use the same entries. */
import { html } from '../web/html.ts';
import { operationHref, operationsOf, documentedObjects } from './reference/api-pages.ts';
import type { ApiReference } from './reference/api-pages.ts';
import type { DocsPage } from './page-frame.ts';
import type { Guides } from './guides/guides.ts';
import { errorCodesOf } from './reference/openapi-document.ts';
import { EVENT_TYPES } from './reference/event-types.ts';

export type SearchEntry = {
  readonly href: string;
  readonly title: string;
  /** For example `Guide`. */
  readonly kind: string;
  /** Additional words to match. */
  readonly words: string;
};

export function searchEntries(sites: readonly ApiReference[], guides: Guides): readonly SearchEntry[] {
  const [api] = sites;
  const events = Object.keys(EVENT_TYPES).map((type) => ({
    href: `${api?.root ?? ''}/event-types#${type}`,
    title: type,
    kind: 'Event type',
    words: '',
  }));
  return [
    ...sites.flatMap(apiEntries),
    ...events,
    ...guides.all.flatMap((guide) => guideEntries(guides, guide)),
  ];
}

function apiEntries(site: ApiReference): SearchEntry[] {
  const { root, name, document } = site;
  const codes = new Set(document.operations.flatMap(errorCodesOf));
  return [
    ...document.topics.flatMap((topic) => [
      { href: `${root}/${topic.slug}`, title: topic.name, kind: name, words: topic.description },
      ...operationsOf(site, topic).map((each) => ({
        href: operationHref(site, each),
        title: each.summary,
        kind: `${each.method} ${each.path}`,
        words: each.id,
      })),
    ]),
    ...documentedObjects(site).map((object) => ({
      href: `${root}/objects#${object}`,
      title: object,
      kind: `Object, ${name}`,
      words: '',
    })),
    ...[...codes].map((code) => ({
      href: `${root}/errors#${code}`,
      title: code,
      kind: `Error, ${name}`,
      words: '',
    })),
  ];
}

function guideEntries(guides: Guides, guide: Guides['all'][number]): SearchEntry[] {
  const href = `/docs/guides/${guide.name}`;
  const { headings } = guides.render(guide);
  return [
    { href, title: guide.title, kind: 'Guide', words: guide.name },
    ...headings.map(({ id, text }) => ({ href: `${href}#${id}`, title: text, kind: guide.title, words: '' })),
  ];
}

const SHOWN_MAX = 30;

/** The entries that contain every word of the query; matches in titles come first. */
function find(entries: readonly SearchEntry[], query: string): readonly SearchEntry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8);
  if (words.length === 0) return [];
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const inTitle = entries.filter(({ title }) => has(title));
  const elsewhere = entries.filter(
    (each) => !has(each.title) && has(`${each.title} ${each.kind} ${each.words}`),
  );
  return [...inTitle, ...elsewhere].slice(0, SHOWN_MAX);
}

export function searchPage(entries: readonly SearchEntry[], query: string): DocsPage {
  const found = find(entries, query);
  const hint =
    query === ''
      ? 'Enter a search term above.'
      : found.length === 0
        ? 'No results. Search covers titles only.'
        : '';
  return {
    href: '/docs/search',
    title: 'Search',
    query,
    content: html`<h1>Search</h1>
      ${hint !== '' && html`<p class="lead">${hint}</p>`}
      <ul class="results">
        ${found.map(
          ({ href, title, kind }) =>
            html`<li><a href="${href}">${title}</a> <span class="note">${kind}</span></li>`,
        )}
      </ul>`,
  };
}
