/**
 * Large copies of a state, such as snapshots, in chunks of one record each. What names the chunks is written last. A list of the saves
 * that wrote chunks lets a later save delete the chunks of an interrupted one.
 */
import type { DocumentStore } from '../read-models/port.ts';
import { typedRecords } from '../read-models/records.ts';
import { nextTurn } from '../system/runtime.ts';
import { createChunkDigest } from './snapshot-manifest.ts';

/**
 * A save that may have chunks in the store: of a snapshot, or of a full layer of the key filter, which snapshots share.
 * `started_at` is in milliseconds since 1970.
 */
type SnapshotSave = { readonly id: string; readonly started_at: number };

/** A save takes seconds, so one that is not in use after this time was interrupted. */
const INTERRUPTED_AFTER_MS = 60 * 60 * 1000;

const chunkKey = (place: string, id: string, index: number): string => `${place}#${id}#${index}`;

const savesKey = (place: string): string => `${place}#saves`;

/** Lists new saves and deletes the chunks of interrupted ones. `current` are the saves that are in use. */
export async function registerSaves(
  documents: DocumentStore,
  place: string,
  started: readonly string[],
  now: number,
  current: readonly { readonly id: string }[],
): Promise<void> {
  const valid = new Set(current.map(({ id }) => id));
  const others = await readSaves(documents, place);
  const interrupted = others.filter(
    ({ id, started_at }) => !valid.has(id) && now - started_at > INTERRUPTED_AFTER_MS,
  );
  for (const { id } of interrupted)
    await deleteChunks(documents, place, id, await countChunks(documents, place, id));
  await writeSaves(documents, place, [
    ...others.filter((save) => !interrupted.includes(save)),
    ...started.map((id) => ({ id, started_at: now })),
  ]);
}

/** Deletes the chunks of saves that nothing uses any more. */
export async function deleteSaves(
  documents: DocumentStore,
  place: string,
  deleted: readonly { readonly id: string; readonly pieces: number }[],
): Promise<void> {
  for (const { id, pieces } of deleted) await deleteChunks(documents, place, id, pieces);
  const saves = await readSaves(documents, place);
  await writeSaves(
    documents,
    place,
    saves.filter((save) => !deleted.some(({ id }) => id === save.id)),
  );
}

async function countChunks(documents: DocumentStore, place: string, id: string): Promise<number> {
  let chunks = 0;
  while ((await documents.getRecord('snapshots', chunkKey(place, id, chunks))) !== undefined) chunks += 1;
  return chunks;
}

/** Deletes the last chunk first, so that the rest of an interrupted deletion still starts with the first chunk. */
async function deleteChunks(
  documents: DocumentStore,
  place: string,
  id: string,
  count: number,
): Promise<void> {
  for (let i = count - 1; i >= 0; i--) await documents.deleteRecord('snapshots', chunkKey(place, id, i));
}

async function readSaves(documents: DocumentStore, place: string): Promise<readonly SnapshotSave[]> {
  const records = typedRecords<readonly SnapshotSave[]>(documents, 'snapshots');
  return (await records.get(savesKey(place))) ?? [];
}

/** Two nodes that write at once may lose each other's entry. If that save is interrupted too, its chunks remain. */
async function writeSaves(
  documents: DocumentStore,
  place: string,
  saves: readonly SnapshotSave[],
): Promise<void> {
  await typedRecords<readonly SnapshotSave[]>(documents, 'snapshots').put(savesKey(place), saves);
}

/** Writes the chunks in order. Returns their number, size, and digest. */
export async function putChunks(
  documents: DocumentStore,
  place: string,
  id: string,
  texts: Iterable<string>,
): Promise<{ pieces: number; bytes: number; digest: string }> {
  let [pieces, bytes] = [0, 0];
  const digest = createChunkDigest();
  for (const text of texts) {
    await documents.putRecord('snapshots', chunkKey(place, id, pieces), text);
    pieces += 1;
    bytes += Buffer.byteLength(text);
    digest.add(text);
    await nextTurn();
  }
  return { pieces, bytes, digest: digest.end() };
}

/** Undefined when it is missing. */
export const readChunk = (
  documents: DocumentStore,
  place: string,
  id: string,
  index: number,
): Promise<string | undefined> => documents.getRecord('snapshots', chunkKey(place, id, index));

/** The texts of the chunks of a save. Undefined when one is missing. */
export async function readChunks(
  documents: DocumentStore,
  place: string,
  { id, pieces }: { readonly id: string; readonly pieces: number },
): Promise<string[] | undefined> {
  const texts: string[] = [];
  for (let i = 0; i < pieces; i++) {
    const text = await readChunk(documents, place, id, i);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}
