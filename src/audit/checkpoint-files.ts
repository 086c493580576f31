/**
 * Checkpoints in a folder outside the stores: for each stream a file to which each new one is added with a single write.
 * Nothing in it is ever changed, so the folder may be one that only takes additions.
 */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Anchor, Anchors } from './chain-check.ts';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { Wrong, findingOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { isSigned, parseNotes, signNote } from './note.ts';
import type { PublicKey, SigningKey } from './signing-key.ts';

const ENDING = '.checkpoints';

const fileOf = (folder: string, stream: string): string => join(folder, `${stream}${ENDING}`);

/** Adds a checkpoint, durably. Empty lines go before it, so that one whose writing was cut off can't run into it. */
export function addCheckpoint(folder: string, checkpoint: Checkpoint, key: SigningKey): void {
  mkdirSync(folder, { recursive: true });
  const file = openSync(fileOf(folder, checkpoint.stream), 'a', 0o644);
  try {
    writeSync(file, `\n\n${signNote(checkpointText(checkpoint), key)}`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The streams that the folder has a file of. Empty when there is no folder. */
export function checkpointedStreams(folder: string): string[] {
  return filesIn(folder)
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

/** The newest checkpoint of a stream that the key signed. */
export function lastCheckpoint(folder: string, stream: string, key: PublicKey): Checkpoint | undefined {
  const notes = parseNotes(tailOf(fileOf(folder, stream)));
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

/** More than a hundred checkpoints. */
const TAIL_BYTES = 64 * 1024;

/** The end of a file; empty when there is none. */
function tailOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8');
  } finally {
    closeSync(file);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
