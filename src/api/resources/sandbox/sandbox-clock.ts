/** The time of the caller's sandbox book. */
import { advanceClock, clockFromEvent, presentClock } from '../../../ledger/sandbox-clock.ts';
import type { SandboxClock } from '../../../ledger/sandbox-clock.ts';
import type { AnswerSource } from '../../../writer/command.ts';
import type { Caller, Handlers } from '../../operations/operation.ts';
import { submit } from '../../operations/write.ts';

export const sandboxClockHandlers = {
  advanceSandboxClock: (call) =>
    submit(call, { decide: (book) => advanceClock(book, call.body), answer: ADVANCED_ANSWER }),
  getSandboxClock: async (caller) => ({ status: 200, body: JSON.stringify(await currentClock(caller)) }),
} satisfies Partial<Handlers>;

/** The time at which a command would be decided now. */
async function currentClock({ services, stream }: Caller): Promise<SandboxClock> {
  let clock: SandboxClock | undefined;
  await services.writers.dryRun(stream, ({ clockAheadMs }, { now }) => {
    clock = presentClock(clockAheadMs, now);
    return { events: [] };
  });
  if (clock === undefined) throw new Error(`the dry run on ${stream} did not read the book`);
  return clock;
}

const ADVANCED_ANSWER: AnswerSource = {
  from: 'events',
  render([event]) {
    if (event?.type !== 'clock.advanced') throw new Error('expected the event clock.advanced');
    return { status: 200, body: JSON.stringify(clockFromEvent(event)) };
  },
};
