/**
 * Full-text search in memory. Words match as they are, as prefixes, and with typing errors. Results that lack a word of the
 * query appear only if no result has them all.
 */

import MiniSearch from 'minisearch';
import { html, type Html } from '../../web/html.ts';
import type { DocsPage } from '../page-frame.ts';
import type { SearchDocument } from './search-documents.ts';

/** A text cut at its highlights: every second part, starting with the second, is one. */
type Highlighted = readonly string[];

type SearchResult = {
  readonly href: string;
  readonly kind: string;
  readonly title: Highlighted;
  /** The part of the text with the first match. */
  readonly excerpt: Highlighted;
};

/** Returns the best results first. Queries of any length are safe; only their first words count. */
export type Search = (query: string, limit: number) => readonly SearchResult[];

/** These limit what one query costs: each word is compared with every indexed word that is similar. */
const QUERY_LENGTH_MAX = 100;
const QUERY_WORDS_MAX = 8;

const WORD = /[\p{L}\p{N}]+/gu;
const STOP_WORDS = new Set('a an and are as at be by for from in is it of on or that the to with'.split(' '));

/** `TransferCreate` is found by each of its words too. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
  return parts.length > 1 ? [word, ...parts] : parts;
}

const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).flatMap(partsOf);

function normalized(word: string): string | null {
  const lower = word.toLowerCase();
  return STOP_WORDS.has(lower) ? null : lower;
}

/** Builds the index in small steps, so that other requests are answered in between. */
export async function createSearch(documents: readonly SearchDocument[]): Promise<Search> {
  const index = new MiniSearch<{ id: number } & Omit<SearchDocument, 'href' | 'weight'>>({
    fields: ['title', 'kind', 'text', 'words'],
    tokenize: wordsOf,
    processTerm: normalized,
  });
  await index.addAllAsync(
    documents.map(({ title, kind, text, words = '' }, id) => ({ id, title, kind, text, words })),
    { chunkSize: 20 },
  );
  const titles = documents.map(({ title }) => title.toLowerCase());

  return (query, limit) => {
    const text = query.slice(0, QUERY_LENGTH_MAX).trim().toLowerCase();
    const words = wordsOf(text).slice(0, QUERY_WORDS_MAX);
    const matches = index.search(words.join(' '), {
      boost: { title: 4, kind: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
      weights: { fuzzy: 0.2, prefix: 0.5 },
      boostDocument: (id: number) =>
        (documents[id]?.weight ?? 1) * (titles[id] === text ? EXACT_TITLE_BOOST : 1),
    });
    const wanted = new Set(words.map(normalized).filter((word) => word !== null)).size;
    const complete = matches.filter(({ queryTerms }) => new Set(queryTerms).size >= wanted);
    const found = complete.length > 0 ? complete : matches;
    return found.slice(0, limit).flatMap(({ id, match }) => {
      // The ID is the index of the document.
      const document = documents[id as number];
      if (document === undefined) return [];
      const isMatch = (word: string): boolean =>
        partsOf(word).some((part) => Object.hasOwn(match, part.toLowerCase()));
      const { href, kind, title, text: content } = document;
      return [{ href, kind, title: highlight(title, isMatch), excerpt: excerptOf(content, isMatch) }];
    });
  };
}

const EXACT_TITLE_BOOST = 4;

function highlight(text: string, isMatch: (word: string) => boolean): Highlighted {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isMatch(word)) continue;
    parts.push(text.slice(start, index), word);
    start = index + word.length;
  }
  return [...parts, text.slice(start)];
}

const EXCERPT_LENGTH = 170;
/** How much of it precedes the first match. */
const EXCERPT_LEAD = 60;

function excerptOf(text: string, isMatch: (word: string) => boolean): Highlighted {
  let first = 0;
  for (const { 0: word, index } of text.matchAll(WORD))
    if (isMatch(word)) {
      first = index;
      break;
    }
  const start = first <= EXCERPT_LEAD ? 0 : text.indexOf(' ', first - EXCERPT_LEAD) + 1;
  const rest = text.slice(start);
  const isCut = rest.length > EXCERPT_LENGTH;
  const end = isCut ? rest.lastIndexOf(' ', EXCERPT_LENGTH) : rest.length;
  const cut = rest.slice(0, end > 0 ? end : EXCERPT_LENGTH);
  return highlight(`${start > 0 ? '… ' : ''}${cut}${isCut ? ' …' : ''}`, isMatch);
}

// The page of search results, which needs no script.

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
