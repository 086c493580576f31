/** The activity log: what operators did, with filters and an export. */
import type { ActivityEntry } from '../../../generated/api.ts';
import { ACTIVITY_LIST } from '../../../operator/lists/activity-list.ts';
import { html, type Html } from '../../../web/html.ts';
import { listRoutes } from '../../lists.ts';
import { personalText, type ConsoleRoute } from '../../page-context.ts';
import { show } from '../../ui/columns.ts';
import { actionLabel } from '../../ui/list-filters.ts';
import type { Column } from '../../ui/tables.ts';
import { badge, idHref, shortIdHtml, textHtml, type Tone } from '../../ui/text.ts';

const RESULT_TONES: Readonly<Record<ActivityEntry['result'], Tone>> = {
  done: 'ok',
  refused: 'wait',
  denied: 'stop',
  failed: 'stop',
};

const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'API',
  cli: 'Command line',
  console: 'Console',
};

const COLUMNS: readonly Column<ActivityEntry>[] = [
  show.time('When', 'created_at', 'plain'),
  show.html(
    'Operator',
    ({ operator }) =>
      operator === null
        ? textHtml(null)
        : html`${operator.name ?? operator.id} <small>${operator.role}</small>`,
    'plain',
  ),
  show.html(
    'Action',
    ({ operation, reason }) =>
      html`${actionLabel(operation)}${reason !== null && html`<br /><small class="clip">${reason}</small>`}`,
    'head',
  ),
  show.html('Target', ({ target }) => targetHtml(target), 'plain'),
  show.html(
    'Result',
    ({ result, code, replayed, omitted_before: omitted }) =>
      html`${badge(result, RESULT_TONES[result])}
      ${code !== null && html`<small>${code}</small>`}${replayed && html` <small>repeated</small>`}
      ${omitted > 0 && html`<br /><small>${omitted} more before were not recorded</small>`}`,
    'aside',
  ),
  show.html(
    'From',
    ({ channel, address }, context) =>
      html`${CHANNELS[channel]}${address !== null && html` <small>${textHtml(personalText(context, 'address', address))}</small>`}`,
    'plain',
  ),
];

function targetHtml(target: string | null): Html {
  if (target === null) return textHtml(null);
  if (target.startsWith('/console')) return html`<a href="${target}">${target}</a>`;
  // The filters of an export.
  if (target.includes('=')) return html`<span class="clip">${target}</span>`;
  const parts = target.split('/');
  const linked = parts.filter((each) => idHref(each) !== undefined).at(-1);
  return linked === undefined
    ? html`${parts.map((each, at) => html`${at > 0 && ' / '}${shortIdHtml(each)}`)}`
    : shortIdHtml(linked);
}

export const activityPages: readonly ConsoleRoute[] = listRoutes({
  path: '/console/activity',
  operation: 'listActivity',
  title: 'Activity',
  section: 'activity',
  lead: html`<p>What operators did through the console, the command line, and the API.</p>`,
  caption: 'Activity',
  filters: ACTIVITY_LIST.filters,
  columns: COLUMNS,
  empty: ['Nothing was recorded yet', 'Each action of an operator appears here.'],
});
