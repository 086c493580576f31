/**
 * Idempotency for every stream: the answer of a successful write is recorded in the metadata of its first event. A
 * repeat with the same key and fingerprint is answered from that record, byte for byte.
 */
import type { IdempotencyRecord } from '../../event-store/codec.ts';
import type { Answer } from '../command.ts';

/** The key of a request, and a fingerprint of all that a repeat must have in common with it. */
export type IdempotencyKey = { readonly key: string; readonly fingerprint: string };

/** What is recorded of an answer. Without a body, the answer is rendered from the command's events. */
export type AnswerToRecord = {
  readonly status: number;
  readonly body?: string | undefined;
  /** The body, or a more complete one, sealed under a key of the vault. */
  readonly sealedBody?: string | undefined;
};

/** The answer of an earlier success with the same key and fingerprint. */
export type Replay = {
  readonly kind: 'replayed';
  /** The body is empty when only a sealed one was recorded. */
  readonly answer: Answer;
  /** The caller opens it. */
  readonly sealedBody?: string;
  /** When the key was used, in milliseconds since 1970. */
  readonly recordedAt: number;
};

/** The key belongs to a success of another request. */
export type KeyReused = { readonly kind: 'key_reused' };

export const KEY_REUSED: KeyReused = { kind: 'key_reused' };

export function createRecord(
  { key, fingerprint }: IdempotencyKey,
  { status, body, sealedBody }: AnswerToRecord,
  events: number,
): IdempotencyRecord {
  return {
    key,
    fingerprint,
    status,
    events,
    ...(body === undefined ? {} : { answer: body }),
    ...(sealedBody === undefined ? {} : { sealed_answer: sealedBody }),
  };
}

/** `render` supplies the answer when the record has none. */
export function replayRecord(
  { status, answer, sealed_answer }: IdempotencyRecord,
  time: string,
  render: () => Answer,
): Replay {
  const recordedAt = Date.parse(time);
  if (sealed_answer !== undefined) {
    const open = { status, body: answer ?? '' };
    return { kind: 'replayed', answer: open, sealedBody: sealed_answer, recordedAt };
  }
  return {
    kind: 'replayed',
    answer: answer === undefined ? render() : { status, body: answer },
    recordedAt,
  };
}

/** Whether a use of the key was by the same request. */
export const isSameRequest = (use: { readonly fingerprint: string }, request: IdempotencyKey): boolean =>
  use.fingerprint === request.fingerprint;
