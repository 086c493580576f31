/** The activity log: what operators did, with filters and an export. */
import type { ActivityEntry } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { ACTIVITY_LIST } from '../../../operator/lists/activity-list.ts';
import { html, type Html } from '../../../web/html.ts';
import { personalText, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { actionLabel } from '../../ui/list-filters.ts';
import type { Column } from '../../ui/tables.ts';
import { badge, idHref, shortIdHtml, textHtml, timestampHtml, type Tone } from '../../ui/text.ts';
import { exportPage, listSection } from '../lists.ts';

const LIST = { path: '/operator/v1/activity', filters: ACTIVITY_LIST.filters } as const;

async function activity(context: PageContext): Promise<PageResult> {
  const content = await listSection<ActivityEntry>(context, {
    ...LIST,
    caption: 'Activity',
    columns: () => columns(context),
    empty: ['Nothing was recorded yet', 'Each action of an operator appears here.'],
  });
  if (isProblem(content)) return content;
  return {
    kind: 'page',
    title: 'Activity',
    section: 'activity',
    lead: html`<p>What operators did through the console, the command line, and the API.</p>`,
    content,
  };
}

const RESULT_TONES: Readonly<Record<ActivityEntry['result'], Tone>> = {
  done: 'ok',
  refused: 'wait',
  denied: 'stop',
  failed: 'stop',
};

const columns = (context: PageContext): readonly Column<ActivityEntry>[] => [
  { label: 'When', small: 'plain', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
  {
    label: 'Operator',
    small: 'plain',
    cell: ({ operator }) =>
      operator === null
        ? textHtml(null)
        : html`${operator.name ?? operator.id} <small>${operator.role}</small>`,
  },
  {
    label: 'Action',
    isRowHeader: true,
    cell: ({ operation, reason }) =>
      html`${actionLabel(operation)}${reason !== null && html`<br /><small class="clip">${reason}</small>`}`,
  },
  { label: 'Target', small: 'plain', cell: ({ target }) => targetHtml(target) },
  {
    label: 'Result',
    small: 'aside',
    cell: ({ result, code, replayed, omitted_before: omitted }) =>
      html`${badge(result, RESULT_TONES[result])}
      ${code !== null && html`<small>${code}</small>`}${replayed && html` <small>repeated</small>`}
      ${omitted > 0 && html`<br /><small>${omitted} more before were not recorded</small>`}`,
  },
  {
    label: 'From',
    small: 'plain',
    cell: ({ channel, address }) =>
      html`${CHANNELS[channel]}${address !== null && html` <small>${textHtml(personalText(context, 'address', address))}</small>`}`,
  },
];

const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'API',
  cli: 'Command line',
  console: 'Console',
};

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

export const activityPages: readonly ConsoleRoute[] = [
  { path: '/console/activity', get: activity },
  { path: '/console/activity/export', get: (context) => exportPage(context, LIST) },
];
