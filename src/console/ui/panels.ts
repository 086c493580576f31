/** Panels and what they contain: placeholders, lists of facts, and links to actions. */

import { html, type Html } from '../../web/html.ts';
import { mayCall, type PageContext, type WriteId } from '../page-context.ts';

/** A section of a page with a title. */
export const panel = (title: string, content: Html, { actions, id: anchor, note }: PanelOptions = {}): Html =>
  html`<section class="panel" ${anchor === undefined ? undefined : html`id="${anchor}"`}>
    <header>
      <div>
        <h2>${title}</h2>
        ${note}
      </div>
      ${actions === undefined ? undefined : html`<div class="tools">${actions}</div>`}
    </header>
    ${content}
  </section>`;

/** One figure with its name and a note, for a row of several. With `href` it leads to the page that explains it. */
export function tile(name: string, figure: Html, note: Html, href?: string): Html {
  const content = html`<p class="tile-name">${name}</p>
    <p class="tile-figure">${figure}</p>
    <p class="tile-note">${note}</p>`;
  return href === undefined
    ? html`<div class="tile">${content}</div>`
    : html`<a class="tile" href="${href}">${content}</a>`;
}

/** One entry of a timeline: what happened, when and through whom, and why. */
export const timelineEntry = (head: Html, meta: Html, reason?: string | null): Html =>
  html`<p class="timeline-head">${head}</p>
    <p class="timeline-meta">${meta}</p>
    ${reason !== undefined && reason !== null && html`<p class="timeline-reason">“${reason}”</p>`}`;

export const timelineHtml = (entries: readonly Html[]): Html =>
  html`<ol class="timeline">
    ${entries.map((entry) => html`<li>${entry}</li>`)}
  </ol>`;

type PanelOptions = {
  readonly actions?: Html | undefined;
  readonly id?: string;
  readonly note?: Html | undefined;
};

/** Placeholder for an empty list. */
export const emptyState = (title: string, hint: string | Html): Html =>
  html`<div class="empty">
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M4 13.5 6.5 5h11l2.5 8.5M4 13.5V19h16v-5.5M4 13.5h4.5l1 2h5l1-2H20" />
    </svg>
    <p><strong>${title}</strong></p>
    <p>${hint}</p>
  </div>`;

/** A list of names and values. */
export const factList = (entries: readonly (readonly [string, Html] | undefined)[]): Html =>
  html`<dl class="facts">
    ${entries
      .filter((entry) => entry !== undefined)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;

/** A link to an action, shown only if the role permits its operation. */
export const actionLink = (
  context: PageContext,
  operation: WriteId,
  href: string,
  label: string,
  tone: 'quiet' | 'main' | 'danger' = 'quiet',
): Html =>
  mayCall(context, operation) ? html`<a class="button ${tone}" href="${href}">${label}</a>` : html``;

// Tabs: links to pages that belong together, of which one is shown.

type Tab = { readonly label: string; readonly href: string; readonly isCurrent: boolean };

export const tabLinks = (name: string, tabs: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${name}">
    ${tabs.map(
      ({ label, href, isCurrent }) =>
        html`<a href="${href}" ${isCurrent ? html`aria-current="page"` : undefined}>${label}</a>`,
    )}
  </nav>`;
