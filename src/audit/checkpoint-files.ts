/**
 * Checkpoints in a folder outside the stores: for each stream a file of signed notes.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Anchor, Anchors } from './chain-check.ts';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { Wrong, findingOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { addNote, isMissing, tailOf } from './note-files.ts';
import { isSigned, parseNotes, signNote } from './note.ts';
import type { PublicKey, SigningKey } from './signing-key.ts';

const ENDING = '.checkpoints';

const fileOf = (folder: string, stream: string): string => join(folder, `${stream}${ENDING}`);

/** Adds a checkpoint, durably. */
export function addCheckpoint(folder: string, checkpoint: Checkpoint, key: SigningKey): void {
  addNote(fileOf(folder, checkpoint.stream), signNote(checkpointText(checkpoint), key));
}

/** The streams that the folder has a file of. Empty when there is no folder. */
export function checkpointedStreams(folder: string): string[] {
  return filesIn(folder)
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

/** More than a hundred checkpoints. */
const TAIL_BYTES = 64 * 1024;

/** The newest checkpoint of a stream that the key signed. */
export function lastCheckpoint(folder: string, stream: string, key: PublicKey): Checkpoint | undefined {
  const notes = parseNotes(tailOf(fileOf(folder, stream), TAIL_BYTES));
  for (const note of notes.reverse()) {
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint?.stream === stream && isSigned(note, key)) return checkpoint;
  }
  return undefined;
}

export type Loaded = { readonly anchors: Anchors; readonly findings: readonly Finding[] };

/** All checkpoints of a folder. One that is not signed by the key, or not for its file's stream, is a finding. */
export function loadCheckpoints(folder: string, key: PublicKey): Loaded {
  const anchors = new Map<string, Anchor[]>();
  const findings: Finding[] = [];
  for (const name of filesIn(folder)) {
    const stream = name.slice(0, -ENDING.length);
    const taken: Anchor[] = [];
    for (const note of parseNotes(readFileSync(join(folder, name), 'utf8'))) {
      const checkpoint = parseCheckpoint(note.text);
      if (checkpoint?.stream === stream && isSigned(note, key)) taken.push(checkpoint);
      else findings.push(unsigned(stream, name, checkpoint));
    }
    anchors.set(stream, bySize(taken));
  }
  return { anchors, findings };
}

const bySize = (anchors: readonly Anchor[]): Anchor[] => [...anchors].sort((a, b) => a.size - b.size);

function unsigned(stream: string, name: string, checkpoint: Checkpoint | undefined): Finding {
  const what =
    checkpoint === undefined ? 'a text that is no checkpoint' : `the checkpoint of ${checkpoint.time}`;
  const place = { stream, revision: (checkpoint?.size ?? 1) - 1, id: null, type: null };
  return findingOf(
    place,
    new Wrong('checkpoint', `${name} has ${what} that this key did not sign for this stream`),
  );
}

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};
