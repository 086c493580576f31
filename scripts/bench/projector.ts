/** Child process: the rate at which all projections together write events to an SQLite file. */
import { randomBytes } from 'node:crypto';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { writeEvents } from './book.ts';
import { serveTasks } from './child.ts';

type ProjectorTask = { readonly file: string; readonly transfers: number };
type ProjectorResult = { readonly perSecond: number; readonly events: number };

serveTasks(async ({ file, transfers }: ProjectorTask): Promise<ProjectorResult> => {
  const events = await writeEvents(file, transfers);
  const { position, milliseconds } = await project(file, events);
  return { perSecond: (position / milliseconds) * 1000, events };
});

/** Runs the projector in the same thread as the service does, timed from its first page to the last event. */
async function project(file: string, head: number): Promise<{ position: number; milliseconds: number }> {
  let first: { at: number; position: number } | undefined;
  let finished: (result: { position: number; milliseconds: number }) => void = () => undefined;
  const done = new Promise<{ position: number; milliseconds: number }>((resolve) => (finished = resolve));
  const onProgress = (progress: readonly ProjectionProgress[]): void => {
    const position = Math.min(...progress.map((each) => Number(each.position)));
    if (position <= 0) return;
    first ??= { at: performance.now(), position };
    if (position >= head)
      finished({ position: position - first.position, milliseconds: performance.now() - first.at });
  };
  const projector = { masterKey: randomBytes(32), eventStoreUrl: undefined };
  const { close } = await openEmbeddedStores({ file, projector, onProgress });
  const result = await done;
  await close();
  return result;
}
