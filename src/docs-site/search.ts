import MiniSearch from 'minisearch';
import { nextTurn as yieldToEventLoop } from '../system/runtime.ts';
import { html, type Html } from '../web/html.ts';
import { sectionsOf, type Guide, type Guides } from './guides.ts';
import type { DocsPage } from './page-frame.ts';
import { documentedObjects, operationHref, operationsOf, type ApiReference } from './reference/api-pages.ts';
import { ABOUT_KINDS, EVENT_TYPES, TRANSFER_KINDS, stepsOf } from './reference/concept-pages.ts';
import {
  errorCodesOf,
  errorEntries,
  errorHref,
  variantsOf,
  type Schema,
} from './reference/openapi-document.ts';
import { fieldsOf } from './reference/schema-view.ts';

// What the search covers: guides by section, operations, objects and their fields, errors, event types, and transfer states.

export type SearchDocument = {
  readonly href: string;
  readonly title: string;
  /** For example `Guide`, or the method and path of an operation. */
  readonly kind: string;
  /** Without markup; results quote it. */
  readonly text: string;
  /** More words to find it by. */
  readonly words?: string;
  /** Multiplies the score. */
  readonly weight: number;
};

const WEIGHTS = { page: 1.2, operation: 1.5, entry: 1.2, field: 0.6, section: 1.2, error: 1.4 } as const;
/** Most readers look for the API of integrators, and for their guides. */
const OTHER_AUDIENCE_WEIGHT = 0.3;

/** The event types and states belong to the first reference. Yields so often that other requests can be answered in between. */
export async function searchDocuments(
  references: readonly ApiReference[],
  guides: Guides,
): Promise<readonly SearchDocument[]> {
  const documents = [
    ...references.flatMap(referenceDocuments),
    ...references.slice(0, 1).flatMap(conceptDocuments),
    ...errorDocuments(references),
  ];
  const forIntegrators = new Set(guides.groups[0]?.entries.map(({ guide }) => guide));
  for (const guide of guides.all) {
    await yieldToEventLoop();
    documents.push(...guideDocuments(guide, forIntegrators.has(guide) ? 1 : OTHER_AUDIENCE_WEIGHT));
  }
  return documents;
}

function referenceDocuments(reference: ApiReference): SearchDocument[] {
  const { root, name, document } = reference;
  const isOperator = document.authentication === 'bearer';
  const kindOf = (kind: string): string => (isOperator ? `${kind}, ${name}` : kind);
  const topics = document.topics.flatMap((topic): SearchDocument[] => [
    {
      href: `${root}/${topic.slug}`,
      title: topic.name,
      kind: name,
      text: topic.description,
      weight: WEIGHTS.page,
    },
    ...operationsOf(reference, topic).map((each) => ({
      href: operationHref(reference, each),
      title: each.summary,
      kind: `${each.method} ${each.path}`,
      text: plain(each.description),
      words: [each.id, ...each.parameters.map((parameter) => parameter.name)].join(' '),
      weight: WEIGHTS.operation,
    })),
  ]);
  const objects = documentedObjects(reference).flatMap((object): SearchDocument[] => {
    const schema = document.schemas[object] ?? {};
    const href = `${root}/objects#${object}`;
    return [
      {
        href,
        title: object,
        kind: kindOf('Object'),
        text: plain(schema.description),
        weight: WEIGHTS.entry,
      },
      ...fieldsOf(schema).map((field) => ({
        href: `${href}.${field.name}`,
        title: `${object}.${field.name}`,
        kind: kindOf('Field'),
        text: plain(field.schema.description),
        words: valuesOf(field.schema).join(' '),
        weight: WEIGHTS.field,
      })),
    ];
  });
  return [...topics, ...objects].map((each) =>
    isOperator ? { ...each, weight: each.weight * OTHER_AUDIENCE_WEIGHT } : each,
  );
}

function errorDocuments([api]: readonly ApiReference[]): SearchDocument[] {
  const codes = new Set(api?.document.operations.flatMap(errorCodesOf));
  return [...errorEntries()].map(([code, { status, description, causes, action }]) => ({
    href: errorHref(code),
    title: code,
    kind: `Error ${status}`,
    text: plain([description, ...causes, action].join(' ')),
    weight: codes.has(code) ? WEIGHTS.error : WEIGHTS.error * OTHER_AUDIENCE_WEIGHT,
  }));
}

const valuesOf = (schema: Schema): string[] =>
  [schema, ...(variantsOf(schema) ?? [])].flatMap(({ enum: values }) => values ?? []).map(String);

const plain = (markdown = ''): string => markdown.replace(/[`*]|\]\([^)]*\)|\[/g, '');

const conceptDocuments = ({ root }: ApiReference): SearchDocument[] => [
  ...Object.entries(EVENT_TYPES).map(([type, { object, when }]) => ({
    href: `${root}/event-types#${type}`,
    title: type,
    kind: 'Event type',
    text: `${plain(when)} Contains ${object}.`,
    weight: WEIGHTS.entry,
  })),
  ...TRANSFER_KINDS.map((kind) => ({
    href: `${root}/states#${kind}`,
    title: `States of ${kind}`,
    kind: 'Transfer states',
    text: [
      ABOUT_KINDS[kind],
      ...stepsOf(kind).map(({ from, to, when }) => `${from} to ${to}: ${plain(when)}`),
    ].join(' '),
    weight: WEIGHTS.entry,
  })),
];

/** What readers call the subjects of these sections. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  '/docs/guides/integrate': 'quickstart tutorial getting started',
  '/docs/guides/api#keys-and-environments': 'authentication auth authorization credentials api key login',
  '/docs/guides/api#lists': 'pagination paging paginate cursor',
  '/docs/guides/api#many-transfers-at-once': 'bulk mass',
  '/docs/guides/api#clients-in-other-languages': 'sdk library generator java golang ruby',
  '/docs/guides/client': 'sdk library npm javascript',
  '/docs/guides/webhooks': 'callback notification hook',
  '/docs/guides/webhooks#verify-a-signature': 'hmac ed25519 authenticity',
  '/docs/guides/webhooks#without-an-endpoint-the-stream-of-events': 'sse websocket polling realtime',
  '/docs/guides/money#fiat-in-fiat-out': 'withdrawal cashout top up topup payin',
  '/docs/guides/money#money-that-comes-back-late': 'chargeback dispute clawback reversal',
  '/docs/guides/sandbox': 'staging',
};

const guideDocuments = ({ name, title, text }: Guide, weight: number): SearchDocument[] =>
  sectionsOf(text).map((section) => {
    const isStart = section.level === 1;
    const href = `/docs/guides/${name}${isStart ? '' : `#${section.id}`}`;
    return {
      href,
      title: section.title,
      kind: isStart ? 'Guide' : title,
      text: section.text,
      words: SYNONYMS[href] ?? '',
      weight: weight * (isStart ? WEIGHTS.page : WEIGHTS.section),
    };
  });

// Full-text search in memory. Words match as they are, as prefixes, and with typing errors. Results that lack a word of the
// query appear only if no result has them all.

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
      boost: { title: 4, kind: 2, words: 3 },
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
