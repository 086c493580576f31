/** What the operator API says of checkpoints and verifications: as the folder shows them, whoever wrote them. */
import type { AuditStatus } from '../generated/api.ts';
import type { CheckpointWriter } from './checkpoint-writer.ts';
import { checkpointedStreams, lastCheckpoint } from './checkpoint-files.ts';
import type { PublicKey } from './signing-key.ts';
import { lastRecord } from './verification-record.ts';

export type StatusParts = {
  readonly key: PublicKey;
  readonly checkpoints: { readonly folder: string; readonly everySeconds: number } | undefined;
  readonly writer: Pick<CheckpointWriter, 'state'> | undefined;
};

const STREAMS_MAX = 1_000;

/** The folder of the checkpoints is there, or ought to be, and can't be read. */
export class FolderUnreadable extends Error {
  override readonly name = 'FolderUnreadable';
}

/** Throws FolderUnreadable, which names what the file system said by its code, such as `EACCES`. */
export function auditStatus(parts: StatusParts): AuditStatus {
  try {
    return statusOf(parts);
  } catch (error) {
    // Everything else that is done here can't fail.
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'for a reason of its own';
    throw new FolderUnreadable(why, { cause: error });
  }
}

function statusOf({ key, checkpoints, writer }: StatusParts): AuditStatus {
  const state = writer?.state();
  const written = checkpoints === undefined ? [] : checkpointedStreams(checkpoints.folder);
  const names = [...new Set([...written, ...(state?.problems.keys() ?? [])])].sort();
  const data = names.slice(0, STREAMS_MAX).map((stream) => {
    const last = checkpoints && lastCheckpoint(checkpoints.folder, stream, key);
    const { size = 0, hash = null, time = null } = last ?? {};
    return { stream, size, hash, time, problem: state?.problems.get(stream) ?? null };
  });
  return {
    object: 'audit_status',
    public_key: key.text,
    enabled: checkpoints !== undefined,
    writing: writer !== undefined,
    every_seconds: checkpoints?.everySeconds ?? null,
    written_at: state?.written_at ?? null,
    last_verification: (checkpoints && lastRecord(checkpoints.folder, key)) ?? null,
    data,
    has_more: names.length > STREAMS_MAX,
  };
}
