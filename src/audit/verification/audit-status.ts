/** The audit status of the operator API, read from the checkpoint folder. */

import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE_NAME, type Config } from '../../config/config.ts';
import type { AuditStatus, LastVerification } from '../../generated/api.ts';
import { SIGNER_NAME, type PublicKey, type SigningKey } from '../../vault/audit-signing-key.ts';
import { lastCheckpoint, listCheckpointedStreams } from '../checkpoints/checkpoint-files.ts';
import type { CheckpointWriter } from '../checkpoints/checkpoint-writer.ts';
import {
  appendNote,
  isSignedBy,
  parseNotes,
  readTail,
  signNote,
  type Note,
} from '../checkpoints/signed-note.ts';
import type { Finding } from '../finding.ts';
import type { Verification } from './verification.ts';

// Records of verifications, which show operators when the history was last verified and with what result. A record is a
// signed note in the checkpoint folder, with one line of JSON. Without the service's key, nobody can forge one.
//
//   svc-ledger/verification
//   {"version":1,"ok":true,"started_at":"2026-11-21T02:00:00.120Z",…}

const ORIGIN = `${SIGNER_NAME}/verification`;
const VERSION = 1;
const FINDINGS_MAX = 10;
const TEXT_LENGTH_MAX = 300;

/** Cannot collide with a checkpoint file, which has an extension. */
export const verificationFile = (folder: string): string => join(folder, 'verifications');

type VerificationRun = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly config: Pick<Config, 'dataDir' | 'eventStoreUrl'>;
};

export function createVerificationRecord(
  found: Verification,
  { startedAt, finishedAt, config }: VerificationRun,
): LastVerification {
  const { ok, position, newest_event_at, events, streams, checkpoints, findings, continued } = found;
  return {
    ok,
    started_at: new Date(startedAt).toISOString(),
    finished_at: new Date(finishedAt).toISOString(),
    position,
    newest_event_at,
    events,
    ...(continued !== null && { continued_books: continued.books }),
    streams: streams.length,
    checkpoints,
    findings: findings.slice(0, FINDINGS_MAX).map(shorten),
    findings_in_all: findings.length,
    host: hostname(),
    user: userName(),
    ...storeOf(config),
  };
}

/** Texts from an invalid history can have any length. */
const shorten = ({ stream, event_id, type, reason, ...rest }: Finding): Finding => ({
  ...rest,
  stream: stream.slice(0, TEXT_LENGTH_MAX),
  event_id: event_id?.slice(0, TEXT_LENGTH_MAX) ?? null,
  type: type?.slice(0, TEXT_LENGTH_MAX) ?? null,
  reason: reason.slice(0, TEXT_LENGTH_MAX),
});

/** Appends a record and flushes it to disk. Throws file system errors. */
export function appendVerificationRecord(folder: string, record: LastVerification, key: SigningKey): void {
  const line = JSON.stringify({ version: VERSION, ...record });
  appendNote(verificationFile(folder), signNote(`${ORIGIN}\n${line}\n`, key));
}

/** Holds at least five records, and usually about a hundred. */
const TAIL_BYTES = 64 * 1024;

/**
 * The latest record with a valid signature, by its own time, so that appending an old record hides nothing. Undefined if
 * there is none. Throws file system errors.
 */
export function lastVerificationRecord(folder: string, key: PublicKey): LastVerification | undefined {
  return parseNotes(readTail(verificationFile(folder), TAIL_BYTES))
    .flatMap((note) => {
      const record = parseRecord(note);
      return record === undefined ? [] : [{ note, record }];
    })
    .sort((a, b) => (a.record.finished_at < b.record.finished_at ? 1 : -1))
    .find(({ note }) => isSignedBy(note, key))?.record;
}

/** Returns undefined for other notes and for records of another version. */
function parseRecord({ text }: Note): LastVerification | undefined {
  if (!text.startsWith(`${ORIGIN}\n`)) return undefined;
  try {
    // Callers use the record only after they verify its signature, so `appendVerificationRecord` has written it.
    const { version, ...record } = JSON.parse(text.slice(ORIGIN.length)) as Versioned;
    return version === VERSION ? record : undefined;
  } catch {
    return undefined;
  }
}

type Versioned = { readonly version: number } & LastVerification;

/** Null if the system has no name for the user, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

function storeOf({
  dataDir,
  eventStoreUrl,
}: VerificationRun['config']): Pick<LastVerification, 'store' | 'place'> {
  if (eventStoreUrl === undefined) return { store: 'sqlite', place: join(dataDir, DATABASE_FILE_NAME) };
  // The part before the hosts can contain a password.
  const hosts = eventStoreUrl.replace(/^[^:]*:\/\/(?:[^/?]*@)?/, '').replace(/[/?].*$/, '');
  return { store: 'eventstoredb', place: hosts };
}

type AuditStatusOptions = {
  readonly key: PublicKey;
  readonly checkpoints: { readonly folder: string; readonly everySeconds: number } | undefined;
  readonly writer: Pick<CheckpointWriter, 'state'> | undefined;
};

const STREAMS_MAX = 1_000;

/** The checkpoint folder cannot be read. */
export class CheckpointFolderUnreadable extends Error {
  override readonly name = 'CheckpointFolderUnreadable';
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
