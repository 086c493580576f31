/** Submits commands to the platform stream and translates their outcomes. */
import type { PlatformEvent } from '../../generated/events.ts';
import { idempotencyKeyReused } from '../../api/operations/idempotency.ts';
import type { Reply } from '../../api/server/reply.ts';
import type { StreamCommand, StreamOutcome } from '../../writer/stream-writer.ts';
import type { OperatorCaller } from './operation.ts';
import { openSecretAnswer } from './one-time-secrets.ts';

export type PlatformWrite = {
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
