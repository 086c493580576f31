/** The frame and the headers of every page of the documentation. */
import { readFileSync } from 'node:fs';
import { sourceFile } from '../system/project-root.ts';
import { html, type Html } from '../web/html.ts';
import { SECURITY_HEADERS, createAsset, readStylesheet, type Asset } from '../web/static-content.ts';

export type NavLink = {
  readonly href: string;
  readonly label: string;
  readonly children?: readonly NavLink[];
};
export type NavSection = { readonly title: string; readonly links: readonly NavLink[] };

export type DocsPage = {
  readonly status?: number;
  /** Its path; the navigation marks it as the current page. */
  readonly href: string;
  readonly title: string;
  /** For search engines and previews. */
  readonly summary?: string;
  readonly content: Html;
  /** Uses the full width instead of the text column of guides. */
  readonly isWide?: boolean;
  readonly query?: string;
};

const ASSETS_FOLDER = sourceFile('src/docs-site/assets/');
/** The files of the stylesheet. Later files may override earlier ones. */
const STYLES = ['theme', 'header', 'layout', 'text', 'code', 'operation', 'try-it', 'overview', 'responsive'];

/** The files of the script, which is one module: each may use the names of the earlier ones. */
const SCRIPTS = ['page', 'copy', 'search', 'request-code', 'languages', 'session', 'try-it'];

const FOLDER = '/docs/assets';
const STYLE = createAsset(FOLDER, ['docs', 'css'], readStylesheet(ASSETS_FOLDER, STYLES));
const SCRIPT = createAsset(
  FOLDER,
  ['docs', 'js'],
  Buffer.concat(SCRIPTS.map((name) => readFileSync(new URL(`${name}.js`, ASSETS_FOLDER)))),
);
/** Their URLs contain a hash of their content, so browsers may cache them forever. */
export const ASSETS: readonly Asset[] = [STYLE, SCRIPT];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'same-origin',
  ...SECURITY_HEADERS,
};

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#0b5f4a"/><path d="M7 8h10M7 12h10M7 16h6" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
)}`;

/** Three lines of a ledger. */
const MARK = html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <rect width="24" height="24" rx="6" />
  <path d="M7 8h10M7 12h10M7 16h6" fill="none" stroke-width="2" stroke-linecap="round" />
</svg>`;

export function renderDocument(page: DocsPage, sections: readonly NavSection[]): string {
  const { title, summary, content, href, isWide = false, query = '' } = page;
  const nav = navigation(sections, href);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${summary === undefined ? undefined : html`<meta name="description" content="${summary}" />`}
        <title>${title} · svc-ledger</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${STYLE.path}" />
        <script src="${SCRIPT.path}" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/docs"
            >${MARK}<span>svc-ledger <small>docs</small></span></a
          >
          <form class="search" action="/docs/search" role="search">
            <label class="unseen" for="q">Search the documentation</label>
            <input id="q" name="q" type="search" placeholder="Search" value="${query}" autocomplete="off" />
            <div class="found" id="found" hidden></div>
          </form>
        </header>
        <details class="menu">
          <summary>Menu</summary>
          <nav aria-label="Documentation, menu">${nav}</nav>
        </details>
        <div class="columns">
          <nav class="side" aria-label="Documentation">${nav}</nav>
          <main id="content" tabindex="-1" class="${isWide ? 'wide' : 'text'}">${content}</main>
        </div>
      </body>
    </html>`.html;
}

const navigation = (sections: readonly NavSection[], here: string): Html =>
  html`${sections.map(
    ({ title, links }) =>
      html`<p class="nav-title">${title}</p>
        <ul>
          ${links.map((link) => navLink(link, here))}
        </ul>`,
  )}`;

function navLink({ href, label, children = [] }: NavLink, here: string): Html {
  const isHere = href === here;
  return html`<li>
    ${isHere ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`}
    ${
      isHere &&
      children.length > 0 &&
      html`<ul>
        ${children.map((each) => html`<li><a href="${each.href}">${each.label}</a></li>`)}
      </ul>`
    }
  </li>`;
}
