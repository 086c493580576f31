/** Error pages. */
import { statusOf } from '../api/server/errors.ts';
import type { Problem } from '../api/server/errors.ts';
import { html } from '../web/html.ts';
import type { ConsolePage } from './page-context.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  403: 'Permission denied',
  404: 'Page not found',
  405: 'Method not allowed',
  413: 'Form too large',
  500: 'Internal error',
  501: 'Not available yet',
  503: 'Temporarily unavailable',
};

export function errorPage(found: Problem): ConsolePage {
  const status = statusOf(found);
  return {
    kind: 'page',
    status,
    title: TITLES[status] ?? 'Request refused',
    section: 'none',
    content: html`<div class="panel notice">
      <p>${found.message}</p>
      <p><a href="/console">Go to the overview</a></p>
    </div>`,
  };
}
