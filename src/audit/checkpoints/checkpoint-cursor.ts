/** Reads signed checkpoints in parallel with their streams. Only the next few checkpoints of each stream are in memory. */
import type { Checkpoint } from './checkpoint.ts';
import { listCheckpointedStreams, readCheckpoints } from './checkpoint-files.ts';
import type { Finding } from '../finding.ts';
import type { PublicKey } from '../../vault/audit-signing-key.ts';

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
