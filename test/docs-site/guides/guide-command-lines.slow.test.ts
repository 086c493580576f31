/** Runs the command lines of the guides as operators would, with real objects instead of the placeholders. */
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import {
  expectBody,
  fundedWallet,
  newPayoutAccount,
  newUser,
  submittedOfframp,
  waitForTransferState,
} from '../../support/api-steps.ts';
import { hasShell } from '../../support/installed-programs.ts';
import {
  OPERATOR_WORLD_SETTINGS,
  createKey,
  createOperatorWorld,
  transferInReview,
  userUnderReview,
  type OperatorWorld,
} from '../../support/operator-world.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../support/service-with-operators.ts';
import { skip } from '../../support/skip.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';
import { commandLinesOf, runLines } from './command-lines.ts';
import { ROOT } from './guide-blocks.ts';

const GUIDES = ['docs/operators.md', 'docs/monitoring.md', 'docs/cli.md', 'docs/auditors.md'];

/** Lines that need another machine or another state, with the reason. */
const NOT_HERE: readonly (readonly [line: RegExp, reason: string])[] = [
  [/tokens first/, 'the service has a token already'],
  [/^export BASE_URL/, 'the service is elsewhere'],
  [
    /--public-key|CHECKPOINT_DIR|\/mnt\/|--states|esdb:/,
    'the service has no checkpoints; test/audit runs it',
  ],
  [/DATA_DIR=\/srv/, 'the data is elsewhere'],
  [/npm |npx |install/, 'test/cli/package.slow.test.ts installs the packages'],
  [/completion|login|listen|logs tail|trigger transfer/, 'suites of test/cli run it'],
  [/kyc (identity|screening)/, 'only users of the hosted pages have one; test/operator reads them'],
  [/int_…-production|--revision 1204/, 'the book has fewer events'],
];

describe('The command lines of the guides', function () {
  this.timeout(300_000);
  let service: ServiceWithOperators;
  let folder: Folder;
  let world: OperatorWorld;
  before(async () => {
    service = await startServiceWithOperators(OPERATOR_WORLD_SETTINGS);
    folder = await temporaryFolder();
    world = await createOperatorWorld(service);
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  async function completedPayout(): Promise<string> {
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
    const account = await newPayoutAccount(sandbox, wallet.user_id);
    const { id } = await submittedOfframp(sandbox, wallet.id, account.id);
    expectBody(
      await sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, { outcome: 'completed' }),
      200,
    );
    await waitForTransferState(sandbox, id, 'completed');
    return id;
  }

  async function completedDeposit(): Promise<string> {
    const wallet = await fundedWallet(service.sandbox, { cashable: '100.00' });
    const path = `/v1/transfers?kind=onramp&user_id=${wallet.user_id}`;
    return expectBody(await service.sandbox.get(path), 200).data[0].id;
  }

  /** A new proposal of the treasury's operator. */
  async function proposal(): Promise<string> {
    const wallet = await fundedWallet(service.sandbox, { earned: '10.00' });
    const path = `/operator/v1/wallets/${wallet.id}/rewards`;
    return expectBody(await service.operators.treasury.post(path, { amount: '70000.00' }), 202).id;
  }

  /** What a placeholder stands for in this line. Objects that a command changes are new for each line. */
  async function objectFor(placeholder: string, line: string): Promise<string> {
    const { sandbox, admin } = service;
    const integrator = world['integrator_id'] ?? '';
    switch (placeholder.slice(0, placeholder.indexOf('_'))) {
      case 'trf':
        if (line.includes('payouts return')) return completedPayout();
        return line.includes('reverse-deposit') ? completedDeposit() : (await transferInReview(sandbox)).id;
      case 'usr': {
        const { id } = await userUnderReview(sandbox);
        if (line.includes('users forget')) expectBody(await sandbox.post(`/v1/users/${id}/deactivate`), 200);
        return id;
      }
      case 'wal':
        return (await fundedWallet(sandbox, { earned: '10.00' })).id;
      case 'prp':
        return proposal();
      case 'key':
        return (await createKey(admin, integrator)).id;
      case 'int':
        return integrator;
      case 'opt': {
        const token = { name: 'Rita', role: 'viewer' };
        return expectBody(await admin.post('/operator/v1/tokens', token), 201).id;
      }
      case 'we':
        return world['webhook_endpoint_id'] ?? '';
      case 'whd':
        return world['webhook_delivery_id'] ?? '';
      case 'evt':
        await newUser(sandbox);
        return expectBody(await sandbox.get('/v1/events?limit=1'), 200).data[0].id;
      default:
        throw new Error(`What is ${placeholder} in: ${line}`);
    }
  }

  async function lineToRun(line: string): Promise<string> {
    let text = line.replaceAll(' docs/', ` ${fileURLToPath(ROOT)}docs/`);
    // This service has no rails in production.
    text = text.replace(/(rails \w+) production/, '$1 sandbox');
    for (const [placeholder] of line.matchAll(/\b[a-z]+_(?:01)?…/g))
      text = text.replace(placeholder, await objectFor(placeholder, line));
    const isWithdrawal = line.includes('proposals withdraw');
    // Only the operator who proposed it may withdraw it.
    return isWithdrawal ? `OPERATOR_TOKEN=${service.operators.treasury.apiKey} ${text}` : text;
  }

  for (const guide of GUIDES)
    it(`of ${guide} succeed`, async function () {
      if (!hasShell()) skip(this, 'needs bash and curl');
      let ran = 0;
      for (const lines of commandLinesOf(guide)) {
        const here = lines.filter((line) => !NOT_HERE.some(([pattern]) => pattern.test(line)));
        const withObjects: string[] = [];
        for (const line of here) withObjects.push(await lineToRun(line));
        await runLines(service, withObjects, folder.path);
        ran += here.length;
      }
      expect(ran, guide).to.be.greaterThan(1);
    });
});
