/** Everything that happened to a user: who did it, when, and from where. */
import { COLLECTIONS } from '../../../../projections/collections.ts';
import { decodeRecorded } from '../../../event-store/book-event.ts';
import { decodeMetadata, type StoredMetadata } from '../../../event-store/codec.ts';
import type { ActivityEntry } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import type { RecordedBookEvent } from '../../../ledger/event.ts';
import { decodeIdOrigin } from '../../../ledger/ids.ts';
import { html, type Html } from '../../../web/html.ts';
import { tryRead, type PageContext } from '../../page-context.ts';
import { actionLabel } from '../../ui/list-filters.ts';
import { emptyState, panel } from '../../ui/panels.ts';
import { actorHtml, amountText, badge, shortIdHtml, timestampHtml, toLabel, toWords } from '../../ui/text.ts';
import { transferUnit } from './transfer-table.ts';

/** What belongs to a user. The IDs of objects contain the revision of the event that created them. */
type UserObjects = {
  readonly userId: string;
  readonly wallets: readonly string[];
  /** Deposit accounts, payout accounts, and transfers. */
  readonly others: readonly string[];
};

type Entry = { readonly time: string; readonly content: Html };

const EVENTS_MAX = 30;
const ENTRIES_SHOWN = 50;
const ACTIONS_PER_OBJECT = 20;
/** Wallets whose holds and rewards are shown. A user has one for each asset. */
const WALLETS_MAX = 4;

export async function userTimelinePanel(
  context: PageContext,
  stream: string,
  objects: UserObjects,
): Promise<Html> {
  const [events, actions] = await Promise.all([
    eventEntries(context, stream, objects),
    actionEntries(context, objects),
  ]);
  const entries = [...events, ...actions].sort((a, b) => (a.time < b.time ? 1 : -1));
  const content =
    entries.length === 0
      ? emptyState('Nothing found', 'Events of this user will appear here.')
      : html`<ol class="timeline">
          ${entries.slice(0, ENTRIES_SHOWN).map(({ content }) => html`<li>${content}</li>`)}
        </ol>`;
  const note = html`<p class="muted">Newest first, at most ${ENTRIES_SHOWN} entries.</p>`;
  return panel('Timeline', content, { id: 'timeline', note });
}

/** The events that created the objects or changed the user, read from the stream. */
async function eventEntries(
  context: PageContext,
  stream: string,
  { userId, wallets, others }: UserObjects,
): Promise<Entry[]> {
  const { documents } = context.services;
  const changes = await documents.list(COLLECTIONS.events, {
    ...{ scope: stream, terms: [`object:${userId}`], order: 'newest', limit: EVENTS_MAX },
  } as const);
  const ids = [userId, ...wallets, ...others, ...changes.map(({ id }) => id)];
  const subjects = new Map<number, string>();
  for (const id of ids) {
    const revision = decodeIdOrigin(id, stream)?.revision;
    if (revision !== undefined) subjects.set(revision, id.startsWith('evt_') ? userId : id);
  }
  const newest = [...subjects].sort(([a], [b]) => b - a).slice(0, ENTRIES_SHOWN);
  const found = await Promise.all(newest.map(([revision]) => context.readStream(stream, revision, 1)));
  return found.flatMap(([stored], at) => {
    const subject = newest[at]?.[1];
    if (stored === undefined || subject === undefined) return [];
    const event = decodeRecorded(stored);
    return [{ time: event.time, content: eventHtml(context, event, decodeMetadata(stored), subject) }];
  });
}

const eventHtml = (
  context: PageContext,
  event: RecordedBookEvent,
  metadata: StoredMetadata,
  subject: string,
): Html =>
  html`<p class="timeline-head"><span>${eventText(event)}</span> ${stateOf(event)} ${shortIdHtml(subject)}</p>
    <p class="timeline-meta">
      ${timestampHtml(event.time, context.now)} · ${actorHtml(context, metadata.actor)} ·
      <code class="quiet">${metadata.request_id}</code>
    </p>
    ${metadata.reason !== undefined && html`<p class="timeline-reason">“${metadata.reason}”</p>`}`;

const EVENT_TEXTS: Readonly<Partial<Record<RecordedBookEvent['type'], string>>> = {
  'user.kyc_status_changed': 'Identity status changed',
  'user.terms_status_changed': 'Terms status changed',
};

function eventText(event: RecordedBookEvent): string {
  const text = EVENT_TEXTS[event.type] ?? toLabel(toWords(event.type.replace('.', ' ')));
  return event.type === 'transfer.created'
    ? `${text}: ${amountText(event.data.amount, transferUnit(event.data))}`
    : text;
}

/** The state that an event leads to. */
function stateOf({ data }: RecordedBookEvent): Html | undefined {
  const state = 'kyc_status' in data ? data.kyc_status : 'state' in data ? data.state : undefined;
  return typeof state === 'string' ? badge(state) : undefined;
}

/** What operators did to the user and the wallets, including what was refused. */
async function actionEntries(context: PageContext, { userId, wallets }: UserObjects): Promise<Entry[]> {
  const targets = [userId, ...wallets.slice(0, WALLETS_MAX)];
  const found = await Promise.all(
    targets.map((target) =>
      tryRead(context, 'listActivity', { query: { target, limit: ACTIONS_PER_OBJECT } }),
    ),
  );
  return found
    .flatMap((page) => (isProblem(page) ? [] : page.data))
    .map((entry) => ({ time: entry.created_at, content: actionHtml(context, entry) }));
}

const actionHtml = (context: PageContext, entry: ActivityEntry): Html => {
  const { operator, operation, result, channel, address, reason, created_at, request_id, target } = entry;
  return html`<p class="timeline-head">
      ${badge('operator', 'accent')} <span>${actionLabel(operation)}</span>
      ${badge(result, result === 'done' ? 'ok' : 'stop')} ${target !== null && shortIdHtml(target)}
    </p>
    <p class="timeline-meta">
      ${timestampHtml(created_at, context.now)} · ${operator?.name ?? operator?.id ?? 'unknown'} · through
      ${CHANNELS[channel]}${address !== null && html` from ${address}`} ·
      <code class="quiet">${request_id}</code>
    </p>
    ${reason !== null && html`<p class="timeline-reason">“${reason}”</p>`}`;
};

const CHANNELS: Readonly<Record<ActivityEntry['channel'], string>> = {
  api: 'the API',
  cli: 'the command line',
  console: 'the console',
};
