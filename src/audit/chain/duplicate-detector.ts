/**
 * Notices which of very many texts came more than once, in a memory that does not grow with their number. Of each text 64
 * bits of a hash are noted. Whenever the table of these marks is full, it is sorted and goes into a file; at the end the
 * sorted tables are read side by side, one range of marks after another, so that equal ones meet.
 *
 * Two texts may share a mark, though hardly ever do: whoever accuses somebody on its word looks the texts up first. Marks
 * begin with a secret that is forgotten with the process, so those in the file tell nobody anything about the texts.
 */
import { hash, randomBytes } from 'node:crypto';
import { openScratchFile } from './scratch-file.ts';
import type { ScratchFile } from './scratch-file.ts';

export type DuplicateDetector = {
  add(text: string): void;
  /** Call it once, after the last text. Throws Unreadable, as `add` does, when there is no room for the file. */
  repeated(): DuplicateCandidates;
  close(): void;
};

export type DuplicateCandidates = {
  /** Up to `REPEATED_MAX`. */
  readonly count: number;
  /** False: the text came once at most, or there were more than the maximum. */
  mayContain(text: string): boolean;
};

export const CANDIDATES_MAX = 10_000;

const FIRST_LENGTH = 2 ** 10;
/** A table of half a MiB. */
const LENGTH_MAX = 2 ** 16;
/** So many marks of a range are expected at a time. There is room for more, as no range has just its share. */
const FILLED = 0.75;
const BLOCK_MAX = 2 ** 12;
const BYTES = BigUint64Array.BYTES_PER_ELEMENT;
const END = 2n ** 64n;

/** A sorted table in the file, and how far it was read, in marks. */
type Run = { at: number; readonly end: number };

type Table = { readonly marks: BigUint64Array; count: number };

/** `lengthMax`: of the table in memory, in marks. */
export function createDuplicateDetector({ lengthMax = LENGTH_MAX } = {}): DuplicateDetector {
  const salt = randomBytes(32).toString('hex');
  const markOf = (text: string): bigint => BigInt(`0x${hash('sha256', salt + text).slice(0, 16)}`);
  const again = new Set<bigint>();
  const runs: Run[] = [];
  let table = tableOf(Math.min(FIRST_LENGTH, lengthMax));
  let file: ScratchFile | undefined;

  const settle = (): void => {
    sortDistinct(table, (mark) => again.size < CANDIDATES_MAX && again.add(mark));
  };
  const put = (mark: bigint): void => {
    table.marks[table.count++] = mark;
  };
  const writeRun = (): void => {
    settle();
    file ??= openScratchFile();
    const at = runs.at(-1)?.end ?? 0;
    file.append(bytesOf(table.marks, table.count));
    runs.push({ at, end: at + table.count });
    table.count = 0;
  };
  const putIntoRange = (mark: bigint): void => {
    put(mark);
    if (table.count < table.marks.length) return;
    // Only what came very often is so much. Most of it is one and the same.
    settle();
    if (table.count > table.marks.length * FILLED) table = grown(table);
  };

  return {
    add(text) {
      put(markOf(text));
      if (table.count < table.marks.length) return;
      if (table.count < lengthMax) table = grown(table);
      else writeRun();
    },
    repeated() {
      if (file !== undefined) {
        writeRun();
        for (const _range of rangesOf(file, runs, lengthMax * FILLED, putIntoRange)) {
          settle();
          table.count = 0;
        }
      }
      settle();
      return { count: again.size, mayContain: (text) => again.size > 0 && again.has(markOf(text)) };
    },
    close: () => file?.close(),
  };
}

const tableOf = (length: number): Table => ({ marks: new BigUint64Array(length), count: 0 });

function grown({ marks, count }: Table): Table {
  const larger = new BigUint64Array(marks.length * 2);
  larger.set(marks);
  return { marks: larger, count };
}

const bytesOf = (marks: BigUint64Array, count: number): Uint8Array =>
  new Uint8Array(marks.buffer, marks.byteOffset, count * BYTES);

function sortDistinct(table: Table, onRepeat: (mark: bigint) => void): void {
  const marks = table.marks.subarray(0, table.count).sort();
  let count = 0;
  let before: bigint | undefined;
  for (const mark of marks) {
    if (mark === before) onRepeat(mark);
    else marks[count++] = before = mark;
  }
  table.count = count;
}

/** Hands over all marks of the runs, about `size` at a time: yields when those of one more range were taken. */
function* rangesOf(
  file: ScratchFile,
  runs: readonly Run[],
  size: number,
  take: (mark: bigint) => void,
): Generator<void> {
  const marks = runs.at(-1)?.end ?? 0;
  const ranges = Math.ceil(marks / size);
  // Somewhat more than a run has of a range, so that mostly one look is enough.
  const share = Math.ceil((marks / runs.length / ranges) * 1.1) + 16;
  const block = new BigUint64Array(Math.min(share, BLOCK_MAX));
  for (let range = 1; range <= ranges; range++) {
    const below = (END * BigInt(range)) / BigInt(ranges);
    for (const run of runs) takeBelow(below, run, file, block, take);
    yield;
  }
}

/** Reads on in a run up to the end of the range. */
function takeBelow(
  below: bigint,
  run: Run,
  file: ScratchFile,
  block: BigUint64Array,
  take: (mark: bigint) => void,
): void {
  while (run.at < run.end) {
    const count = Math.min(block.length, run.end - run.at);
    file.read(run.at * BYTES, bytesOf(block, count));
    for (let i = 0; i < count; i++) {
      const mark = block[i];
      if (mark === undefined || mark >= below) return;
      take(mark);
      run.at += 1;
    }
  }
}
