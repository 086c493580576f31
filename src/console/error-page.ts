/** Pages that say no: in plain words, and with a way on. */
import { statusOf } from '../api/server/errors.ts';
import type { Problem } from '../api/server/errors.ts';
import { html } from '../web/html.ts';
import type { ConsolePage } from './page-context.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This address can’t be read',
  403: 'Not for your role',
  404: 'Nothing here',
  405: 'Not this way',
  413: 'Too much at once',
  500: 'Something broke',
  501: 'Not yet available',
  503: 'Not just now',
};

export function errorPage(found: Problem): ConsolePage {
  const status = statusOf(found);
  return {
    kind: 'page',
    status,
    title: TITLES[status] ?? 'This was not done',
    section: 'none',
    content: html`<div class="panel notice">
      <p>${found.message}</p>
      <p><a href="/console">Go to the overview</a></p>
    </div>`,
  };
}
