/** Reads signed checkpoints in parallel with their streams. Only the next few checkpoints of each stream are in memory. */
import type { Checkpoint } from './checkpoint.ts';
import { listCheckpointedStreams, readCheckpoints } from './checkpoint-files.ts';
import type { Finding } from '../finding.ts';
import type { PublicKey } from '../../vault/audit-signing-key.ts';

/** The length of a stream and the hash of its last event, as stated by a signed checkpoint. */
export type SignedHead = Pick<Checkpoint, 'stream' | 'size' | 'hash' | 'time'>;

export type CheckpointSource = { readonly folder: string; readonly key: PublicKey };

export type CheckpointCursor = {
  readonly streams: readonly string[];
  /** The next checkpoint of the stream; undefined after the last. Sorted by size if the file is nearly sorted. */
  next(stream: string): SignedHead | undefined;
  /** The number of valid checkpoints read so far, and the first invalid note of each stream. */
  result(): { readonly checkpoints: number; readonly findings: readonly Finding[] };
};

export const NO_CHECKPOINTS: CheckpointCursor = {
  streams: [],
  next: () => undefined,
  result: () => ({ checkpoints: 0, findings: [] }),
};

/** Read-ahead per stream. Several nodes can append to a file, so it may be slightly out of order. */
const AHEAD = 64;

export function openCheckpointCursor({ folder, key }: CheckpointSource): CheckpointCursor {
  const streams = listCheckpointedStreams(folder);
  const wrong = new Map<string, Finding>();
  const readers = new Map(
    streams.map((stream) => [
      stream,
      { left: readCheckpoints(folder, stream, key), ahead: Array<SignedHead>() },
    ]),
  );
  let checkpoints = 0;

  const noteWrong = (finding: Finding): void => {
    const known = wrong.get(finding.stream);
    if (known === undefined || finding.revision < known.revision) wrong.set(finding.stream, finding);
  };

  return {
    streams,
    next(stream) {
      const reader = readers.get(stream);
      if (reader === undefined) return undefined;
      const { left, ahead } = reader;
      while (ahead.length < AHEAD) {
        const step = left.next();
        if (step.done === true) break;
        if ('wrong' in step.value) noteWrong(step.value.wrong);
        else {
          checkpoints += 1;
          const { checkpoint } = step.value;
          const before = ahead.findLastIndex(({ size }) => size <= checkpoint.size);
          ahead.splice(before + 1, 0, checkpoint);
        }
      }
      return ahead.shift();
    },
    result: () => ({ checkpoints, findings: [...wrong.values()] }),
  };
}
