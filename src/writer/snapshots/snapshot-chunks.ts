/**
 * Snapshots are stored in chunks, one record each. A list of the saves that wrote chunks lets a later save delete the
 * chunks of an interrupted one.
 */
import { typedRecords } from '../../read-models/records.ts';
import type { DocumentStore } from '../../read-models/port.ts';

/**
 * A save that may have chunks in the store: of a snapshot, or of a full layer of the key filter, which snapshots share.
 * `started_at` is in milliseconds since 1970.
 */
export type SnapshotSave = { readonly id: string; readonly started_at: number };

/** A save takes seconds, so one without a snapshot after this time was interrupted. */
const INTERRUPTED_AFTER_MS = 60 * 60 * 1000;

export const chunkKey = (stream: string, id: string, index: number): string => `${stream}#${id}#${index}`;

const savesKey = (stream: string): string => `${stream}#saves`;

/** Lists new saves and deletes the chunks of interrupted ones. `current` are the saves of the valid snapshot. */
export async function registerSaves(
  documents: DocumentStore,
  stream: string,
  started: readonly string[],
  now: number,
  current: readonly { readonly id: string }[],
): Promise<void> {
  const valid = new Set(current.map(({ id }) => id));
  const others = await readSaves(documents, stream);
  const interrupted = others.filter(
    ({ id, started_at }) => !valid.has(id) && now - started_at > INTERRUPTED_AFTER_MS,
  );
  for (const { id } of interrupted)
    await deleteChunks(documents, stream, id, await countChunks(documents, stream, id));
  await writeSaves(documents, stream, [
    ...others.filter((save) => !interrupted.includes(save)),
    ...started.map((id) => ({ id, started_at: now })),
  ]);
}

/** Deletes the chunks of saves that no snapshot uses any more. */
export async function deleteSaves(
  documents: DocumentStore,
  stream: string,
  deleted: readonly { readonly id: string; readonly pieces: number }[],
): Promise<void> {
  for (const { id, pieces } of deleted) await deleteChunks(documents, stream, id, pieces);
  const saves = await readSaves(documents, stream);
  await writeSaves(
    documents,
    stream,
    saves.filter((save) => !deleted.some(({ id }) => id === save.id)),
  );
}

async function countChunks(documents: DocumentStore, stream: string, id: string): Promise<number> {
  let chunks = 0;
  while ((await documents.getRecord('snapshots', chunkKey(stream, id, chunks))) !== undefined) chunks += 1;
  return chunks;
}

/** Deletes the last chunk first, so that the rest of an interrupted deletion still starts with the first chunk. */
async function deleteChunks(
  documents: DocumentStore,
  stream: string,
  id: string,
  count: number,
): Promise<void> {
  for (let i = count - 1; i >= 0; i--) await documents.deleteRecord('snapshots', chunkKey(stream, id, i));
}

async function readSaves(documents: DocumentStore, stream: string): Promise<readonly SnapshotSave[]> {
  const records = typedRecords<readonly SnapshotSave[]>(documents, 'snapshots');
  return (await records.get(savesKey(stream))) ?? [];
}

/** Two nodes that write at once may lose each other's entry. If that save is interrupted too, its chunks remain. */
async function writeSaves(
  documents: DocumentStore,
  stream: string,
  saves: readonly SnapshotSave[],
): Promise<void> {
  await typedRecords<readonly SnapshotSave[]>(documents, 'snapshots').put(savesKey(stream), saves);
}
