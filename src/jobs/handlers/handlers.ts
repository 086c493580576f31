/** The handler of each kind of task. A kind without a handler is not run. */
import { createNameCheckHandler } from './check-name.ts';
import { createOnrampExpiryHandler } from './expire-onramp.ts';
import type { TaskHandlers } from '../task-loop.ts';
import type { TaskDependencies } from './dependencies.ts';
import type { SubmitPayout } from './submit-payout.ts';
import { createDecisionHandler } from './notify-decision.ts';

export type HandlerDependencies = TaskDependencies & {
  /** The same instance that reviews use. */
  readonly submitPayout: SubmitPayout;
};

export function createHandlers(dependencies: HandlerDependencies): TaskHandlers {
  const { submitPayout } = dependencies;
  return {
    submit_payout: ({ stream, subject }) => submitPayout(stream, subject),
    check_name: createNameCheckHandler(dependencies),
    expire_onramp: createOnrampExpiryHandler(dependencies),
    tell_decision: createDecisionHandler(dependencies),
  };
}
