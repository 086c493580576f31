/** Submits commands to the platform stream and translates their outcomes. */

import { idempotencyKeyReused } from '../../api/operations/idempotency.ts';
import type { PlatformEvent } from '../../generated/events.ts';
import type { Reply } from '../../http/reply.ts';
import { answerContext, type SealingContext } from '../../ledger/sealing-context.ts';
import { PLATFORM_STREAM } from '../../platform/platform.ts';
import type { Replay } from '../../writer/idempotency.ts';
import type { StreamCommand, StreamOutcome } from '../../writer/stream-writer.ts';
import type { OperatorCaller } from './operation.ts';

// Answers that contain a secret. The stored answer has no secret; the complete answer is stored encrypted under a key
// that the vault deletes after a day.

const SECRET_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Creates a key, which is durable when the promise resolves, and returns a function that seals the request's answer. */
export async function createAnswerSeal(caller: OperatorCaller): Promise<(body: string) => string> {
  const { vault, clock } = caller.services;
  const key = await vault.createKey({ expiresAt: new Date(clock() + SECRET_LIFETIME_MS) });
  return (body) => key.seal(body, contextOf(caller));
}

/** All of these answers are stored in the platform stream. */
const contextOf = ({ idempotency }: OperatorCaller): SealingContext =>
  answerContext(PLATFORM_STREAM, idempotency?.key ?? '');

/** The complete body of a replayed answer; undefined if it had no secret or the secret has expired. */
async function openSecretAnswer(
  caller: OperatorCaller,
  { sealedBody, recordedAt }: Replay,
): Promise<string | undefined> {
  const { vault, clock } = caller.services;
  if (sealedBody === undefined || clock() - recordedAt >= SECRET_LIFETIME_MS) return undefined;
  const key = await vault.keyFor(sealedBody);
  return key?.open(sealedBody, contextOf(caller));
}

type PlatformWrite = {
  readonly decide: StreamCommand<PlatformEvent>['decide'];
  readonly reason?: string | undefined;
  /** It ends a key or a token, so it is answered when every node knows. */
  readonly isRevocation?: boolean;
};

export async function submitToPlatform(
  caller: OperatorCaller,
  { decide, reason, isRevocation = false }: PlatformWrite,
): Promise<Reply> {
  const { actor, requestId, idempotency, services } = caller;
  const outcome = await services.platform().submit({ decide, actor, requestId, idempotency, reason });
  // A repeat waits too: the answer to the first request may have been lost while it waited.
  if (isRevocation) await services.untilKeysReread();
  return replyToStreamOutcome(caller, outcome);
}

/** The reply for the outcome of a command on the platform or treasury stream. */
export async function replyToStreamOutcome(caller: OperatorCaller, outcome: StreamOutcome): Promise<Reply> {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer;
    case 'refused': {
      const { code, ...rest } = outcome.refusal;
      return { problem: code, ...rest };
    }
    case 'key_reused':
      return idempotencyKeyReused();
    case 'replayed': {
      const { status, body } = outcome.answer;
      return { status, body: (await openSecretAnswer(caller, outcome)) ?? body, replayed: true };
    }
  }
}
