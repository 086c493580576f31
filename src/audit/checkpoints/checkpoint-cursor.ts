/**
 * The checkpoints that streams are held against, read along with the streams: of each only the next few are in memory,
 * however many there are.
 */
import type { Checkpoint } from './checkpoint.ts';
import { listCheckpointedStreams, readCheckpoints } from './checkpoint-files.ts';
import type { Finding } from '../finding.ts';
import type { PublicKey } from '../../vault/audit-signing-key.ts';

/** What a signed checkpoint said of a stream: how many events it had, and the hash of the last of them, in hex. */
export type SignedHead = Pick<Checkpoint, 'stream' | 'size' | 'hash' | 'time'>;

export type CheckpointSource = { readonly folder: string; readonly key: PublicKey };

export type CheckpointCursor = {
  readonly streams: readonly string[];
  /** The next checkpoint of the stream; undefined after the last. By growing size, where the file is nearly so. */
  next(stream: string): SignedHead | undefined;
  /** Of what was read: how many there were, and of each stream the first that the key did not sign. */
  result(): { readonly checkpoints: number; readonly findings: readonly Finding[] };
};

export const NO_CHECKPOINTS: CheckpointCursor = {
  streams: [],
  next: () => undefined,
  result: () => ({ checkpoints: 0, findings: [] }),
};

/** Several nodes may write to a file, so one that was read first may come a little later. */
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
