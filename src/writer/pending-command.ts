/** A submitted command without an answer. It is answered once the batch that it depends on is acknowledged. */
import type { BookEvent } from '../ledger/event.ts';
import type { Answer, Command, Outcome } from './command.ts';
import type { IdempotencyKeyUse } from '../read-models/idempotency-key-use.ts';

export type PendingCommand = {
  readonly command: Command;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  /** How often it was decided again after another writer's events were read. */
  attempts: number;
  /** The key is known to be unused up to this revision. */
  keyUnusedThrough: number;
  /** Whether it waits for an append that was under way when it was decided. */
  joinedAppend: boolean;
  /** Undefined until the command is decided. */
  decision: Decided | undefined;
};

export type Decided =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly events: readonly BookEvent[] }
  | { readonly kind: 'repeat'; readonly use: IdempotencyKeyUse }
  | { readonly kind: 'final'; readonly outcome: Outcome };

/** Whether its refusal may be returned before the events that it depends on are acknowledged. */
export const isProvisional = ({ command: { provisional }, decision }: PendingCommand): boolean =>
  provisional !== undefined &&
  decision?.kind === 'final' &&
  decision.outcome.kind === 'refused' &&
  provisional.has(decision.outcome.refusal);
