/** Operators and integrators whose decisions are compared one by one: manual settlement, compliance, and reviews in the console. */
import type { Config } from '../../../src/config/config.ts';
import { createConsoleSession } from '../clients/console-session.ts';
import { createIntegratorCalls, type IntegratorCalls } from '../clients/integrator-calls.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createDeployment } from '../cluster/deployment.ts';
import type { OperatorTokens, Pair } from '../cluster/world.ts';
import type { Random } from '../commands/random.ts';
import { createOfficer } from '../compliance/officer.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { createOperatorCalls } from './operator-calls.ts';
import { createReviewer } from './reviewer.ts';
import { createSettler } from './settler.ts';

export type BackOfficeOptions = {
  readonly cluster: Cluster;
  readonly scheduler: Scheduler;
  readonly randomOf: (purpose: number) => Random;
  readonly operators: OperatorTokens;
  /** One pair of integrators for each of them. */
  readonly pairs: readonly Pair[];
  /** The configuration that is deployed during the run: without the rail `giro`, and with a longer sanctions list. */
  readonly later: Config;
};

export const BACK_OFFICE_PAIRS = 3;

export type BackOffice = {
  /** What has to exist before the later configuration is deployed. */
  open(): Promise<void>;
  /** Acts until the condition ends. */
  run(continues: () => boolean): Promise<void>;
  /** Ends every payout that its rail never answers. */
  finish(): Promise<void>;
  /** The same for payouts that wait again because older events were restored. */
  finishAgain(): Promise<void>;
  /** Compares what is there with what was decided. */
  check(): Promise<void>;
};

const nothing = (): Promise<void> => Promise.resolve();
/** For the runs without a back office, which are faster. */
export const CLOSED_BACK_OFFICE: BackOffice = {
  ...{ open: nothing, run: nothing, finish: nothing, finishAgain: nothing, check: nothing },
};

export function createBackOffice(options: BackOfficeOptions): BackOffice {
  const { cluster, scheduler, randomOf, operators, pairs, later } = options;
  const deployment = createDeployment(cluster, scheduler, later);
  const [settled, compliant, reviewed] = pairs;
  if (settled === undefined || compliant === undefined || reviewed === undefined)
    throw new Error(`The back office needs ${BACK_OFFICE_PAIRS} pairs of integrators.`);
  let purpose = 0;
  const nextRandom = (): Random => randomOf((purpose += 1));
  const apiOf = (name: string, { keys }: Pair, key: 'sandbox' | 'production' = 'sandbox'): IntegratorCalls =>
    createIntegratorCalls({ name, cluster, scheduler, random: nextRandom(), apiKey: keys[key] });
  const callsOf = (name: string) =>
    createOperatorCalls({ name, cluster, scheduler, random: nextRandom(), operators });

  const settler = createSettler({
    ...{ scheduler, random: nextRandom(), deployment },
    ...{ api: apiOf('settler', settled), calls: callsOf('settler') },
  });
  const officer = createOfficer({
    ...{ scheduler, random: nextRandom(), deployment, integratorId: compliant.integratorIds[0] },
    ...{ api: apiOf('officer', compliant), production: apiOf('officer', compliant, 'production') },
    calls: callsOf('officer'),
  });
  const reviewer = createReviewer({
    ...{ scheduler, random: nextRandom(), api: apiOf('reviewer', reviewed) },
    sessions: [operators.operator, operators.secondOperator].map((token) =>
      createConsoleSession({ cluster, scheduler, random: nextRandom(), token }),
    ),
  });

  const all = [settler, officer, reviewer];
  return {
    open: () => officer.open(),
    async run(continues) {
      await Promise.all(all.map((each) => each.run(continues)));
    },
    async finish() {
      await deployment.complete();
      await settler.finish();
      await officer.finish();
    },
    async finishAgain() {
      await settler.finishAgain();
      await officer.finishAgain();
    },
    async check() {
      for (const each of all) await each.check();
    },
  };
}
