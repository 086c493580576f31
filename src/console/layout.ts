/** Page layout: navigation, search, heading, and messages. */

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { PageReply } from '../http/reply.ts';
import { sourceFile } from '../system/project-root.ts';
import { html, type Html } from '../web/html.ts';
import { createAsset, readStylesheet, staticReply, type Asset } from '../web/static-content.ts';
import { GROUPS, OVERVIEW, type NavigationEntry } from './navigation.ts';
import { mayCall, type Breadcrumb, type ConsolePage, type PageContext } from './page-context.ts';
import { environmentOf, environmentSwitch, hrefOfEntry } from './environment-switch.ts';
import type { Sentence } from './sentences/text.ts';
import type { Flash } from './session/sessions.ts';
import { SEARCH_LENGTH_MAX, copyButton } from './ui/text.ts';

// Static files of the console: stylesheet, script, and chart library.

const require = createRequire(import.meta.url);
const ASSETS_FOLDER = sourceFile('src/console/assets/');
/** Parts of the stylesheet in order; later files may override earlier ones. */
const STYLES = [
  'theme',
  'frame',
  'panels',
  'states',
  'values',
  'tables',
  'forms',
  'lists',
  'transfer-timeline',
  'charts',
  'sign-in',
  'responsive',
];
const SCRIPTS = ['console.js', 'updates.js', 'list-keys.js', 'search.js', 'sums.js'];
const readOwn = (name: string): Buffer => readFileSync(new URL(name, ASSETS_FOLDER));
const readPackage = (name: string): Buffer => readFileSync(require.resolve(name));

const PATH = '/console/assets';

export type Assets = {
  readonly style: Asset;
  readonly script: Asset;
  readonly chartStyle: Asset;
  readonly chartScript: Asset;
  find(path: string): Asset | undefined;
};

let loaded: Assets | undefined;

/** Reads all files from disk, once in a process. */
export const loadAssets = (): Assets => (loaded ??= readAssets());

function readAssets(): Assets {
  const style = createAsset(PATH, ['console', 'css'], readStylesheet(ASSETS_FOLDER, STYLES));
  const script = createAsset(PATH, ['console', 'js'], Buffer.concat(SCRIPTS.map(readOwn)));
  const chartStyle = createAsset(PATH, ['uplot', 'css'], readPackage('uplot/dist/uPlot.min.css'));
  const chartScript = createAsset(PATH, ['uplot', 'js'], readPackage('uplot/dist/uPlot.iife.min.js'));
  const all = new Map([style, script, chartStyle, chartScript].map((each) => [each.path, each]));
  return { style, script, chartStyle, chartScript, find: (path) => all.get(path) };
}

export const assetReply = (req: IncomingMessage, asset: Asset): Promise<PageReply> =>
  staticReply(req, asset, {
    status: 200,
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });

// The keys of the console, and the dialog that lists them.

type Key = readonly [keys: readonly string[], action: string];

const EVERYWHERE: readonly Key[] = [
  [['/', 'Ctrl+K'], 'search, and go to a page'],
  [['?'], 'show these keys'],
];
const IN_LISTS: readonly Key[] = [
  [['j'], 'next row'],
  [['k'], 'previous row'],
  [['o'], 'open the row'],
];
const IN_QUEUES: readonly Key[] = [
  [['a'], 'approve'],
  [['r'], 'reject'],
  [['m'], 'assign to me, or release; also open breaks'],
  [['x'], 'select'],
];

/** Hidden until the script of the console enables it. */
const keysButton = html`<button type="button" class="button quiet small" data-keys hidden>
  Keys <kbd>?</kbd>
</button>`;

/** Opened by the script of the console, and closed by the browser. */
const keysDialog = html`<dialog id="shortcuts" class="panel" aria-labelledby="shortcuts-title">
  <form method="dialog">
    <header>
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <button class="button quiet small">Close</button>
    </header>
    ${section('Everywhere', EVERYWHERE)} ${section('In lists', IN_LISTS)} ${section('In reviews', IN_QUEUES)}
  </form>
</dialog>`;

function section(title: string, keys: readonly Key[]): Html {
  return html`<h3>${title}</h3>
    <dl>
      ${keys.map(
        ([names, action]) =>
          html`<div>
            <dt>${names.map((name, at) => html`${at > 0 && ' or '}<kbd>${name}</kbd>`)}</dt>
            <dd>${action}</dd>
          </div>`,
      )}
    </dl>`;
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#3a43bd"/><path d="M6 8h12M6 12h12M6 16h7" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>',
)}`;

const MARK = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <rect width="24" height="24" rx="6" fill="currentColor" />
  <path class="mark-lines" d="M6 8h12M6 12h12M6 16h7" />
</svg>`;

type Entry = Pick<NavigationEntry, 'section' | 'label' | 'href'>;

const link = (
  { section, environment }: Pick<ConsolePage, 'section' | 'environment'>,
  { section: own, label, href }: Entry,
): Html =>
  html`<li>
    <a href="${hrefOfEntry({ href }, environment)}" ${own === section ? html`aria-current="page"` : undefined}
      >${label}</a
    >
  </li>`;

function navigation(context: PageContext, page: Pick<ConsolePage, 'section' | 'environment'>): Html {
  return html`<nav id="navigation" class="navigation" popover aria-label="Console">
    <ul>
      ${link(page, OVERVIEW)}
    </ul>
    ${GROUPS.map(
      ({ title, entries }) =>
        html`<p class="group">${title}</p>
          <ul>
            ${entries.filter(({ needs }) => mayCall(context, needs)).map((entry) => link(page, entry))}
          </ul>`,
    )}
    ${signedInOperator(context)}
  </nav>`;
}

const signedInOperator = ({ session: { token }, formToken }: PageContext): Html =>
  html`<div class="who">
    <p>
      <a href="/console/sessions"><strong>${token.name}</strong></a
      ><span class="role">${token.role}</span>
    </p>
    <form method="post" action="/console/sign-out">
      <input type="hidden" name="csrf" value="${formToken}" />
      <button class="button quiet small">Sign out</button>
      ${keysButton}
    </form>
  </div>`;

const breadcrumbsHtml = (breadcrumbs: readonly Breadcrumb[]): Html =>
  breadcrumbs.length === 0
    ? html``
    : html`<nav class="crumbs" aria-label="Breadcrumb">
        <ol>
          ${breadcrumbs.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}
        </ol>
      </nav>`;

const flashHtml = (flash: Flash | undefined): Html =>
  flash === undefined
    ? html``
    : html`<div class="flash" data-tone="${flash.tone}" role="status">
        <p>${flash.text}</p>
        ${
          flash.secret &&
          html`<p class="secret-label">${flash.secret.label}: copy it now. It is not shown again.</p>
            <div class="secret">
              <code>${flash.secret.text}</code>${copyButton(flash.secret.text, 'Copy')}
            </div>`
        }
      </div>`;

const sentenceHtml = ({ tone, text, next }: Sentence): Html =>
  html`<p class="sentence" data-tone="${tone}">
    <span>${text}</span> ${next !== undefined && html`<strong>${next}</strong>`}
  </p>`;

type HeadOptions = {
  readonly title: string;
  readonly assets: Assets;
  readonly nonce: string;
  readonly charts?: boolean;
  /** Where the browser goes at once. */
  readonly continueTo?: string | undefined;
};

function headHtml({ title, assets, nonce, charts = false, continueTo }: HeadOptions): Html {
  const { style, script, chartStyle, chartScript } = assets;
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex, nofollow" />
    ${continueTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${continueTo}" />`}
    <title>${title} · Ledger console</title>
    <link rel="icon" href="${ICON}" />
    ${charts && html`<link rel="stylesheet" href="${chartStyle.path}" nonce="${nonce}" />`}
    <link rel="stylesheet" href="${style.path}" nonce="${nonce}" />
    ${charts && html`<script defer src="${chartScript.path}" nonce="${nonce}"></script>`}
    <script defer src="${script.path}" nonce="${nonce}"></script>
  </head>`;
}

type DocumentOptions = { readonly assets: Assets; readonly nonce: string };

/** The HTML document of a page for a signed-in operator. */
export function renderPage(
  context: PageContext,
  page: ConsolePage,
  { assets, nonce }: DocumentOptions,
): string {
  const { title, section, breadcrumbs = [], sentence, lead, actions, content, hasCharts = false } = page;
  const environment = environmentOf(context, page);
  return html`<!doctype html>
    <html lang="en">
      ${headHtml({ title, assets, nonce, charts: hasCharts })}
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <div class="shell" ${environment && html`data-environment="${environment}"`}>
          <header class="side">
            <a class="brand" href="/console">${MARK}<span>Ledger console</span></a>
            <button type="button" class="button quiet menu" popovertarget="navigation">Menu</button>
            ${navigation(context, { section, ...(environment && { environment }) })}
          </header>
          <div class="body">
            <div class="top">
              <form class="search" role="search" action="/console/search">
                <label class="unseen" for="q">Search</label>
                <input
                  id="q"
                  name="q"
                  type="search"
                  placeholder="Name, reference, amount, or ID"
                  aria-keyshortcuts="/ Control+K"
                  value="${section === 'none' ? (context.query.get('q') ?? '') : ''}"
                  maxlength="${SEARCH_LENGTH_MAX}"
                  autocomplete="off"
                  spellcheck="false"
                />
                <button class="button quiet">Search</button>
              </form>
              ${environmentSwitch(context, environment)}
            </div>
            <main id="content" tabindex="-1">
              ${breadcrumbsHtml(breadcrumbs)} ${flashHtml(context.session.flash)}
              <div class="title">
                <div>
                  <h1>${title}</h1>
                  ${sentence && sentenceHtml(sentence)} ${lead && html`<div class="lead">${lead}</div>`}
                </div>
                ${actions && html`<div class="tools">${actions}</div>`}
              </div>
              ${content}
            </main>
          </div>
        </div>
        ${keysDialog}
      </body>
    </html>`.html;
}

/** The HTML document of a page without a session. */
export const renderSignedOutPage = (
  title: string,
  content: Html,
  { assets, nonce, continueTo }: DocumentOptions & Pick<HeadOptions, 'continueTo'>,
): string =>
  html`<!doctype html>
    <html lang="en">
      ${headHtml({ title, assets, nonce, continueTo })}
      <body class="plain">
        <a class="skip" href="#content">Skip to content</a>
        <main id="content" class="sign-in">
          <p class="brand">${MARK}<span>Ledger console</span></p>
          <div class="panel">${content}</div>
        </main>
      </body>
    </html>`.html;
