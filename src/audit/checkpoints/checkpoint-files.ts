/** Stores checkpoints outside the event store: one file of signed notes per stream. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../system/errors.ts';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { RuleViolation, toFinding } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { appendNote, readNotes, readTail } from './signed-note-file.ts';
import { isSignedBy, parseNotes, signNote } from './signed-note.ts';
import type { PublicKey, SigningKey } from '../../vault/audit-signing-key.ts';

const ENDING = '.checkpoints';

const fileOf = (folder: string, stream: string): string => join(folder, `${stream}${ENDING}`);

/** Appends a checkpoint and flushes it to disk. */
export function appendCheckpoint(folder: string, checkpoint: Checkpoint, key: SigningKey): void {
  appendNote(fileOf(folder, checkpoint.stream), signNote(formatCheckpoint(checkpoint), key));
}

/** Names of the streams with a checkpoint file, sorted. Empty if the folder does not exist. */
export function listCheckpointedStreams(folder: string): string[] {
  return filesIn(folder)
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

/** Holds more than a hundred checkpoints. */
const TAIL_BYTES = 64 * 1024;

/** The last checkpoint of the stream with a valid signature of the key. */
export function lastCheckpoint(folder: string, stream: string, key: PublicKey): Checkpoint | undefined {
  const notes = parseNotes(readTail(fileOf(folder, stream), TAIL_BYTES));
  for (const note of notes.reverse()) {
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint?.stream === stream && isSignedBy(note, key)) return checkpoint;
  }
  return undefined;
}

/** Whether the folder contains any signed note, regardless of its key. */
export const hasCheckpoints = (folder: string): boolean =>
  listCheckpointedStreams(folder).some(
    (stream) => parseNotes(readTail(fileOf(folder, stream), TAIL_BYTES)).length > 0,
  );

/** Yields the notes of a stream's file in order: a checkpoint if the key signed it for this stream, else a finding. */
export function* readCheckpoints(
  folder: string,
  stream: string,
  key: PublicKey,
): Generator<{ readonly checkpoint: Checkpoint } | { readonly finding: Finding }> {
  for (const note of readNotes(fileOf(folder, stream))) {
    const checkpoint = parseCheckpoint(note.text);
    yield checkpoint?.stream === stream && isSignedBy(note, key)
      ? { checkpoint }
      : { finding: unsigned(stream, checkpoint) };
  }
}

function unsigned(stream: string, checkpoint: Checkpoint | undefined): Finding {
  const what =
    checkpoint === undefined ? 'a note that is not a checkpoint' : `the checkpoint of ${checkpoint.time}`;
  const location = { stream, revision: (checkpoint?.size ?? 1) - 1, id: null, type: null };
  return toFinding(
    location,
    new RuleViolation(
      'checkpoint',
      `${stream}${ENDING} contains ${what}, which this key did not sign for this stream`,
    ),
  );
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
};
