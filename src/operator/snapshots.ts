/** Snapshots of books: what there is, dropping them, and making them anew from the first event. */
import type { BookSnapshot, SnapshotChoice } from '../generated/api.ts';
import { validateSnapshotChoice, validateSnapshotQuery } from '../generated/validators.js';
import { noSuch } from '../http/errors.ts';
import type { Reply } from '../http/route.ts';
import { aboutSnapshot, dropSnapshot } from '../keeper/snapshot.ts';
import { booksIn } from './books.ts';
import type { BookPlace } from './books.ts';
import { operatorRoute } from './route.ts';
import type { OperatorCaller, OperatorRoute } from './route.ts';
import { freshPlatform } from './services.ts';
import type { OperatorServices } from './services.ts';
import { submitToPlatform } from './write.ts';

export const snapshotsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/snapshots',
    role: 'viewer',
    query: validateSnapshotQuery,
    async handle({ services, query }) {
      await freshPlatform(services);
      const data: BookSnapshot[] = [];
      for (const [stream, place] of booksIn(services, query)) {
        const found = await shownOf(services, stream, place);
        if (found !== undefined) data.push(found);
      }
      return { status: 200, body: JSON.stringify({ data }) };
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/snapshots/drop',
    role: 'admin',
    body: validateSnapshotChoice,
    mayBeEmpty: true,
    handle: (call) =>
      change(call, call.body, 'dropped', (stream) => dropSnapshot(call.services.documents, stream)),
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/snapshots/rebuild',
    role: 'admin',
    body: validateSnapshotChoice,
    mayBeEmpty: true,
    handle: (call) =>
      change(call, call.body, 'rebuilt', (stream) => call.services.keepers.rebuildSnapshot(stream)),
  }),
];

async function shownOf(
  { documents }: OperatorServices,
  stream: string,
  { integrator_id, environment }: BookPlace,
): Promise<BookSnapshot | undefined> {
  const about = await aboutSnapshot(documents, stream);
  if (about === undefined) return undefined;
  const { revision, time, pieces, bytes, saved_at, isUsable } = about;
  return {
    object: 'snapshot',
    integrator_id,
    environment,
    revision,
    taken_at: new Date(time).toISOString(),
    saved_at: saved_at === undefined ? null : new Date(saved_at).toISOString(),
    bytes: bytes ?? null,
    pieces,
    usable: isUsable,
  };
}

/** Done first and recorded then: doing it twice is as good as once, and what was recorded has happened. */
async function change(
  caller: OperatorCaller,
  { reason, ...choice }: SnapshotChoice,
  action: 'dropped' | 'rebuilt',
  work: (stream: string) => Promise<boolean>,
): Promise<Reply> {
  const { services } = caller;
  const { integrators } = await freshPlatform(services);
  if (choice.integrator_id !== undefined && !integrators.has(choice.integrator_id))
    return noSuch('integrator');
  const books: string[] = [];
  for (const stream of booksIn(services, choice).keys()) if (await work(stream)) books.push(stream);
  return submitToPlatform(caller, {
    reason,
    decide: () => ({
      events: books.length === 0 ? [] : [{ type: 'snapshots.changed', data: { action, books } }],
      answer: { status: 200, body: JSON.stringify({ books: books.length }) },
    }),
  });
}
