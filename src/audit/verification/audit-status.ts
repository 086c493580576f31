/** The audit status of the operator API, read from the checkpoint folder. */
import type { AuditStatus } from '../../generated/api.ts';
import type { CheckpointWriter } from '../checkpoints/checkpoint-writer.ts';
import { listCheckpointedStreams, lastCheckpoint } from '../checkpoints/checkpoint-files.ts';
import type { PublicKey } from '../../vault/audit-signing-key.ts';
import { lastVerificationRecord } from './verification-record.ts';

export type AuditStatusOptions = {
  readonly key: PublicKey;
  readonly checkpoints: { readonly folder: string; readonly everySeconds: number } | undefined;
  readonly writer: Pick<CheckpointWriter, 'state'> | undefined;
};

const STREAMS_MAX = 1_000;

/** The checkpoint folder cannot be read. */
export class CheckpointFolderUnreadable extends Error {
  override readonly name = 'FolderUnreadable';
}

/** Throws CheckpointFolderUnreadable with the file system's error code, such as `EACCES`. */
export function auditStatus(parts: AuditStatusOptions): AuditStatus {
  try {
    return statusOf(parts);
  } catch (error) {
    // Only file system calls can fail here.
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new CheckpointFolderUnreadable(why, { cause: error });
  }
}

function statusOf({ key, checkpoints, writer }: AuditStatusOptions): AuditStatus {
  const state = writer?.state();
  const written = checkpoints === undefined ? [] : listCheckpointedStreams(checkpoints.folder);
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
    written_at: state?.writtenAt ?? null,
    last_verification: (checkpoints && lastVerificationRecord(checkpoints.folder, key)) ?? null,
    data,
    has_more: names.length > STREAMS_MAX,
  };
}
