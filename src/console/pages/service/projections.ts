/** The read models: how far each is, what holds one up, building one anew while the old one is read, and snapshots. */
import type {
  BookSnapshot,
  ProjectionBuilding,
  ProjectionFault,
  ProjectionStatus,
} from '../../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionForm } from '../../action-form.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import { locateStream, bookLink } from '../../book-location.ts';
import {
  actionLink,
  badge,
  emptyState,
  groupDigits,
  panel,
  table,
  textHtml,
  timestampHtml,
  toWords,
} from '../../ui/components.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

const PATH = '/operator/v1/projections';
const CRUMBS = [{ label: 'Projections', href: '/console/projections' }];

type Projections = { readonly data: readonly ProjectionStatus[] };
type Snapshots = { readonly data: readonly BookSnapshot[] };

async function projections(visit: PageContext): Promise<PageResult> {
  const found = await getFromApi<Projections>(visit, PATH);
  if (isProblem(found)) return found;
  const snapshots = await getFromApi<Snapshots>(visit, '/operator/v1/snapshots');
  if (isProblem(snapshots)) return snapshots;
  const faults = found.data.filter(
    ({ fault, building }) => fault !== null || (building?.fault ?? null) !== null,
  );
  const isBusy = found.data.some(
    ({ building, verification }) => building !== null || verification?.state === 'running',
  );
  return {
    kind: 'page',
    title: 'Projections',
    section: 'projections',
    lead: html`<p>
      What reads are answered from. Each can be built anew from the events while the old one is read.
    </p>`,
    actions: actionLink(visit, `${PATH}/drop_old`, '/console/projections/drop-old', 'Remove old builds'),
    content: html`<div data-refresh="${isBusy ? '1000' : '5000'}" id="live" class="stack">
        ${faults.map((each) => faultPanel(each))}
        ${panel('Read models', table('Projections', columns(visit), found.data))}
      </div>
      ${panel('Snapshots of books', snapshotsHtml(visit, snapshots.data), {
        note: html`<p class="muted">They make the next load of a book short, and nothing else.</p>`,
        actions: html`${actionLink(visit, '/operator/v1/snapshots/rebuild', '/console/snapshots/rebuild', 'Make anew')}
        ${actionLink(visit, '/operator/v1/snapshots/drop', '/console/snapshots/drop', 'Drop')}`,
      })}`,
  };
}

/** What holds a projection up, by the event that does. */
function faultPanel({ name, fault, building }: ProjectionStatus): Html {
  const found = fault ?? building?.fault;
  return found === null || found === undefined
    ? html``
    : html`<div class="problems" role="alert">
        <h2>${toWords(name)} is held up${fault === null ? ' in its new build' : ''}</h2>
        <p>${found.reason}</p>
        ${whereHtml(found)}
      </div>`;
}

const whereHtml = ({ stream, revision }: ProjectionFault): Html =>
  stream === null
    ? html``
    : html`<p>
        At revision <strong>${revision ?? 0}</strong> of <code>${stream}</code>. It goes on once that is
        mended.
      </p>`;

const columns = (visit: PageContext) => [
  {
    label: 'Projection',
    heads: true,
    cell: ({ name, version }: ProjectionStatus) => html`<code>${name}</code> <small>v${version}</small>`,
  },
  {
    label: 'State',
    cell: ({ state }: ProjectionStatus) => badge(state, state === 'stale' ? 'wait' : undefined),
  },
  {
    label: 'Position',
    numeric: true,
    cell: ({ position }: ProjectionStatus) => html`${groupDigits(position)}`,
  },
  { label: 'Behind', numeric: true, cell: ({ lag }: ProjectionStatus) => html`${groupDigits(String(lag))}` },
  { label: 'New build', cell: ({ building }: ProjectionStatus) => buildingHtml(building) },
  { label: 'Compared', cell: (each: ProjectionStatus) => verificationHtml(visit, each) },
  {
    label: 'Actions',
    cell: ({ name, old, building }: ProjectionStatus) =>
      html`<span class="row-actions"
        >${
          building === null
            ? actionLink(visit, `${PATH}/${name}/rebuild`, `/console/projections/${name}/rebuild`, 'Rebuild')
            : undefined
        }${
          old.length > 0 && building === null
            ? actionLink(visit, `${PATH}/${name}/verify`, `/console/projections/${name}/verify`, 'Compare')
            : undefined
        }</span
      >`,
  },
];

function buildingHtml(building: ProjectionBuilding | null): Html {
  if (building === null) return textHtml(null);
  const { progress, events_per_second, seconds_left, version, state } = building;
  const percent = Math.floor(progress * 100);
  const rate = events_per_second === null ? '' : `, ${groupDigits(events_per_second.toFixed(0))} events/s`;
  const left = seconds_left === null ? '' : `, ${groupDigits(Math.ceil(seconds_left).toFixed(0))} s left`;
  return html`<div class="progress">
    <progress max="100" value="${percent}" aria-label="New build">${percent} %</progress>
    <span><small>v${version}: ${percent} %${rate}${left}${state === 'stalled' && ', held up'}</small></span>
  </div>`;
}

function verificationHtml(visit: PageContext, { verification }: ProjectionStatus): Html {
  if (verification === null) return textHtml(null);
  const { state, compared, differences, ended_at, reason } = verification;
  if (state === 'running')
    return html`${badge('running', 'accent')} <small>${groupDigits(String(compared))} documents</small>`;
  if (state !== 'done') return html`${badge(state, 'stop')} <small>${reason ?? ''}</small>`;
  return html`${
      differences === 0
        ? badge('same', 'ok')
        : badge('different', 'stop', `${groupDigits(String(differences))} differ`)
    } <small>${groupDigits(String(compared))} compared</small> ${timestampHtml(ended_at, visit.now)}`;
}

const snapshotsHtml = (visit: PageContext, snapshots: readonly BookSnapshot[]): Html =>
  snapshots.length === 0
    ? emptyState('No snapshots yet', 'A book gets one every 20,000 events, and when the service stops.')
    : table<BookSnapshot>(
        'Snapshots',
        [
          {
            label: 'Book',
            isRowHeader: true,
            cell({ integrator_id, environment }) {
              const place = locateStream(visit, `book-${integrator_id}-${environment}`);
              return place === undefined ? textHtml(integrator_id) : bookLink(place);
            },
          },
          {
            label: 'Revision',
            isNumeric: true,
            cell: ({ revision }) => html`${groupDigits(String(revision))}`,
          },
          {
            label: 'State',
            cell: ({ usable }) => (usable ? badge('usable', 'ok') : badge('of older rules', 'wait')),
          },
          { label: 'As of', cell: ({ taken_at }) => timestampHtml(taken_at, visit.now) },
          {
            label: 'Bytes',
            isNumeric: true,
            cell: ({ bytes }) => textHtml(bytes === null ? null : groupDigits(String(bytes))),
          },
        ],
        snapshots,
      );

async function described(
  visit: PageContext,
  shown: (each: ProjectionStatus) => Pick<ActionForm, 'title' | 'intro' | 'fields' | 'submit'>,
): Promise<ActionForm | PageResult> {
  const found = await getFromApi<Projections>(visit, PATH);
  if (isProblem(found)) return found;
  const each = found.data.find(({ name }) => name === visit.params['projection']);
  if (each === undefined) return notFoundProblem('projection');
  return { ...shown(each), section: 'projections', crumbs: CRUMBS, back: '/console/projections' };
}

const back = (said: string) => ({ to: '/console/projections', flash: { tone: 'ok', text: said } as const });

const plain = (
  shown: Pick<ActionForm, 'title' | 'intro' | 'submit'> & { readonly danger?: boolean },
): ActionForm => ({
  ...shown,
  fields: [REASON_FIELD],
  section: 'projections',
  crumbs: CRUMBS,
  back: '/console/projections',
});

export const projectionsPages: readonly ConsoleRoute[] = [
  { path: '/console/projections', get: projections },
  actionRoute({
    path: '/console/projections/drop-old',
    apiPath: () => `${PATH}/drop_old`,
    buildForm: () =>
      plain({
        title: 'Remove old builds',
        intro: html`<p>
          Builds that nobody reads any more go for good. Do this when every process runs the newest code: one
          with older rules may still read an older build.
        </p>`,
        submit: 'Remove them',
        danger: true,
      }),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => back('Old builds go in a few seconds.'),
  }),
  actionRoute({
    path: '/console/projections/{projection}/rebuild',
    apiPath: ({ projection = '' }) => `${PATH}/${projection}/rebuild`,
    buildForm: (visit) =>
      described(visit, ({ name }) => ({
        title: `Rebuild ${toWords(name)}`,
        intro: html`<p>
          All events are read once more, beside the build that is read meanwhile. It takes its place when it
          has caught up; nobody has to wait for it.
        </p>`,
        fields: [
          {
            name: 'verify',
            label: 'Afterwards',
            kind: 'choice',
            initialValue: 'no',
            options: [
              ['no', 'Read the new build'],
              ['yes', 'Read the new build, and keep the old one up to date until the two were compared'],
            ],
          },
          REASON_FIELD,
        ],
        submit: 'Begin the rebuild',
      })),
    toRequestBody: (form) => ({ verify: form.get('verify') === 'yes', reason: form.get('reason') }),
    onSuccess: ({ params }) => back(`${toWords(params['projection'] ?? '')} is being built anew.`),
  }),
  actionRoute({
    path: '/console/projections/{projection}/verify',
    apiPath: ({ projection = '' }) => `${PATH}/${projection}/verify`,
    buildForm: (visit) =>
      described(visit, ({ name }) => ({
        title: `Compare ${toWords(name)} with its build before`,
        intro: html`<p>Every document is compared, in the background.</p>`,
        fields: [REASON_FIELD],
        submit: 'Begin to compare',
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => back('It is being compared.'),
  }),
  actionRoute({
    path: '/console/snapshots/rebuild',
    apiPath: () => '/operator/v1/snapshots/rebuild',
    buildForm: () =>
      plain({
        title: 'Make all snapshots anew',
        intro: html`<p>
          Every book is read from its first event, and a snapshot of each is saved. It takes its time.
        </p>`,
        submit: 'Make them anew',
      }),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (_visit, { books }) => back(`Snapshots of ${String(books)} books are new.`),
  }),
  actionRoute({
    path: '/console/snapshots/drop',
    apiPath: () => '/operator/v1/snapshots/drop',
    buildForm: () =>
      plain({
        title: 'Drop all snapshots',
        intro: html`<p>
          The next load of each book reads its stream from the beginning. No figure changes.
        </p>`,
        submit: 'Drop them',
        danger: true,
      }),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: () => back('The snapshots are gone.'),
  }),
];
