/** Every page of the documentation by its path. Pages are rendered on the first request and cached. */

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Mount } from '../http/serve.ts';
import { PROJECT_ROOT } from '../system/project-root.ts';
import { html, type Html } from '../web/html.ts';
import { createStaticContent, staticReply, type StaticContent } from '../web/static-content.ts';
import { codeBlock, commandHtml } from './code-block.ts';
import { llmsFull, llmsIndex, postmanCollection } from './exports.ts';
import { readGuides, type Guide, type GuideGroup, type Guides } from './guides.ts';
import {
  ASSETS,
  PAGE_HEADERS,
  renderDocument,
  type DocsPage,
  type NavLink,
  type NavSection,
} from './page-frame.ts';
import {
  apiSection,
  basicsPage,
  errorsPage,
  objectsPage,
  operationsOf,
  readApiReference,
  topicPage,
  type ApiReference,
} from './reference/api-pages.ts';
import { eventTypesPage, statesPage } from './reference/concept-pages.ts';
import { errorPages } from './reference/error-pages.ts';
import { createSearch, searchDocuments, searchPage, type Search } from './search.ts';

// The home page of the documentation.

function homePage(api: ApiReference, operator: ApiReference, guides: Guides, baseUrl: string): DocsPage {
  const [integrate, ...others] = guides.groups;
  return {
    href: '/docs',
    title: 'Documentation',
    summary: api.document.summary,
    isWide: true,
    content: html`<div class="hero">
        <div>
          <h1>Store money, move it, and account for every cent</h1>
          <p class="lead">
            A ledger with a REST API for users with identity checks, wallets of points and coin, deposits,
            transfers, conversions, and payouts. This documentation is served by your instance.
          </p>
          <p class="actions">
            <a class="button" href="/docs/guides/integrate">Integrate in ten minutes</a>
            <a class="button quiet" href="${api.root}">API reference</a>
          </p>
        </div>
        ${codeBlock('Your first call', commandHtml(FIRST.replace('{base}', baseUrl)))}
      </div>
      <h2 id="start">Start here</h2>
      <ul class="cards">
        ${integrate?.entries.map(guideCard)}
      </ul>
      <h2 id="interface">API reference</h2>
      <ul class="cards small">
        ${api.document.topics.map((topic) =>
          card(
            `${api.root}/${topic.slug}`,
            topic.name,
            topic.description,
            `${operationsOf(api, topic).length} ${operationsOf(api, topic).length === 1 ? 'operation' : 'operations'}`,
          ),
        )}
        ${card(`${api.root}/event-types`, 'Event types', 'Which events are sent, and when.')}
        ${card(`${api.root}/states`, 'Transfer states', 'Every state of a transfer and what leads to it.')}
      </ul>
      <h2 id="run">Operate and audit</h2>
      <ul class="cards small">
        ${others.flatMap(({ entries }) => entries.map(guideCard))}
        ${card(operator.root, operator.name, operator.document.summary)}
      </ul>`,
  };
}

const FIRST = `export BASE_URL={base}
export API_KEY=svc_test_…

curl -s "$BASE_URL/v1/routes" \\
  -H "Api-Key: $API_KEY"`;

/** With what the index says about the guide, as a sentence. */
const guideCard = ({ guide, text }: GuideGroup['entries'][number]): Html =>
  card(`/docs/guides/${guide.name}`, guide.title, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);

const card = (href: string, title: string, text: string, foot?: string): Html =>
  html`<li>
    <a href="${href}"
      ><strong>${title}</strong
      ><span>${text}</span>${foot === undefined ? undefined : html`<small>${foot}</small>`}</a
    >
  </li>`;

type DocsResponse = {
  readonly status: number;
  readonly content: StaticContent;
  /** For metrics and the log. */
  readonly route: string;
};

type DocsSite = {
  /** The response for a path under /docs, or for a file for language models. `baseUrl` is the address of the service in examples. */
  respond(path: string, query: URLSearchParams, baseUrl: string): Promise<DocsResponse>;
};

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** Its type, and its text with the address of the service in it. */
type TextFile = readonly [type: string, text: (baseUrl: string) => string];

export function createSite(): DocsSite {
  const guides = readGuides();
  const api = readApiReference('openapi.json', '/docs/api', 'API reference');
  const operator = readApiReference('openapi-operator.json', '/docs/operator', 'Operator API');
  const clients = readFileSync(new URL('schemas/openapi-clients.json', PROJECT_ROOT), 'utf8');
  const sections = sectionsOf(guides, api, operator);
  let search: Promise<Search> | undefined;
  const files = new Map<string, TextFile>([
    ['/docs/openapi.json', [JSON_TYPE, (baseUrl) => withServer(api.document.text, baseUrl)]],
    ['/openapi.json', [JSON_TYPE, (baseUrl) => withServer(api.document.text, baseUrl)]],
    ['/openapi/clients.json', [JSON_TYPE, (baseUrl) => withServer(clients, baseUrl)]],
    ['/docs/openapi-operator.json', [JSON_TYPE, (baseUrl) => withServer(operator.document.text, baseUrl)]],
    ['/docs/postman.json', [JSON_TYPE, (baseUrl) => postmanCollection(api, baseUrl)]],
    ['/llms.txt', [TEXT, (baseUrl) => llmsIndex(guides, api, baseUrl)]],
    ['/llms-full.txt', [TEXT, (baseUrl) => llmsFull(guides, api, baseUrl)]],
    ...guides.all.map((guide): [string, TextFile] => [
      `/docs/guides/${guide.name}.md`,
      [MARKDOWN, () => guides.markdown(guide)],
    ]),
  ]);
  const pages = new Map<string, (baseUrl: string) => DocsPage>([
    ['/docs', (baseUrl) => homePage(api, operator, guides, baseUrl)],
    ...apiPages(api),
    ...apiPages(operator),
    ['/docs/api/event-types', () => eventTypesPage(api)],
    ['/docs/api/states', () => statesPage(api)],
    ...errorPages([api, operator]),
    ...guides.all.map((guide) => [`/docs/guides/${guide.name}`, () => guidePage(guides, guide)] as const),
  ]);
  const render = (page: DocsPage, route: string): DocsResponse => ({
    status: page.status ?? 200,
    content: createStaticContent(HTML, renderDocument(page, sections)),
    route,
  });
  const notFound = render(NOT_FOUND, 'none');

  function create(path: string, baseUrl: string): DocsResponse | undefined {
    const file = files.get(path);
    if (file !== undefined) {
      const [type, text] = file;
      return { status: 200, route: path, content: createStaticContent(type, text(baseUrl)) };
    }
    const page = pages.get(path);
    return page === undefined ? linkedFile(guides, path) : render(page(baseUrl), path);
  }

  // Only existing paths are added, for a few addresses.
  const created = new Map<string, DocsResponse>();

  return {
    async respond(path, query, baseUrl) {
      if (path === '/docs/search' || path === '/docs/search.json') {
        search ??= searchDocuments([api, operator], guides).then(createSearch);
        const q = (query.get('q') ?? '').slice(0, QUERY_LENGTH_MAX);
        const find = await search;
        if (path === '/docs/search') return render(searchPage(q, find(q, PAGE_RESULTS_MAX)), path);
        const content = createStaticContent(JSON_TYPE, JSON.stringify(find(q, PANEL_RESULTS_MAX)));
        return { status: 200, content, route: path };
      }
      const name = `${baseUrl} ${path}`;
      const found = created.get(name) ?? create(path, baseUrl);
      if (found === undefined) return notFound;
      created.set(name, found);
      return found;
    },
  };
}

const QUERY_LENGTH_MAX = 100;
const PAGE_RESULTS_MAX = 30;
/** For the results while typing. */
const PANEL_RESULTS_MAX = 12;

/** The document with the address of the service instead of the default one. */
const withServer = (text: string, baseUrl: string): string =>
  text.replace(
    /("servers": \[\s*\{\s*"url": )"[^"]*"/,
    (_, start: string) => start + JSON.stringify(baseUrl),
  );

const apiPages = (site: ApiReference): [string, (baseUrl: string) => DocsPage][] => [
  [site.root, (baseUrl) => basicsPage(site, baseUrl)],
  ...site.document.topics.map((topic): [string, (baseUrl: string) => DocsPage] => [
    `${site.root}/${topic.slug}`,
    () => topicPage(site, topic),
  ]),
  [`${site.root}/objects`, () => objectsPage(site)],
  [`${site.root}/errors`, () => errorsPage(site)],
];

/** The sections of the index of guides, each reader's reference after their guides. */
function sectionsOf(guides: Guides, api: ApiReference, operator: ApiReference): readonly NavSection[] {
  const named = new Set(guides.groups.flatMap(({ entries }) => entries.map(({ guide }) => guide)));
  const rest = guides.all.filter((guide) => !named.has(guide));
  const [first, second, ...others] = [
    ...guides.groups.map(({ title, entries }) => ({
      title,
      links: entries.map(({ guide }) => guideLink(guide)),
    })),
    ...(rest.length === 0 ? [] : [{ title: 'Other guides', links: rest.map(guideLink) }]),
  ];
  return [
    {
      title: first?.title ?? 'Guides',
      links: [{ href: '/docs', label: 'Overview' }, ...(first?.links ?? [])],
    },
    apiSection(api, [
      { href: `${api.root}/event-types`, label: 'Event types' },
      { href: `${api.root}/states`, label: 'Transfer states' },
    ]),
    ...(second === undefined ? [] : [second]),
    apiSection(operator),
    ...others,
  ];
}

const guideLink = ({ name, title }: Guide): NavLink => ({ href: `/docs/guides/${name}`, label: title });

function guidePage(guides: Guides, guide: Guide): DocsPage {
  const { html: content, title, headings } = guides.render(guide);
  const parts = headings.filter(({ level }) => level === 2);
  return {
    href: `/docs/guides/${guide.name}`,
    title,
    content: html`<article class="guide">${content}</article>
      ${
        parts.length > 2 &&
        html`<aside class="on-page" aria-label="On this page">
          <p class="nav-title">On this page</p>
          <ul>
            ${parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
          </ul>
        </aside>`
      }`,
  };
}

const FILES = '/docs/files/';

/** Project files that guides link to are served as plain text. */
function linkedFile(guides: Guides, path: string): DocsResponse | undefined {
  const text = path.startsWith(FILES) ? guides.linkedFile(path.slice(FILES.length)) : undefined;
  if (text === undefined) return undefined;
  const content = createStaticContent(TEXT, text);
  return { status: 200, content, route: '/docs/files/{path}' };
}

const NOT_FOUND: DocsPage = {
  status: 404,
  href: '',
  title: 'Not found',
  content: html`<h1>Page not found</h1>
    <p class="lead">Check the URL, <a href="/docs">start at the overview</a>, or search above.</p>`,
};

// Serves everything under /docs, and the files for language models at the root. It is public and contains no customer data.

const ROOT = '/docs';
/** Where language models and generators of clients look for documentation. */
const ROOT_FILES: ReadonlySet<string> = new Set([
  '/llms.txt',
  '/llms-full.txt',
  '/openapi.json',
  '/openapi/clients.json',
]);
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated each time, because a new version may be running. */
const REVALIDATE = 'no-cache';

type Sent = DocsResponse & { readonly cache: string };

/**
 * `publicUrl` is the service's own URL, which is known once it listens. Pages are read from disk at the first request.
 */
export function createDocs(publicUrl: () => string): Mount {
  let site: DocsSite | undefined;
  const assets = new Map(ASSETS.map((each) => [each.path, each]));

  async function find(path: string, search: string, baseUrl: string): Promise<Sent> {
    const asset = assets.get(path);
    if (asset !== undefined)
      return { status: 200, content: asset, route: '/docs/assets/{name}', cache: CACHE_FOREVER };
    site ??= createSite();
    return { ...(await site.respond(path, new URLSearchParams(search), baseUrl)), cache: REVALIDATE };
  }

  return {
    paths: [ROOT, ...ROOT_FILES, '/'],
    records: 'metrics',
    async answer(exchange) {
      const { req, path, search } = exchange;
      if (path === '/' && isBrowser(req)) {
        exchange.route = { path };
        return { status: 302, headers: { Location: ROOT, Vary: 'Accept' }, content: '' };
      }
      if (path !== ROOT && !path.startsWith(`${ROOT}/`) && !ROOT_FILES.has(path)) return undefined;
      const found = isRead(req) ? await find(path, search, publicUrl()) : WRONG_METHOD;
      exchange.route = { path: found.route };
      const headers = {
        ...PAGE_HEADERS,
        'Cache-Control': found.cache,
        ...(found.status === 405 ? { Allow: 'GET, HEAD' } : {}),
      };
      return staticReply(req, found.content, { status: found.status, headers });
    },
  };
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Browsers accept HTML, and say so; other clients get the 404 of the API at the root. */
const isBrowser = (req: IncomingMessage): boolean =>
  isRead(req) && (req.headers.accept ?? '').includes('text/html');

const WRONG_METHOD: Sent = {
  status: 405,
  content: createStaticContent('text/plain; charset=utf-8', 'Use GET or HEAD for the documentation.\n'),
  route: 'none',
  cache: 'no-store',
};
