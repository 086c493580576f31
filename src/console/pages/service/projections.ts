/** Projections page: progress and faults of each projection, rebuilds, comparisons, and book snapshots. */
import { groupDigits } from '../../../formats/text.ts';
import type {
  BookSnapshot,
  ProjectionBuilding,
  ProjectionFault,
  ProjectionStatus,
  WriteAdmission,
} from '../../../generated/api.ts';
import { notFoundProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { bookOwnerHtml } from '../../book-location.ts';
import { Refused, read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { show, table, type Column } from '../../ui/tables.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { badge, textHtml, timestampHtml, toWords } from '../../ui/text.ts';

async function projections(context: PageContext): Promise<PageResult> {
  const { data } = await read(context, 'listProjections');
  const snapshots = await read(context, 'listSnapshots');
  const { admission } = await read(context, 'getNode');
  const faults = data.filter(({ fault, building }) => fault !== null || (building?.fault ?? null) !== null);
  const isBusy = data.some(
    ({ building, verification }) => building !== null || verification?.state === 'running',
  );
  return {
    kind: 'page',
    title: 'Projections',
    section: 'projections',
    lead: html`<p>Projections answer all reads. You can rebuild each from the events without downtime.</p>`,
    actions: actionLink(context, 'dropOldProjections', '/console/projections/drop-old', 'Remove old builds'),
    content: html`<div data-refresh="${isBusy ? '1000' : '5000'}" id="live" class="stack">
        ${faults.map((each) => faultPanel(each))} ${admissionPanel(admission)}
        ${panel('Projections', table(context, 'Projections', PROJECTIONS, data))}
      </div>
      ${panel('Snapshots of books', snapshotsHtml(context, snapshots.data), {
        note: html`<p class="muted">A snapshot only makes loading a book faster.</p>`,
        actions: html`${actionLink(context, 'rebuildSnapshots', '/console/snapshots/rebuild', 'Rebuild')}
        ${actionLink(context, 'dropSnapshots', '/console/snapshots/drop', 'Delete')}`,
      })}`,
  };
}

/** Shows how far the projections are behind, and whether that limits writes. */
function admissionPanel({ lag_seconds, limit_seconds, limiting, waiting }: WriteAdmission): Html {
  const behind = html`Projections are ${lag_seconds.toFixed(1)} s behind.`;
  return limiting
    ? html`<div class="problems" role="alert">
        <h2>Writes are limited</h2>
        <p>
          ${behind} Above ${limit_seconds} s, writes of integrators wait, and are then refused with 503. While
          a read model is built, they wait for at most a second. ${waiting} writes wait now.
        </p>
      </div>`
    : html`<p class="muted">${behind} Above ${limit_seconds} s, writes of integrators wait.</p>`;
}

/** Shows the fault of a stalled projection and the event that caused it. */
function faultPanel({ name, fault, building }: ProjectionStatus): Html {
  const found = fault ?? building?.fault;
  return found === null || found === undefined
    ? html``
    : html`<div class="problems" role="alert">
        <h2>${toWords(name)} has stalled${fault === null ? ' in its new build' : ''}</h2>
        <p>${found.reason}</p>
        ${faultPositionHtml(found)}
      </div>`;
}

const faultPositionHtml = ({ stream, revision }: ProjectionFault): Html =>
  stream === null
    ? html``
    : html`<p>
        At revision <strong>${revision ?? 0}</strong> of <code>${stream}</code>. It resumes once the cause is
        fixed.
      </p>`;

const PROJECTIONS: readonly Column<ProjectionStatus>[] = [
  show.html(
    'Projection',
    ({ name, version }) => html`<code>${name}</code> <small>v${version}</small>`,
    'head',
  ),
  show.html('State', ({ state }) => badge(state, state === 'stale' ? 'wait' : undefined), 'aside'),
  show.number('Position', ({ position }) => html`${groupDigits(position)}`),
  show.count('Events behind', 'lag'),
  show.html('New build', ({ building }) => buildingHtml(building)),
  show.html('Comparison', verificationHtml),
  show.html(
    'Actions',
    ({ name, old, building }, context) =>
      html`<span class="row-actions"
        >${
          building === null &&
          actionLink(context, 'rebuildProjection', `/console/projections/${name}/rebuild`, 'Rebuild')
        }${
          old.length > 0 &&
          building === null &&
          actionLink(context, 'verifyProjection', `/console/projections/${name}/verify`, 'Compare')
        }</span
      >`,
  ),
];

function buildingHtml(building: ProjectionBuilding | null): Html {
  if (building === null) return textHtml(null);
  const { progress, events_per_second, seconds_left, version, state } = building;
  const percent = Math.floor(progress * 100);
  const rate = events_per_second === null ? '' : `, ${groupDigits(events_per_second.toFixed(0))} events/s`;
  const left = seconds_left === null ? '' : `, ${groupDigits(Math.ceil(seconds_left).toFixed(0))} s left`;
  return html`<div class="progress">
    <progress max="100" value="${percent}" aria-label="New build">${percent} %</progress>
    <span><small>v${version}: ${percent} %${rate}${left}${state === 'stalled' && ', stalled'}</small></span>
  </div>`;
}

function verificationHtml({ verification }: ProjectionStatus, { now }: PageContext): Html {
  if (verification === null) return textHtml(null);
  const { state, compared, differences, ended_at, reason } = verification;
  if (state === 'running')
    return html`${badge('running', 'accent')} <small>${groupDigits(String(compared))} documents</small>`;
  if (state !== 'done') return html`${badge(state, 'stop')} <small>${reason ?? ''}</small>`;
  return html`${
      differences === 0
        ? badge('identical', 'ok')
        : badge('different', 'stop', `${groupDigits(String(differences))} differ`)
    } <small>${groupDigits(String(compared))} compared</small> ${timestampHtml(ended_at, now)}`;
}

const SNAPSHOTS: readonly Column<BookSnapshot>[] = [
  show.html('Book', (each, context) => bookOwnerHtml(context, each), 'head'),
  show.count('Revision', 'revision'),
  show.html('State', ({ usable }) => (usable ? badge('usable', 'ok') : badge('outdated', 'wait')), 'aside'),
  show.time('Taken', 'taken_at'),
  show.number('Size (bytes)', ({ bytes }) => textHtml(bytes === null ? null : groupDigits(String(bytes)))),
];

const snapshotsHtml = (context: PageContext, snapshots: readonly BookSnapshot[]): Html =>
  snapshots.length === 0
    ? emptyState(
        'No snapshots yet',
        'The service saves a snapshot of a book every 20,000 events and when it stops.',
      )
    : table(context, 'Snapshots', SNAPSHOTS, snapshots);

type Shown = Pick<ActionForm, 'title' | 'intro' | 'submit' | 'isDestructive' | 'fields'>;

const formOf = (shown: Shown): ActionForm => ({
  fields: [REASON_FIELD],
  ...shown,
  section: 'projections',
  breadcrumbs: [{ label: 'Projections', href: '/console/projections' }],
});

/** The form about the projection in the path. Throws Refused. */
async function projectionForm(
  context: PageContext,
  shown: (each: ProjectionStatus) => Shown,
): Promise<ActionForm> {
  const { data } = await read(context, 'listProjections');
  const found = data.find(({ name }) => name === context.params['projection']);
  if (found === undefined) throw new Refused(notFoundProblem('projection'));
  return formOf(shown(found));
}

export const projectionsPages: readonly ConsoleRoute[] = [
  { path: '/console/projections', get: projections },
  actionRoute({
    path: '/console/projections/drop-old',
    operation: 'dropOldProjections',
    form: () =>
      formOf({
        title: 'Remove old builds',
        intro: html`<p>
          This deletes builds that are no longer in use. Do it only after all processes run the latest
          release, because an older release may still read an older build.
        </p>`,
        submit: 'Remove them',
        isDestructive: true,
      }),
    done: 'Old builds will be removed within a few seconds.',
  }),
  actionRoute({
    path: '/console/projections/{projection}/rebuild',
    operation: 'rebuildProjection',
    form: (context) =>
      projectionForm(context, ({ name }) => ({
        title: `Rebuild ${toWords(name)}`,
        intro: html`<p>
          This applies all events to a new build. Reads continue to use the current build until the new one
          has caught up.
        </p>`,
        fields: [
          {
            name: 'verify',
            label: 'After the rebuild',
            kind: 'choice',
            initialValue: 'no',
            toBody: (text) => text === 'yes',
            options: [
              ['no', 'Switch to the new build'],
              ['yes', 'Switch to the new build and compare it with the old one'],
            ],
          },
          REASON_FIELD,
        ],
        submit: 'Start the rebuild',
      })),
    done: (_answer, { params }) => `${toWords(params['projection'] ?? '')} is being rebuilt.`,
  }),
  actionRoute({
    path: '/console/projections/{projection}/verify',
    operation: 'verifyProjection',
    form: (context) =>
      projectionForm(context, ({ name }) => ({
        title: `Compare ${toWords(name)} with its previous build`,
        intro: html`<p>All documents are compared in the background.</p>`,
        submit: 'Start the comparison',
      })),
    done: 'The comparison has started.',
  }),
  actionRoute({
    path: '/console/snapshots/rebuild',
    operation: 'rebuildSnapshots',
    form: () =>
      formOf({
        title: 'Rebuild all snapshots',
        intro: html`<p>
          This reads each book from its first event and saves a new snapshot. It can take several minutes.
        </p>`,
        submit: 'Rebuild the snapshots',
      }),
    done: ({ books }) => `Rebuilt the snapshots of ${books} books.`,
  }),
  actionRoute({
    path: '/console/snapshots/drop',
    operation: 'dropSnapshots',
    form: () =>
      formOf({
        title: 'Delete all snapshots',
        intro: html`<p>
          The next time a book is loaded, its stream is read from the beginning. No balances change.
        </p>`,
        submit: 'Delete the snapshots',
        isDestructive: true,
      }),
    done: 'The snapshots were deleted.',
  }),
];
