/**
 * States of books that an audit has saved, from which a later audit continues. A file has a signed checkpoint and the lines that lead
 * to its `fold`, so nobody has to trust the file: after a change, it does not lead to what is signed.
 */
import { closeSync, createReadStream, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  FOLD_VERSION,
  TABLES,
  createBook,
  type Book,
  type CapturedBook,
  type TableEntries,
} from '../../ledger/book.ts';
import { moveFile } from '../../system/atomic-file.ts';
import { hasErrorCode } from '../../system/errors.ts';
import { makeFolder } from '../../system/folder.ts';
import type { PublicKey } from '../../vault/audit-signing-key.ts';
import { readTableValue } from '../../writer/snapshot.ts';
import { parseCheckpoint, type Checkpoint, type SignedCheckpoint } from '../checkpoints/checkpoint-files.ts';
import { isSignedBy, type Note } from '../checkpoints/signed-note.ts';
import { AuditUnavailable } from '../event-source.ts';
import { foldLines, rootOfLines, stateLines } from './book-state.ts';
import { RootBuilder } from './merkle-tree.ts';

/** Where the audit of a book continues. */
export type BookStart = {
  readonly checkpoint: Checkpoint;
  /** The checkpoint as it was signed. */
  readonly note: Note;
  /** The first revision that is read again. It has not been collected by reconciliation, or is the last before the checkpoint. */
  readonly readFrom: number;
  /** The book after the last event before the checkpoint. */
  readonly book: Book;
};

const ENDING = '.state';
const CHUNK_CHARS = 1_000_000;

//   svc-ledger/book-int_01…-sandbox        the checkpoint
//   …
//
//   — svc-ledger Az3grl…
//
//   from 1180
//   ["","",{"clock_ahead_ms":0,"time":1780000000000}]
//   ["accounts","wal_…",{"amount":"1000","cashable":"1000","unit":"svc-points"}]

/** Replaces the state of the checkpoint's stream. Throws AuditUnavailable. */
export async function saveState(
  folder: string,
  { checkpoint, note }: SignedCheckpoint,
  { captured, readFrom }: { readonly captured: CapturedBook; readonly readFrom: number },
): Promise<void> {
  try {
    makeFolder(folder);
    const file = join(folder, `${checkpoint.stream}${ENDING}`);
    const opened = openSync(`${file}.part`, 'w', 0o600);
    try {
      let text = `${note.text}\n${note.signatures.join('\n')}\n\nfrom ${readFrom}\n`;
      for await (const line of foldLines(captured)) {
        text += `${line}\n`;
        if (text.length < CHUNK_CHARS) continue;
        writeSync(opened, text);
        text = '';
      }
      writeSync(opened, text);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    moveFile(`${file}.part`, file);
  } catch (error) {
    throw unusable(folder, 'cannot be written', error);
  }
}

/** The saved states that this release can continue, by stream. Throws AuditUnavailable if one is not what the key signed. */
export async function loadStates(folder: string, key: PublicKey): Promise<Map<string, BookStart>> {
  const starts = new Map<string, BookStart>();
  for (const name of namesIn(folder)) {
    const start = await loadState(join(folder, name), key);
    if (start === undefined) continue;
    if (`${start.checkpoint.stream}${ENDING}` !== name)
      throw unusable(join(folder, name), `is the state of ${start.checkpoint.stream}`);
    starts.set(start.checkpoint.stream, start);
  }
  return starts;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch (error) {
    throw unusable(folder, 'cannot be read', error);
  }
}

const unusable = (place: string, why: string, cause?: unknown): AuditUnavailable =>
  new AuditUnavailable(`${place} ${why}`, { cause });

/** Undefined if another version of the fold made it. */
async function loadState(file: string, key: PublicKey): Promise<BookStart | undefined> {
  const lines = linesOf(file);
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw unusable(file, 'is incomplete');
    return line.value;
  };
  const block = async (): Promise<string[]> => {
    const found: string[] = [];
    for (let line = await next(); line !== ''; line = await next()) found.push(line);
    return found;
  };
  const note: Note = { text: `${(await block()).join('\n')}\n`, signatures: await block() };
  const checkpoint = parseCheckpoint(note.text);
  if (checkpoint?.state === undefined || !isSignedBy(note, key))
    throw unusable(file, 'has no state that this key signed');
  if (checkpoint.state.fold.version !== FOLD_VERSION) {
    await lines.return(undefined);
    return undefined;
  }
  const from = Number(/^from (\d{1,15})$/.exec(await next())?.[1]);
  const { captured, root } = await readFold(file, lines);
  const book = createBook(checkpoint.stream, {
    revision: checkpoint.size - 1,
    time: captured.time,
    clockAheadMs: captured.clock_ahead_ms ?? 0,
    // The lines lead to the signed root, so the fold of this version wrote them.
    tables: Object.fromEntries(captured.tables) as unknown as TableEntries,
  });
  const state = await rootOfLines(await stateLines(captured));
  if (root !== checkpoint.state.fold.root || state !== checkpoint.state.state)
    throw unusable(file, 'does not lead to the digests that its checkpoint signs');
  // The first revision to read is not signed. A wrong one can only make the audit read more, or say that it compared less.
  return { checkpoint, note, readFrom: Math.min(from, checkpoint.size - 1) || 0, book };
}

async function readFold(
  file: string,
  lines: AsyncGenerator<string>,
): Promise<{ captured: CapturedBook; root: string }> {
  const root = new RootBuilder();
  const tables = new Map(TABLES.map((table) => [table, [] as [string, unknown][]]));
  let times: Pick<CapturedBook, 'time' | 'clock_ahead_ms'> = { time: 0 };
  for await (const line of lines) {
    if (line === '') continue;
    root.add(line);
    try {
      // Compared with the signed root before it is used.
      const [name, key, value] = JSON.parse(line) as [keyof TableEntries, string, unknown];
      const table = tables.get(name);
      if (table === undefined) times = value as typeof times;
      else table.push([key, readTableValue(name, value)]);
    } catch (error) {
      throw unusable(file, 'has a line that is no entry', error);
    }
  }
  return { captured: { ...times, tables }, root: root.root().toString('hex') };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EISDIR'))
      throw unusable(file, 'cannot be read', error);
    throw error;
  }
  if (rest !== '') yield rest;
}
