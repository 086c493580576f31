/** Writes: a command for the caller's book, and its outcome as an answer. */
import type { Command, Outcome } from '../keeper/command.ts';
import { keyReused } from './idempotency.ts';
import { noSuch, refused } from './errors.ts';
import type { BookCaller, Reply } from './route.ts';

export type Write = Pick<Command, 'decide' | 'answer' | 'reason' | 'provisional'>;

/** Hands a command to the book's keeper, under the request's idempotency key if it has one. */
export async function submit(caller: BookCaller, write: Write): Promise<Reply> {
  return replyTo(caller, await outcomeOf(caller, write));
}

/** The same, for those who have to look at the outcome first. */
export function outcomeOf(
  { services, stream, actor, requestId, idempotency }: BookCaller,
  { decide, answer, reason, provisional }: Write,
): Promise<Outcome> {
  const command: Command = { decide, answer, reason, provisional, actor, requestId, idempotency };
  return services.keepers.submit(stream, command);
}

export function replyTo(caller: BookCaller, outcome: Outcome): Reply | Promise<Reply> {
  switch (outcome.kind) {
    case 'done':
      return outcome.answer;
    case 'refused':
      return refused(outcome.refusal);
    case 'key_reused':
      return keyReused();
    case 'replayed':
      return outcome.sealed ? unsealed(caller, outcome.answer) : { ...outcome.answer, replayed: true };
  }
}

/** An answer that shows a person is kept sealed under that person's key. Once they are forgotten, nobody has it. */
async function unsealed(
  { services }: BookCaller,
  { status, body }: { status: number; body: string },
): Promise<Reply> {
  const key = await services.vault.keyFor(body);
  if (key === undefined) return { ...noSuch('user'), passing: true };
  return { status, body: key.open(body), replayed: true };
}
