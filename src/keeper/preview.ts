/** A command that only looks, and so is always refused. */
import type { Refusal } from '../ledger/refusal.ts';
import type { Command } from './command.ts';

/** Never told to anybody. */
export const PREVIEWED: Refusal = { code: 'not_found', message: 'This was only looked at.' };

export const PREVIEW: Command = {
  decide: () => ({ refusal: PREVIEWED }),
  answer: { from: 'events', render: () => ({ status: 200, body: '' }) },
  actor: 'system:preview',
  requestId: '',
};
