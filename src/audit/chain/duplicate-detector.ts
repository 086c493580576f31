/**
 * Finds texts that occur more than once, in constant memory. It keeps a 64-bit hash ("mark") of each text. When the table of
 * marks is full, it is sorted and written to a scratch file; at the end, the sorted runs are merged range by range.
 *
 * Marks can collide, so callers must confirm duplicates. Hashes are salted with a random secret, so the file reveals nothing
 * about the texts.
 */

import { hash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../system/errors.ts';
import { randomBytes } from '../../system/runtime.ts';
import { AuditUnavailable, type EventSource, type SourceEvent } from '../event-source.ts';
import { RuleViolation, toFinding, type AuditRule, type EventLocation, type Finding } from '../finding.ts';

// A temporary file that is unlinked right after it is opened: it disappears with the process, and no other process can open
// it.

type ScratchFile = {
  /** Appends bytes. Throws AuditUnavailable if the disk is full. */
  append(bytes: Uint8Array): void;
  /** Fills `into` from byte `at` on. Throws AuditUnavailable at the end of the file. */
  read(at: number, into: Uint8Array): void;
  close(): void;
};

/** Creates a file in `TMPDIR`. Throws AuditUnavailable if that fails. */
function openScratchFile(): ScratchFile {
  const file = guarded(openNameless);
  let end = 0;
  return {
    append(bytes) {
      for (let done = 0; done < bytes.length;)
        done += guarded(() => writeSync(file, bytes, done, bytes.length - done, end + done));
      end += bytes.length;
    },
    read(at, into) {
      for (let done = 0; done < into.length;) {
        const count = guarded(() => readSync(file, into, done, into.length - done, at + done));
        if (count === 0) throw new AuditUnavailable('the scratch file of the audit was truncated');
        done += count;
      }
    },
    close: () => closeSync(file),
  };
}

function openNameless(): number {
  // mkdtemp creates a folder that only the owner can access.
  const folder = mkdtempSync(join(tmpdir(), 'svc-ledger-audit-'));
  try {
    return openSync(join(folder, 'scratch'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = errorMessage(error);
    throw new AuditUnavailable(`cannot use a temporary file in ${tmpdir()}: ${why}`, {
      cause: error,
    });
  }
}

export type DuplicateDetector = {
  add(text: string): void;
  /** Call once, after the last text. Like `add`, throws AuditUnavailable if the scratch file cannot be written. */
  candidates(): DuplicateCandidates;
  close(): void;
};

type DuplicateCandidates = {
  /** Up to `candidatesMax`. */
  readonly count: number;
  /** False means that the text occurred at most once, or that the maximum was exceeded. */
  mayContain(text: string): boolean;
};

export const CANDIDATES_MAX = 10_000;

const TABLE_MARKS_MIN = 2 ** 10;
/** 512 KiB of marks. */
const TABLE_MARKS_MAX = 2 ** 16;
/** Expected fill level of the table per range. Ranges vary in size, so it leaves space. */
const FILL_RATIO = 0.75;
const BLOCK_MARKS_MAX = 2 ** 12;
const MARK_BYTES = BigUint64Array.BYTES_PER_ELEMENT;
const MARK_END = 2n ** 64n;

/** A sorted run in the file; `at` is the read offset, in marks. */
type Run = { at: number; readonly end: number };

type Table = { readonly marks: BigUint64Array; count: number };

/** `lengthMax`: maximum size of the table in memory, in marks. */
export function createDuplicateDetector({
  lengthMax = TABLE_MARKS_MAX,
  candidatesMax = CANDIDATES_MAX,
} = {}): DuplicateDetector {
  const salt = randomBytes(32).toString('hex');
  const markOf = (text: string): bigint => BigInt(`0x${hash('sha256', salt + text).slice(0, 16)}`);
  const duplicateMarks = new Set<bigint>();
  const runs: Run[] = [];
  let table = tableOf(Math.min(TABLE_MARKS_MIN, lengthMax));
  let file: ScratchFile | undefined;

  const sortTable = (): void => {
    sortDistinct(table, (mark) => duplicateMarks.size < candidatesMax && duplicateMarks.add(mark));
  };
  const addMark = (mark: bigint): void => {
    table.marks[table.count++] = mark;
  };
  const writeRun = (): void => {
    sortTable();
    file ??= openScratchFile();
    const at = runs.at(-1)?.end ?? 0;
    file.append(bytesOf(table.marks, table.count));
    runs.push({ at, end: at + table.count });
    table.count = 0;
  };
  const addMarkOfRange = (mark: bigint): void => {
    addMark(mark);
    if (table.count < table.marks.length) return;
    // Only duplicates can fill the table this far, and removing them frees it.
    sortTable();
    if (table.count > table.marks.length * FILL_RATIO) table = enlarge(table);
  };

  return {
    add(text) {
      addMark(markOf(text));
      if (table.count < table.marks.length) return;
      if (table.count < lengthMax) table = enlarge(table);
      else writeRun();
    },
    candidates() {
      if (file !== undefined) {
        writeRun();
        for (const _range of rangesOf(file, runs, lengthMax * FILL_RATIO, addMarkOfRange)) {
          sortTable();
          table.count = 0;
        }
      }
      sortTable();
      return {
        count: duplicateMarks.size,
        mayContain: (text) => duplicateMarks.size > 0 && duplicateMarks.has(markOf(text)),
      };
    },
    close: () => file?.close(),
  };
}

const tableOf = (length: number): Table => ({ marks: new BigUint64Array(length), count: 0 });

function enlarge({ marks, count }: Table): Table {
  const larger = new BigUint64Array(marks.length * 2);
  larger.set(marks);
  return { marks: larger, count };
}

const bytesOf = (marks: BigUint64Array, count: number): Uint8Array =>
  new Uint8Array(marks.buffer, marks.byteOffset, count * MARK_BYTES);

function sortDistinct(table: Table, onDuplicate: (mark: bigint) => void): void {
  const marks = table.marks.subarray(0, table.count).sort();
  let count = 0;
  let previous: bigint | undefined;
  for (const mark of marks) {
    if (mark === previous) onDuplicate(mark);
    else marks[count++] = previous = mark;
  }
  table.count = count;
}

/** Passes all marks to `onMark` in ranges of about `size` marks, and yields after each range. */
function* rangesOf(
  file: ScratchFile,
  runs: readonly Run[],
  size: number,
  onMark: (mark: bigint) => void,
): Generator<void> {
  const marks = runs.at(-1)?.end ?? 0;
  const ranges = Math.ceil(marks / size);
  // Slightly more than a run's expected share of a range, so that one read usually suffices.
  const share = Math.ceil((marks / runs.length / ranges) * 1.1) + 16;
  const block = new BigUint64Array(Math.min(share, BLOCK_MARKS_MAX));
  for (let range = 1; range <= ranges; range++) {
    const below = (MARK_END * BigInt(range)) / BigInt(ranges);
    for (const run of runs) readRunBelow(below, run, file, block, onMark);
    yield;
  }
}

/** Reads the marks of a run that are below the end of the range. */
function readRunBelow(
  below: bigint,
  run: Run,
  file: ScratchFile,
  block: BigUint64Array,
  onMark: (mark: bigint) => void,
): void {
  while (run.at < run.end) {
    const count = Math.min(block.length, run.end - run.at);
    file.read(run.at * MARK_BYTES, bytesOf(block, count));
    for (let i = 0; i < count; i++) {
      const mark = block[i];
      if (mark === undefined || mark >= below) return;
      onMark(mark);
      run.at += 1;
    }
  }
}

// Event IDs and idempotency keys must be unique. Duplicate candidates are confirmed with a second pass over the streams,
// because marks can collide.

/** A text that must be unique, and the rule that its duplicates violate. */
type UniqueText = {
  readonly rule: AuditRule;
  readonly noun: string;
  /** The unique text of an event; undefined if it has none. */
  readonly textOf: (event: SourceEvent) => string | undefined;
};

export const EVENT_IDS: UniqueText = { rule: 'event_id', noun: 'ID', textOf: ({ id }) => id };

/** Idempotency keys are unique within a stream. */
export const IDEMPOTENCY_KEYS: UniqueText = {
  rule: 'idempotency_key',
  noun: 'idempotency key',
  textOf: ({ stream, metadata }) => {
    const key = metadata.includes('"idempotency":{') ? keyIn(metadata) : undefined;
    return key === undefined ? undefined : idempotencyKeyText(stream, key);
  },
};

export const idempotencyKeyText = (stream: string, key: string): string => `${stream} ${key}`;

function keyIn(metadata: string): string | undefined {
  try {
    // Metadata that does not match its schema is reported separately.
    return (JSON.parse(metadata) as { idempotency?: { key?: string } } | null)?.idempotency?.key;
  } catch {
    return undefined;
  }
}

/** Runs `work` with a duplicate detector and closes it afterwards. */
export async function withDuplicateDetector<T>(
  work: (marks: DuplicateDetector) => Promise<T>,
  options?: Parameters<typeof createDuplicateDetector>[0],
): Promise<T> {
  const marks = createDuplicateDetector(options);
  try {
    return await work(marks);
  } finally {
    marks.close();
  }
}

/** The first event of each stream with a text that an earlier event already has. Reads all events if there are candidates. */
export async function confirmDuplicates(
  source: EventSource,
  upTo: bigint,
  detector: Pick<DuplicateDetector, 'candidates'>,
  { rule, noun, textOf }: UniqueText,
): Promise<Finding[]> {
  const repeated = detector.candidates();
  if (repeated.count === 0) return [];
  const first = new Map<string, EventLocation>();
  const found = new Map<string, Finding>();
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const text = textOf(event);
      if (text === undefined || !repeated.mayContain(text)) continue;
      const before = first.get(text);
      const { stream, revision, id, type } = event;
      if (before === undefined) first.set(text, { stream, revision, id, type });
      else if (!found.has(stream))
        found.set(
          stream,
          toFinding(
            event,
            new RuleViolation(
              rule,
              `the ${noun} is already used by revision ${before.revision} of ${before.stream}`,
            ),
          ),
        );
    }
  }
  return [...found.values()];
}
