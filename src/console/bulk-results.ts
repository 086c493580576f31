/** The results of several decisions that were submitted together. */
import type { Reply } from '../http/reply.ts';
import { html, type Html } from '../web/html.ts';
import { failureOf } from './action-form.ts';
import type { ConsolePage, PageContext, Section } from './page-context.ts';
import { badge } from './ui/text.ts';
import { show, table } from './ui/tables.ts';

export type Decided = {
  readonly id: string;
  readonly result: 'done' | 'proposed' | 'failed';
  readonly text: string;
};

const TONES = { done: 'ok', proposed: 'accent', failed: 'stop' } as const;

/** The result of one decision; `done` says what it was. */
export function decidedOf(id: string, reply: Reply, done: string): Decided {
  const failure = failureOf(reply);
  if (failure !== undefined) {
    const details = failure.details.map(({ message }) => message).join(' ');
    return { id, result: 'failed', text: details === '' ? failure.message : details };
  }
  return 'status' in reply && reply.status === 202
    ? { id, result: 'proposed', text: 'Another operator has to approve it.' }
    : { id, result: 'done', text: done };
}

// The list that decisions were selected from, so that its filters are there again afterwards.

/** A field of the form that selects from the list of this page. */
export const listField = ({ query }: PageContext): Html =>
  html`<input type="hidden" name="list" value="${listOf(query.toString()).list}" />`;

/** The filters in the value of that field, as a hidden field of the next form. */
export const listOf = (text: string | null): { readonly list: string } => {
  const query = new URLSearchParams(text ?? '');
  for (const name of ['after', 'before']) query.delete(name);
  return { list: query.toString() };
};

/** The list at this path with these filters. */
export const listHref = (path: string, { list }: { readonly list: string }): string =>
  list === '' ? path : `${path}?${list}`;

type ResultsPlace = Pick<ConsolePage, 'breadcrumbs'> & { readonly section: Section; readonly back: string };

export function resultsPage(
  context: PageContext,
  decided: readonly Decided[],
  { section, breadcrumbs, back }: ResultsPlace,
): ConsolePage {
  const failed = decided.filter(({ result }) => result === 'failed').length;
  return {
    kind: 'page',
    title: failed === 0 ? 'All decisions were recorded' : `${failed} of ${decided.length} decisions failed`,
    status: 200,
    section,
    breadcrumbs: breadcrumbs ?? [],
    content: html`<section class="panel">
      ${table<Decided>(
        context,
        'Results',
        [
          show.shortId('About', 'id', 'head'),
          show.html('Result', ({ result }) => badge(result, TONES[result])),
          show.text('Detail', 'text'),
        ],
        decided,
      )}
      <div class="links"><a href="${back}">Back to the list</a></div>
    </section>`,
  };
}
