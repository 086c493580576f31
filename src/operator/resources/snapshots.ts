/** Snapshots of books: list, delete, and rebuild from the first event. */
import type { BookSnapshot, SnapshotChoice } from '../../generated/api.ts';
import { notFoundProblem } from '../../api/server/errors.ts';
import type { Reply } from '../../api/server/reply.ts';
import { readSnapshotInfo } from '../../writer/snapshots/snapshot.ts';
import { matchingBooks } from '../operations/cross-book-list.ts';
import type { BookIdentity } from '../../platform/books.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { freshPlatform } from '../operations/services.ts';
import type { OperatorServices } from '../operations/services.ts';
import { submitToPlatform } from '../operations/platform-write.ts';

export const snapshotHandlers = {
  async listSnapshots({ services, query }) {
    await freshPlatform(services);
    const data: BookSnapshot[] = [];
    for (const [stream, book] of matchingBooks(services, query)) {
      const found = await presentSnapshot(services, stream, book);
      if (found !== undefined) data.push(found);
    }
    return { status: 200, body: JSON.stringify({ data }) };
  },
  dropSnapshots: (call) =>
    change(call, call.body, 'dropped', (stream) => call.services.writers.deleteSnapshot(stream)),
  rebuildSnapshots: (call) =>
    change(call, call.body, 'rebuilt', (stream) => call.services.writers.rebuildSnapshot(stream)),
} satisfies Partial<OperatorHandlers>;

async function presentSnapshot(
  { documents }: OperatorServices,
  stream: string,
  { integrator_id, environment }: BookIdentity,
): Promise<BookSnapshot | undefined> {
  const about = await readSnapshotInfo(documents, stream);
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

/** Acts before it records the event. The action is idempotent, so a recorded event is always true. */
async function change(
  caller: OperatorCaller,
  { reason, ...choice }: SnapshotChoice,
  action: 'dropped' | 'rebuilt',
  work: (stream: string) => Promise<boolean>,
): Promise<Reply> {
  const { services } = caller;
  const { integrators } = await freshPlatform(services);
  if (choice.integrator_id !== undefined && !integrators.has(choice.integrator_id))
    return notFoundProblem('integrator');
  const books: string[] = [];
  for (const stream of matchingBooks(services, choice).keys()) if (await work(stream)) books.push(stream);
  return submitToPlatform(caller, {
    reason,
    decide: () => ({
      events: books.length === 0 ? [] : [{ type: 'snapshots.changed', data: { action, books } }],
      answer: { status: 200, body: JSON.stringify({ books: books.length }) },
    }),
  });
}
