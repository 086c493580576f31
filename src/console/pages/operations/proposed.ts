/** What an action shows when it became a proposal instead of taking effect. */
import type { Flash } from '../../session/sessions.ts';
import type { ActionResult } from '../../action-form.ts';

type Next = { readonly to: string; readonly flash: Flash };

export const PROPOSALS_PATH = '/console/proposals';

/** `done` unless the answer is a proposal. */
export const nextAfter = ({ object }: ActionResult, done: Next): Next =>
  object === 'proposal'
    ? {
        to: PROPOSALS_PATH,
        flash: {
          tone: 'ok',
          text: 'The action is proposed. It takes effect when another operator approves it.',
        },
      }
    : done;
