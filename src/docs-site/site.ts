/** Every page of the documentation by its path. Pages are rendered on the first request and cached. */
import { html } from '../web/html.ts';
import { createStaticContent } from '../web/static-content.ts';
import type { StaticContent } from '../web/static-content.ts';
import {
  apiSection,
  basicsPage,
  errorsPage,
  objectsPage,
  readApiReference,
  topicPage,
} from './reference/api-pages.ts';
import type { ApiReference } from './reference/api-pages.ts';
import { renderDocument } from './page-frame.ts';
import type { DocsPage, NavSection } from './page-frame.ts';
import { readGuides } from './guides/guides.ts';
import type { Guide, Guides } from './guides/guides.ts';
import { homePage } from './home-page.ts';
import { eventTypesPage, statesPage } from './reference/concept-pages.ts';
import { searchEntries, searchPage } from './search.ts';

export type DocsResponse = {
  readonly status: number;
  readonly content: StaticContent;
  /** For metrics and the log. */
  readonly route: string;
};

export type DocsSite = {
  /** The response for a path under /docs. */
  respond(path: string, query: URLSearchParams): DocsResponse;
};

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** `baseUrl` is the public URL of the service, which is known once it listens. */
export function createSite(baseUrl: () => string): DocsSite {
  const guides = readGuides();
  const api = readApiReference('openapi.json', '/docs/api', 'API reference');
  const operator = readApiReference('openapi-operator.json', '/docs/operator', 'Operator API');
  const sections = sectionsOf(guides, api, operator);
  const entries = searchEntries([api, operator], guides);
  const index = JSON.stringify(entries.map(({ href, title, kind, words }) => [href, title, kind, words]));
  const files = new Map([
    ['/docs/openapi.json', createStaticContent(JSON_TYPE, api.document.text)],
    ['/docs/openapi-operator.json', createStaticContent(JSON_TYPE, operator.document.text)],
    ['/docs/search.json', createStaticContent(JSON_TYPE, index)],
  ]);
  const pages = new Map<string, () => DocsPage>([
    ['/docs', () => homePage(api, operator, guides, baseUrl())],
    ...apiPages(api, baseUrl),
    ...apiPages(operator, baseUrl),
    ['/docs/api/event-types', () => eventTypesPage(api)],
    ['/docs/api/states', () => statesPage(api)],
    ...guides.all.map((guide) => [`/docs/guides/${guide.name}`, () => guidePage(guides, guide)] as const),
  ]);
  const render = (page: DocsPage, route: string): DocsResponse => ({
    status: page.status ?? 200,
    content: createStaticContent(HTML, renderDocument(page, sections)),
    route,
  });
  const notFound = render(NOT_FOUND, 'none');

  function create(path: string): DocsResponse | undefined {
    const page = pages.get(path);
    return page === undefined ? linkedFile(guides, path) : render(page(), path);
  }

  // Only existing paths are added.
  const created = new Map<string, DocsResponse>();

  return {
    respond(path, query) {
      const content = files.get(path);
      if (content !== undefined) return { status: 200, route: path, content };
      if (path === '/docs/search')
        return render(searchPage(entries, (query.get('q') ?? '').slice(0, QUERY_LENGTH_MAX)), path);
      const name = `${baseUrl()} ${path}`;
      const found = created.get(name) ?? create(path);
      if (found === undefined) return notFound;
      created.set(name, found);
      return found;
    },
  };
}

const QUERY_LENGTH_MAX = 100;

const apiPages = (site: ApiReference, baseUrl: () => string): [string, () => DocsPage][] => [
  [site.root, () => basicsPage(site, baseUrl())],
  ...site.document.topics.map((topic): [string, () => DocsPage] => [
    `${site.root}/${topic.slug}`,
    () => topicPage(site, topic),
  ]),
  [`${site.root}/objects`, () => objectsPage(site)],
  [`${site.root}/errors`, () => errorsPage(site)],
];

function sectionsOf(guides: Guides, api: ApiReference, operator: ApiReference): readonly NavSection[] {
  return [
    {
      title: 'Guides',
      links: [
        { href: '/docs', label: 'Overview' },
        ...guides.all.map(({ name, title }) => ({ href: `/docs/guides/${name}`, label: title })),
      ],
    },
    apiSection(api, [
      { href: `${api.root}/event-types`, label: 'Event types' },
      { href: `${api.root}/states`, label: 'Transfer states' },
    ]),
    apiSection(operator),
  ];
}

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
  const content = createStaticContent('text/plain; charset=utf-8', text);
  return { status: 200, content, route: '/docs/files/{path}' };
}

const NOT_FOUND: DocsPage = {
  status: 404,
  href: '',
  title: 'Not found',
  content: html`<h1>Page not found</h1>
    <p class="lead">Check the URL, <a href="/docs">start at the overview</a>, or search above.</p>`,
};
