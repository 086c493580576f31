/**
 * A growing list of texts, kept as bytes outside the heap. However long it gets, the garbage collector finds a few large
 * buffers, and not the many strings that it would move around and look at again and again.
 */
import { utf8BytesMax } from './append-limits.ts';

/** The texts have numbers from 0 on, in order of arrival. */
export type TextLog = {
  readonly size: number;
  add(text: string): void;
  /** Throws a RangeError for a number that no text has. */
  at(number: number): string;
};

const CHUNK_BYTES = 4 * 1024 * 1024;

export function createTextLog(): TextLog {
  const chunks: Buffer[] = [];
  // Where each text is: plain numbers, as an object for each would be what this is to avoid.
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
      if (chunk === undefined) throw new RangeError(`There is no text ${number}.`);
      return chunk.toString('utf8', starts[number], ends[number]);
    },
  };
}
