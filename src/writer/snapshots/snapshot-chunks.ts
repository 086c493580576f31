/**
 * The records that a snapshot's pieces are, and which saves have made any. The list of those lets a save remove what an
 * earlier one left that was cut off.
 */
import type { DocumentStore } from '../../read-models/port.ts';

/**
 * A save, finished or not, whose pieces may be in the store: of a snapshot, or of a full layer of the key filter that
 * snapshots share. `started_at` is in milliseconds since 1970.
 */
export type SnapshotSave = { readonly id: string; readonly started_at: number };

/** A save takes seconds, so one that is not the snapshot this long after its start was cut off. */
const CUT_OFF_AFTER_MS = 60 * 60 * 1000;

export const chunkKey = (stream: string, id: string, index: number): string => `${stream}#${id}#${index}`;

const savesKey = (stream: string): string => `${stream}#saves`;

/** Lists saves that begin, and removes the pieces of those that were cut off. `current` are those that count. */
export async function registerSaves(
  documents: DocumentStore,
  stream: string,
  begun: readonly string[],
  now: number,
  current: readonly { readonly id: string }[],
): Promise<void> {
  const counting = new Set(current.map(({ id }) => id));
  const others = await readSaves(documents, stream);
  const cutOff = others.filter(
    ({ id, started_at }) => !counting.has(id) && now - started_at > CUT_OFF_AFTER_MS,
  );
  for (const { id } of cutOff)
    await deletePieces(documents, stream, id, await countPieces(documents, stream, id));
  await writeSaves(documents, stream, [
    ...others.filter((each) => !cutOff.includes(each)),
    ...begun.map((id) => ({ id, started_at: now })),
  ]);
}

/** Removes the pieces that belong to no snapshot any more. */
export async function deleteSaves(
  documents: DocumentStore,
  stream: string,
  removed: readonly { readonly id: string; readonly pieces: number }[],
): Promise<void> {
  for (const { id, pieces } of removed) await deletePieces(documents, stream, id, pieces);
  const saves = await readSaves(documents, stream);
  await writeSaves(
    documents,
    stream,
    saves.filter((save) => !removed.some(({ id }) => id === save.id)),
  );
}

async function countPieces(documents: DocumentStore, stream: string, id: string): Promise<number> {
  let pieces = 0;
  while ((await documents.getRecord('snapshots', chunkKey(stream, id, pieces))) !== undefined) pieces += 1;
  return pieces;
}

/** From the last one down, so that what is left by one that is cut off still begins with the first. */
async function deletePieces(
  documents: DocumentStore,
  stream: string,
  id: string,
  pieces: number,
): Promise<void> {
  for (let i = pieces - 1; i >= 0; i--) await documents.deleteRecord('snapshots', chunkKey(stream, id, i));
}

async function readSaves(documents: DocumentStore, stream: string): Promise<readonly SnapshotSave[]> {
  const text = await documents.getRecord('snapshots', savesKey(stream));
  // It was written below.
  return text === undefined ? [] : (JSON.parse(text) as SnapshotSave[]);
}

/** Two nodes that do this at once may lose each other's entry: should that save be cut off as well, its pieces stay. */
async function writeSaves(
  documents: DocumentStore,
  stream: string,
  saves: readonly SnapshotSave[],
): Promise<void> {
  await documents.putRecord('snapshots', savesKey(stream), JSON.stringify(saves));
}
