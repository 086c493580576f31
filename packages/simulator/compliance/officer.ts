/** Operators who decide about identities and payees, and the people concerned. */
import { Difference } from '../checks/difference.ts';
import { textOf } from '../model/prediction.ts';
import { createPayees } from './payees.ts';
import type { Payees, PayeesOptions } from './payees.ts';
import { createPerson } from './person.ts';
import type { Person } from './person.ts';
import type { IntegratorCalls } from '../clients/integrator-calls.ts';

export type OfficerOptions = PayeesOptions & {
  /** The integrator's calls of production. */
  readonly production: IntegratorCalls;
  readonly integratorId: string;
};

export type Officer = {
  /** Opens wallets and payout accounts, before names are on the second list. */
  open(): Promise<void>;
  /** Acts until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  finish(): Promise<void>;
  finishAgain(): Promise<void>;
  check(): Promise<void>;
};

const PEOPLE = 4;

export function createOfficer(options: OfficerOptions): Officer {
  const { scheduler, random, calls, production: api, integratorId } = options;
  const people: Person[] = [];
  let payees: Payees | undefined;

  async function act(): Promise<void> {
    if (random.oneIn(2)) return payees?.act();
    const person = random.pickAny(people);
    if (person === undefined || (people.length < PEOPLE && random.oneIn(2)))
      people.push(await createPerson({ random, api, calls }, people.length + 1));
    else if (person.isUnderReview()) await person.review();
    else await person.submit();
  }

  /** The operators' list of identities to decide contains exactly those of the people under review. */
  async function checkList(): Promise<void> {
    const query = { integrator_id: integratorId, environment: 'production' };
    const expected = people.flatMap((each) => (each.isUnderReview() && !each.isErased() ? each.id : []));
    for (const list of [
      await calls.list('kyc_reviews', query),
      await calls.list('review_queue', { ...query, kind: 'identity' }),
    ]) {
      const shown = list.map((each) => textOf(each, 'id'));
      if (shown.toSorted().join() !== expected.toSorted().join())
        throw new Difference(`${shown.join()} are under review instead of ${expected.join()}`);
    }
  }

  return {
    async open() {
      payees = await createPayees(options);
    },
    async run(continues) {
      for (;;) {
        await scheduler.pause(500 + random.below(4_000));
        if (!continues()) return;
        await act();
      }
    },
    async finish() {
      await payees?.finish();
    },
    async finishAgain() {
      await payees?.finishAgain();
    },
    async check() {
      for (const person of people) await person.check();
      await checkList();
      for (const person of people.slice(0, 2)) await person.erase();
      for (const person of people) await person.check();
      await checkList();
      await payees?.check();
    },
  };
}
