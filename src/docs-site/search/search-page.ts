/** The page of search results, which needs no script. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { DocsPage } from '../page-frame.ts';
import type { Highlighted, SearchResult } from './search-index.ts';

export function searchPage(query: string, found: readonly SearchResult[]): DocsPage {
  const hint =
    query.trim() === ''
      ? 'Enter a search term above.'
      : found.length === 0
        ? 'No results. Try fewer or other words.'
        : '';
  return {
    href: '/docs/search',
    title: 'Search',
    query,
    content: html`<h1>Search</h1>
      ${hint !== '' && html`<p class="lead">${hint}</p>`}
      <ul class="results">
        ${found.map(
          ({ href, kind, title, excerpt }) =>
            html`<li>
              <a href="${href}">${marked(title)}</a> <span class="note">${kind}</span>
              <p>${marked(excerpt)}</p>
            </li>`,
        )}
      </ul>`,
  };
}

const marked = (text: Highlighted): Html =>
  html`${text.map((part, i) => (i % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`))}`;
