/** The read models: how far each is, what holds one up, building one anew while the old one is read, and snapshots. */
import type {
  BookSnapshot,
  ProjectionBuilding,
  ProjectionFault,
  ProjectionStatus,
} from '../generated/api.ts';
import { isProblem, noSuch } from '../http/errors.ts';
import { html } from '../hosted/html.ts';
import type { Html } from '../hosted/html.ts';
import { actionRoute } from './actions.ts';
import type { Described } from './actions.ts';
import { REASON } from './fields.ts';
import { placeOfStream, whose } from './places.ts';
import { action, badge, empty, grouped, panel, table, text, when, words } from './ui.ts';
import { ask } from './visit.ts';
import type { ConsoleRoute, Found, Visit } from './visit.ts';

const PATH = '/operator/v1/projections';
const CRUMBS = [{ label: 'Projections', href: '/console/projections' }];

type Projections = { readonly data: readonly ProjectionStatus[] };
type Snapshots = { readonly data: readonly BookSnapshot[] };

async function projections(visit: Visit): Promise<Found> {
  const found = await ask<Projections>(visit, PATH);
  if (isProblem(found)) return found;
  const snapshots = await ask<Snapshots>(visit, '/operator/v1/snapshots');
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
    actions: action(visit, `${PATH}/drop_old`, '/console/projections/drop-old', 'Remove old builds'),
    content: html`<div data-refresh="${isBusy ? '1000' : '5000'}" id="live" class="stack">
        ${faults.map((each) => faultPanel(each))}
        ${panel('Read models', table('Projections', columns(visit), found.data))}
      </div>
      ${panel('Snapshots of books', snapshotsHtml(visit, snapshots.data), {
        note: html`<p class="muted">They make the next load of a book short, and nothing else.</p>`,
        actions: html`${action(visit, '/operator/v1/snapshots/rebuild', '/console/snapshots/rebuild', 'Make anew')}
        ${action(visit, '/operator/v1/snapshots/drop', '/console/snapshots/drop', 'Drop')}`,
      })}`,
  };
}

/** What holds a projection up, by the event that does. */
function faultPanel({ name, fault, building }: ProjectionStatus): Html {
  const found = fault ?? building?.fault;
  return found === null || found === undefined
    ? html``
    : html`<div class="problems" role="alert">
        <h2>${words(name)} is held up${fault === null ? ' in its new build' : ''}</h2>
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

const columns = (visit: Visit) => [
  {
    label: 'Projection',
    heads: true,
    cell: ({ name, version }: ProjectionStatus) => html`<code>${name}</code> <small>v${version}</small>`,
  },
  {
    label: 'State',
    cell: ({ state }: ProjectionStatus) => badge(state, state === 'stale' ? 'wait' : undefined),
  },
  { label: 'Position', numeric: true, cell: ({ position }: ProjectionStatus) => html`${grouped(position)}` },
  { label: 'Behind', numeric: true, cell: ({ lag }: ProjectionStatus) => html`${grouped(String(lag))}` },
  { label: 'New build', cell: ({ building }: ProjectionStatus) => buildingHtml(building) },
  { label: 'Compared', cell: (each: ProjectionStatus) => verificationHtml(visit, each) },
  {
    label: 'Actions',
    cell: ({ name, old, building }: ProjectionStatus) =>
      html`<span class="row-actions"
        >${
          building === null
            ? action(visit, `${PATH}/${name}/rebuild`, `/console/projections/${name}/rebuild`, 'Rebuild')
            : undefined
        }${
          old.length > 0 && building === null
            ? action(visit, `${PATH}/${name}/verify`, `/console/projections/${name}/verify`, 'Compare')
            : undefined
        }</span
      >`,
  },
];

function buildingHtml(building: ProjectionBuilding | null): Html {
  if (building === null) return text(null);
  const { progress, events_per_second, seconds_left, version, state } = building;
  const percent = Math.floor(progress * 100);
  const rate = events_per_second === null ? '' : `, ${grouped(events_per_second.toFixed(0))} events/s`;
  const left = seconds_left === null ? '' : `, ${grouped(Math.ceil(seconds_left).toFixed(0))} s left`;
  return html`<div class="progress">
    <progress max="100" value="${percent}" aria-label="New build">${percent} %</progress>
    <span><small>v${version}: ${percent} %${rate}${left}${state === 'stalled' && ', held up'}</small></span>
  </div>`;
}

function verificationHtml(visit: Visit, { verification }: ProjectionStatus): Html {
  if (verification === null) return text(null);
  const { state, compared, differences, ended_at, reason } = verification;
  if (state === 'running')
    return html`${badge('running', 'accent')} <small>${grouped(String(compared))} documents</small>`;
  if (state !== 'done') return html`${badge(state, 'stop')} <small>${reason ?? ''}</small>`;
  return html`${
      differences === 0
        ? badge('same', 'ok')
        : badge('different', 'stop', `${grouped(String(differences))} differ`)
    } <small>${grouped(String(compared))} compared</small> ${when(ended_at, visit.now)}`;
}

const snapshotsHtml = (visit: Visit, snapshots: readonly BookSnapshot[]): Html =>
  snapshots.length === 0
    ? empty('No snapshots yet', 'A book gets one every 20,000 events, and when the service stops.')
    : table<BookSnapshot>(
        'Snapshots',
        [
          {
            label: 'Book',
            heads: true,
            cell({ integrator_id, environment }) {
              const place = placeOfStream(visit, `book-${integrator_id}-${environment}`);
              return place === undefined ? text(integrator_id) : whose(place);
            },
          },
          { label: 'Revision', numeric: true, cell: ({ revision }) => html`${grouped(String(revision))}` },
          {
            label: 'State',
            cell: ({ usable }) => (usable ? badge('usable', 'ok') : badge('of older rules', 'wait')),
          },
          { label: 'As of', cell: ({ taken_at }) => when(taken_at, visit.now) },
          {
            label: 'Bytes',
            numeric: true,
            cell: ({ bytes }) => text(bytes === null ? null : grouped(String(bytes))),
          },
        ],
        snapshots,
      );

async function described(
  visit: Visit,
  shown: (each: ProjectionStatus) => Pick<Described, 'title' | 'intro' | 'fields' | 'submit'>,
): Promise<Described | Found> {
  const found = await ask<Projections>(visit, PATH);
  if (isProblem(found)) return found;
  const each = found.data.find(({ name }) => name === visit.params['projection']);
  if (each === undefined) return noSuch('projection');
  return { ...shown(each), section: 'projections', crumbs: CRUMBS, back: '/console/projections' };
}

const back = (said: string) => ({ to: '/console/projections', flash: { tone: 'ok', text: said } as const });

const plain = (
  shown: Pick<Described, 'title' | 'intro' | 'submit'> & { readonly danger?: boolean },
): Described => ({
  ...shown,
  fields: [REASON],
  section: 'projections',
  crumbs: CRUMBS,
  back: '/console/projections',
});

export const projectionsPages: readonly ConsoleRoute[] = [
  { path: '/console/projections', get: projections },
  actionRoute({
    path: '/console/projections/drop-old',
    operation: () => `${PATH}/drop_old`,
    describe: () =>
      plain({
        title: 'Remove old builds',
        intro: html`<p>
          Builds that nobody reads any more go for good. Do this when every process runs the newest code: one
          with older rules may still read an older build.
        </p>`,
        submit: 'Remove them',
        danger: true,
      }),
    body: (form) => ({ reason: form.get('reason') }),
    done: () => back('Old builds go in a few seconds.'),
  }),
  actionRoute({
    path: '/console/projections/{projection}/rebuild',
    operation: ({ projection = '' }) => `${PATH}/${projection}/rebuild`,
    describe: (visit) =>
      described(visit, ({ name }) => ({
        title: `Rebuild ${words(name)}`,
        intro: html`<p>
          All events are read once more, beside the build that is read meanwhile. It takes its place when it
          has caught up; nobody has to wait for it.
        </p>`,
        fields: [
          {
            name: 'verify',
            label: 'Afterwards',
            kind: 'choice',
            initial: 'no',
            options: [
              ['no', 'Read the new build'],
              ['yes', 'Read the new build, and keep the old one up to date until the two were compared'],
            ],
          },
          REASON,
        ],
        submit: 'Begin the rebuild',
      })),
    body: (form) => ({ verify: form.get('verify') === 'yes', reason: form.get('reason') }),
    done: ({ params }) => back(`${words(params['projection'] ?? '')} is being built anew.`),
  }),
  actionRoute({
    path: '/console/projections/{projection}/verify',
    operation: ({ projection = '' }) => `${PATH}/${projection}/verify`,
    describe: (visit) =>
      described(visit, ({ name }) => ({
        title: `Compare ${words(name)} with its build before`,
        intro: html`<p>Every document is compared, in the background.</p>`,
        fields: [REASON],
        submit: 'Begin to compare',
      })),
    body: (form) => ({ reason: form.get('reason') }),
    done: () => back('It is being compared.'),
  }),
  actionRoute({
    path: '/console/snapshots/rebuild',
    operation: () => '/operator/v1/snapshots/rebuild',
    describe: () =>
      plain({
        title: 'Make all snapshots anew',
        intro: html`<p>
          Every book is read from its first event, and a snapshot of each is saved. It takes its time.
        </p>`,
        submit: 'Make them anew',
      }),
    body: (form) => ({ reason: form.get('reason') }),
    done: (_visit, { books }) => back(`Snapshots of ${String(books)} books are new.`),
  }),
  actionRoute({
    path: '/console/snapshots/drop',
    operation: () => '/operator/v1/snapshots/drop',
    describe: () =>
      plain({
        title: 'Drop all snapshots',
        intro: html`<p>
          The next load of each book reads its stream from the beginning. No figure changes.
        </p>`,
        submit: 'Drop them',
        danger: true,
      }),
    body: (form) => ({ reason: form.get('reason') }),
    done: () => back('The snapshots are gone.'),
  }),
];
