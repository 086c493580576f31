/** Commands that follow an answer. */
import type { Json } from '../model/prediction.ts';
import type { ApiCommand, Reference } from './command.ts';
import { toReference } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';

/** Makes one of the next commands, when it is due. */
export type MakeDraft = (context: Context) => Draft;

/** A command with its answer. */
export type Answered = {
  readonly command: ApiCommand;
  readonly body: Json;
  /** The code of a refusal; empty for a success. */
  readonly code: string;
  /** What it created, if anything. */
  readonly made: Made | undefined;
  /** As before the answer. */
  readonly context: Context;
  /** Whether an operator acts in the book of the command. */
  readonly hasOperator: boolean;
};

export type FollowUps = (answered: Answered) => readonly MakeDraft[];

export const send =
  (operation: string, params: NonNullable<Draft['params']>, body?: Draft['body']): MakeDraft =>
  () => ({ operation, params, ...(body !== undefined && { body }) });

/** The reason that an operator gives. */
export const WHY = { reason: 'Case 4712' };

/** The newest object of the user; undefined if there is none. */
export function newestOf({ created }: Context, prefix: string, user: Reference): Reference | undefined {
  const made = created.get(prefix)?.findLast(({ of }) => of?.$answer === user.$answer);
  return made && toReference(made, prefix);
}
