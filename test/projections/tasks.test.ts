import { expect } from 'chai';
import { taskId, tasksProjection, type Task } from '../../projections/tasks.ts';
import { EXPIRED_REASON, cancelOnramp } from '../../src/ledger/onramp.ts';
import type { ProjectedDocument } from '../../src/read-models/projection.ts';
import { USD, arrival, onramp, review } from '../support/ledger-commands.ts';
import { given, idIn, type Ledger } from '../support/ledger.ts';
import { INSTRUCTIONS, START_TIME } from '../support/policy.ts';

const EXPIRES_MS = START_TIME + 3_600_000;

/** The open tasks after all events of a ledger. */
function openTasks({ events }: Ledger): Map<string, ProjectedDocument<Task>> {
  const open = new Map<string, ProjectedDocument<Task>>();
  for (const event of events) {
    const rule = tasksProjection.rules[event.type];
    if (rule === 'ignore') continue;
    // The rules of tasks use only the event, its stream, and its time.
    const seen = event as never;
    for (const id of rule.touches?.(seen) ?? []) {
      const after = rule.fold?.(open.get(id), seen, id);
      if (after === null) open.delete(id);
      // Only the clock of a book is not a task, and these ledgers have none.
      else if (after !== undefined) open.set(id, after as ProjectedDocument<Task>);
    }
  }
  // A document without terms is not a task yet.
  return new Map([...open].filter(([, { terms }]) => terms.length > 0));
}

describe('The task to expire an on-ramp', () => {
  function waiting() {
    const ledger = given();
    const expires_at = new Date(EXPIRES_MS).toISOString();
    const provider = { instructions: { ...INSTRUCTIONS, expires_at } };
    const id = idIn(ledger.run(onramp(ledger.wallet(), '50.00', USD, { provider })), 'transfer_id');
    return { ledger, id };
  }

  it('opens with the instructions and is due when they expire', () => {
    const { ledger, id } = waiting();
    const [[taskIs, task] = [], ...more] = [...openTasks(ledger)];
    expect(more).to.deep.equal([]);
    expect(taskIs).to.equal(taskId('expire_onramp', id, EXPIRES_MS));
    expect(task?.value).to.deep.include({ kind: 'expire_onramp', subject: id });
    expect(task?.value.due_at).to.equal(new Date(EXPIRES_MS).toISOString());
  });

  it('closes with any event that ends the wait', () => {
    const ends = [
      (ledger: Ledger, id: string) => ledger.run(arrival(id, '50.00')),
      (ledger: Ledger, id: string) => ledger.run(arrival(id, '50.00', 'in_review')),
      (ledger: Ledger, id: string) => ledger.run(arrival(id, '0.50')),
      (ledger: Ledger, id: string) =>
        ledger.run((book) => cancelOnramp(book, { transfer_id: id, reason: EXPIRED_REASON })),
      (ledger: Ledger, id: string) => {
        ledger.advanceClock(3_600_000);
        return ledger.run(arrival(id, '50.00'));
      },
    ];
    for (const end of ends) {
      const { ledger, id } = waiting();
      end(ledger, id);
      expect([...openTasks(ledger).keys()]).to.deep.equal([]);
    }
  });

  it('does not exist for deposits to standing accounts or failed on-ramps', () => {
    const ledger = given();
    ledger.run(arrival(ledger.depositAccount(ledger.wallet()), '5.00', 'in_review'));
    const provider = { refused: { code: 'refused_by_rail', message: 'No.' } };
    ledger.run(onramp(ledger.wallet(), '5.00', USD, { provider }));
    expect([...openTasks(ledger).keys()]).to.deep.equal([]);
  });
});

describe('The task to report a review decision to a rail', () => {
  const notified = (transfer_id: string) =>
    ({ type: 'deposit.decision_told', data: { transfer_id } }) as const;

  it('opens with the decision, is due immediately, and closes once the rail was notified', () => {
    for (const outcome of ['approved', 'rejected'] as const) {
      const ledger = given();
      const account = ledger.depositAccount(ledger.wallet());
      const id = idIn(ledger.run(arrival(account, '5.00', 'in_review')), 'transfer_id');
      expect([...openTasks(ledger).keys()]).to.deep.equal([]);
      ledger.advanceClock(60_000);
      ledger.run(review(id, outcome));
      const [[taskIs, task] = [], ...more] = [...openTasks(ledger)];
      expect(more).to.deep.equal([]);
      expect(taskIs).to.equal(taskId('tell_decision', id));
      expect(task).to.deep.include({ terms: ['kind:tell_decision'] });
      expect(task?.value).to.deep.include({ kind: 'tell_decision', subject: id });
      expect(task?.value.due_at).to.equal(ledger.events.at(-1)?.time);
      ledger.record(notified(id));
      expect([...openTasks(ledger).keys()]).to.deep.equal([]);
    }
  });

  it('does not exist for deposits without a review', () => {
    const ledger = given();
    const account = ledger.depositAccount(ledger.wallet());
    for (const outcome of ['credited', 'returned'] as const) ledger.run(arrival(account, '5.00', outcome));
    const held = ledger.heldTransfer();
    ledger.run(review(held.id, 'approved'));
    expect([...openTasks(ledger).keys()]).to.deep.equal([]);
  });
});
