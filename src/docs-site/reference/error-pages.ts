/** A page for each error code. Error responses name it in `doc_url`. */
import { html, type Html } from '../../web/html.ts';
import { codeBlock, jsonHtml } from '../code-block.ts';
import { inlineCode, renderInline } from '../guides.ts';
import type { DocsPage } from '../page-frame.ts';
import { operationHref, type ApiReference } from './api-pages.ts';
import {
  errorCodesOf,
  errorEntries,
  errorHref,
  type ErrorEntry,
  type Operation,
} from './openapi-document.ts';

/** Of these APIs, the operations that return the code. */
const operationsWith = (code: string, { document }: ApiReference): readonly Operation[] =>
  document.operations.filter((each) => errorCodesOf(each).includes(code));

/** The pages of all codes by path, with the operations of these APIs that return each code. */
export const errorPages = (sites: readonly ApiReference[]): readonly (readonly [string, () => DocsPage])[] =>
  [...errorEntries()].map(([code, entry]) => [errorHref(code), () => errorPage(sites, code, entry)]);

function errorPage(sites: readonly ApiReference[], code: string, entry: ErrorEntry): DocsPage {
  const { status, type, description, causes, action } = entry;
  const example = sites
    .map(({ document }) => document.errorExamples[code])
    .find((each) => each !== undefined);
  return {
    href: errorHref(code),
    title: code,
    summary: entry.message,
    content: html`<article class="guide">
      <h1><code>${code}</code></h1>
      <p class="lead">${renderInline(description)}</p>
      <p class="meta">
        Status <span class="status" data-status="${String(status).slice(0, 1)}">${status}</span> · type
        <code>${type}</code>
      </p>
      <h2 id="causes">Typical causes</h2>
      <ul>
        ${causes.map((cause) => html`<li>${renderInline(cause)}</li>`)}
      </ul>
      <h2 id="action">What to do</h2>
      <p>${renderInline(action)}</p>
      <p>${retryAdvice(status)} See <a href="/docs/guides/errors#when-to-retry">when to retry</a>.</p>
      ${
        example !== undefined &&
        html`<h2 id="example">Example</h2>
          ${codeBlock(`Response ${status}`, jsonHtml(example))}`
      }
      ${sites.map((site) => returnedBy(site, operationsWith(code, site)))}
      <p><a href="/docs/api/errors">All error codes</a></p>
    </article>`,
  };
}

const DECIDED: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** Whether the same request can be repeated. Follows from the status. */
function retryAdvice(status: number): string {
  if (status === 429 || status === 503)
    return 'Send the same request with the same idempotency key after the number of seconds in Retry-After.';
  if (status === 500) return 'Send the same request with the same idempotency key, with increasing delays.';
  return DECIDED.has(status)
    ? 'This is decided: the same idempotency key returns the same response for 24 hours. Use a new key to try again.'
    : 'Do not repeat the same request. Its idempotency key is still unused.';
}

const returnedBy = (site: ApiReference, operations: readonly Operation[]): Html =>
  operations.length === 0
    ? html``
    : html`<h2 id="${site.root.slice('/docs/'.length)}-operations">Operations: ${site.name}</h2>
        <ul>
          ${operations.map(
            (each) =>
              html`<li>
                <a href="${operationHref(site, each)}">${each.summary}</a>
                ${inlineCode(`${each.method} ${each.path}`)}
              </li>`,
          )}
        </ul>`;
