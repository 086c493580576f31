/** Stores checkpoints outside the event store: one file of signed notes per stream. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../system/errors.ts';
import { SIGNER_NAME, type PublicKey, type SigningKey } from '../../vault/audit-signing-key.ts';
import { RuleViolation, toFinding, type Finding } from '../finding.ts';
import type { StateDigests } from '../state/book-state.ts';
import {
  appendNote,
  isSignedBy,
  parseNotes,
  readNotes,
  readTail,
  signNote,
  type Note,
} from './signed-note.ts';

// A checkpoint states the length of a stream at a time and the hash of its last event, so that any later change to those
// events is detectable. The format is a C2SP checkpoint with the head of the hash chain instead of a tree root:
//
//   svc-ledger/book-int_01…-sandbox
//   1204
//   CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//   time 2026-11-21T09:30:00.000Z
//   macs 0
//   state 9dNBe0Fy1Pp3Gr9Xb2V2s0aZ1m3m0c4Zq1C1f0b0G2w=
//   fold 9 qF0m9W7eQm2q0x5sH1S1lB0c9r0T0m7C3dYk4w8l3XE=

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
  /** Digests of the book's state after its last event. Undefined in most checkpoints. */
  readonly state?: StateDigests | undefined;
};

const ORIGIN = `${SIGNER_NAME}/`;
const TEXT =
  /^([^\n]+)\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\ntime (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n(?:macs (0|[1-9][0-9]{0,14})\n)?(?:state ([A-Za-z0-9+/]{43}=)\nfold ([1-9][0-9]{0,8}) ([A-Za-z0-9+/]{43}=)\n)?(?:[^\n]+\n)*$/;

export const formatCheckpoint = ({ stream, size, hash, time, macsFrom, state }: Checkpoint): string =>
  `${ORIGIN}${stream}\n${size}\n${toBase64(hash)}\ntime ${time}\n` +
  (macsFrom === undefined ? '' : `macs ${macsFrom}\n`) +
  (state === undefined
    ? ''
    : `state ${toBase64(state.state)}\nfold ${state.fold.version} ${toBase64(state.fold.root)}\n`);

const toBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
const toHex = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** Returns undefined if the text is not a checkpoint of this service. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, origin = '', size, root = '', time = '', macsFrom, state, version, fold = ''] =
    TEXT.exec(text) ?? [];
  if (!origin.startsWith(ORIGIN)) return undefined;
  return {
    stream: origin.slice(ORIGIN.length),
    size: Number(size),
    hash: toHex(root),
    time,
    ...(macsFrom !== undefined && { macsFrom: Number(macsFrom) }),
    ...(state !== undefined && {
      state: { state: toHex(state), fold: { version: Number(version), root: toHex(fold) } },
    }),
  };
}

const ENDING = '.checkpoints';

const fileOf = (folder: string, stream: string): string => join(folder, `${stream}${ENDING}`);

/** Appends a checkpoint and flushes it to disk. Returns the signed note. */
export function appendCheckpoint(folder: string, checkpoint: Checkpoint, key: SigningKey): string {
  const note = signNote(formatCheckpoint(checkpoint), key);
  appendNote(fileOf(folder, checkpoint.stream), note);
  return note;
}

/** Names of the streams with a checkpoint file, sorted. Empty if the folder does not exist. */
export function listCheckpointedStreams(folder: string): string[] {
  return filesIn(folder)
    .map((name) => name.slice(0, -ENDING.length))
    .sort();
}

/** Holds about a hundred checkpoints or more. */
const TAIL_BYTES = 64 * 1024;

/** The last checkpoint of the stream with a valid signature of the key. */
export const lastCheckpoint = (folder: string, stream: string, key: PublicKey): Checkpoint | undefined =>
  lastSigned(folder, stream, key)?.checkpoint;

/** The last of the newest checkpoints with the digests of a state. */
export const lastSignedState = (
  folder: string,
  stream: string,
  key: PublicKey,
): SignedCheckpoint | undefined => lastSigned(folder, stream, key, ({ state }) => state !== undefined);

export type SignedCheckpoint = { readonly checkpoint: Checkpoint; readonly note: Note };

function lastSigned(
  folder: string,
  stream: string,
  key: PublicKey,
  isWanted: (checkpoint: Checkpoint) => boolean = () => true,
): SignedCheckpoint | undefined {
  const notes = parseNotes(readTail(fileOf(folder, stream), TAIL_BYTES));
  for (const note of notes.reverse()) {
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint?.stream === stream && isWanted(checkpoint) && isSignedBy(note, key))
      return { checkpoint, note };
  }
  return undefined;
}

/** Whether the folder contains any signed note, regardless of its key. */
export const hasCheckpoints = (folder: string): boolean =>
  listCheckpointedStreams(folder).some(
    (stream) => parseNotes(readTail(fileOf(folder, stream), TAIL_BYTES)).length > 0,
  );

/** Which checkpoints are read, before their signatures are verified. */
type Selection = (checkpoint: Checkpoint) => boolean;

/**
 * Yields the notes of a stream's file in order: a checkpoint if the key signed it for this stream, else a finding. Skips checkpoints
 * that are not selected.
 */
export function* readCheckpoints(
  folder: string,
  stream: string,
  key: PublicKey,
  isSelected: Selection = () => true,
): Generator<{ readonly checkpoint: Checkpoint } | { readonly finding: Finding }> {
  for (const note of readNotes(fileOf(folder, stream))) {
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint !== undefined && !isSelected(checkpoint)) continue;
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

export function openCheckpointCursor(
  { folder, key }: CheckpointSource,
  isSelected?: Selection,
): CheckpointCursor {
  const streams = listCheckpointedStreams(folder);
  const findings = new Map<string, Finding>();
  const readers = new Map(
    streams.map((stream) => [
      stream,
      { unread: readCheckpoints(folder, stream, key, isSelected), ahead: Array<Checkpoint>() },
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
