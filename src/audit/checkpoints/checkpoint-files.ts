/** Stores checkpoints outside the event store: one file of signed notes per stream. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../system/errors.ts';
import { SIGNER_NAME, type PublicKey, type SigningKey } from '../../vault/audit-signing-key.ts';
import { RuleViolation, toFinding, type Finding } from '../finding.ts';
import { appendNote, isSignedBy, parseNotes, readNotes, readTail, signNote } from './signed-note.ts';

// A checkpoint states the length of a stream at a time and the hash of its last event, so that any later change to those
// events is detectable. The format is a C2SP checkpoint with the head of the hash chain instead of a tree root:
//
//   svc-ledger/book-int_01…-sandbox
//   1204
//   CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//   time 2026-11-21T09:30:00.000Z
//   macs 0

export type Checkpoint = {
  readonly stream: string;
  /** Number of events. The last event has revision `size - 1`. */
  readonly size: number;
  /** Hash of the last event, in lower-case hex. */
  readonly hash: string;
  /** ISO 8601 time of signing. */
  readonly time: string;
  /** The first revision whose events need a MAC. Undefined in checkpoints of releases without MACs. */
  readonly macsFrom?: number | undefined;
};

const ORIGIN = `${SIGNER_NAME}/`;
const TEXT =
  /^([^\n]+)\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\ntime (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n(?:macs (0|[1-9][0-9]{0,14})\n)?(?:[^\n]+\n)*$/;

export const formatCheckpoint = ({ stream, size, hash, time, macsFrom }: Checkpoint): string =>
  `${ORIGIN}${stream}\n${size}\n${Buffer.from(hash, 'hex').toString('base64')}\ntime ${time}\n` +
  (macsFrom === undefined ? '' : `macs ${macsFrom}\n`);

/** Returns undefined if the text is not a checkpoint of this service. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, origin = '', size, root = '', time = '', macsFrom] = TEXT.exec(text) ?? [];
  if (!origin.startsWith(ORIGIN)) return undefined;
  return {
    stream: origin.slice(ORIGIN.length),
    size: Number(size),
    hash: Buffer.from(root, 'base64').toString('hex'),
    time,
    ...(macsFrom !== undefined && { macsFrom: Number(macsFrom) }),
  };
}

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

// Reads signed checkpoints in parallel with their streams. Only the next few checkpoints of each stream are in memory.

export type CheckpointSource = { readonly folder: string; readonly key: PublicKey };

export type CheckpointCursor = {
  readonly streams: readonly string[];
  /** The next checkpoint of the stream; undefined after the last. Sorted by size if the file is nearly sorted. */
  next(stream: string): Checkpoint | undefined;
  /** The number of valid checkpoints read so far, and the first invalid note of each stream. */
  result(): { readonly checkpoints: number; readonly findings: readonly Finding[] };
};

export const NO_CHECKPOINTS: CheckpointCursor = {
  streams: [],
  next: () => undefined,
  result: () => ({ checkpoints: 0, findings: [] }),
};

/** Read-ahead per stream. Several nodes can append to a file, so it may be slightly out of order. */
const READ_AHEAD = 64;

export function openCheckpointCursor({ folder, key }: CheckpointSource): CheckpointCursor {
  const streams = listCheckpointedStreams(folder);
  const findings = new Map<string, Finding>();
  const readers = new Map(
    streams.map((stream) => [
      stream,
      { unread: readCheckpoints(folder, stream, key), ahead: Array<Checkpoint>() },
    ]),
  );
  let checkpoints = 0;

  const addFinding = (finding: Finding): void => {
    const known = findings.get(finding.stream);
    if (known === undefined || finding.revision < known.revision) findings.set(finding.stream, finding);
  };

  return {
    streams,
    next(stream) {
      const reader = readers.get(stream);
      if (reader === undefined) return undefined;
      const { unread, ahead } = reader;
      while (ahead.length < READ_AHEAD) {
        const step = unread.next();
        if (step.done === true) break;
        if ('finding' in step.value) addFinding(step.value.finding);
        else {
          checkpoints += 1;
          const { checkpoint } = step.value;
          const before = ahead.findLastIndex(({ size }) => size <= checkpoint.size);
          ahead.splice(before + 1, 0, checkpoint);
        }
      }
      return ahead.shift();
    },
    result: () => ({ checkpoints, findings: [...findings.values()] }),
  };
}
