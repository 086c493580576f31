/**
 * A growing list of texts, stored as bytes outside the heap. The garbage collector sees a few large buffers instead of
 * many strings, which it would copy and scan repeatedly.
 */
import { utf8BytesMax } from './append-limits.ts';

/** Texts are numbered from 0, in order of insertion. */
export type TextLog = {
  readonly size: number;
  add(text: string): void;
  /** Throws RangeError if there is no text with this number. */
  at(number: number): string;
};

const CHUNK_BYTES = 4 * 1024 * 1024;

export function createTextLog(): TextLog {
  const chunks: Buffer[] = [];
  // The locations of the texts, in arrays of numbers because one object per text would burden the garbage collector.
  const chunkOf: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let used = 0;

  const chunkFor = (bytesMax: number): Buffer => {
    const newest = chunks.at(-1);
    if (newest !== undefined && newest.length - used >= bytesMax) return newest;
    const chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytesMax));
    chunks.push(chunk);
    used = 0;
    return chunk;
  };

  return {
    get size() {
      return ends.length;
    },
    add(text) {
      const chunk = chunkFor(utf8BytesMax(text));
      chunkOf.push(chunks.length - 1);
      starts.push(used);
      used += chunk.write(text, used);
      ends.push(used);
    },
    at(number) {
      const chunk = chunks[chunkOf[number] ?? -1];
      if (chunk === undefined) throw new RangeError(`there is no text ${number}; the log has ${ends.length}`);
      return chunk.toString('utf8', starts[number], ends[number]);
    },
  };
}
