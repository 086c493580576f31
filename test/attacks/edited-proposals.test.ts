/**
 * Somebody edits the documents of proposals while honest operators approve them. What takes effect, and who may decide it, is
 * what the event proposed. Every action has a case here, and each is edited into every other one.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { ROLE_OF_ACTION, type ActionType } from '../../src/operator/resources/proposals.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newWallet,
  submittedOfframp,
  transferBody,
} from '../support/api-steps.ts';
import { createOperatorClient, type Answer, type Client } from '../support/client.ts';
import { editDocument } from '../support/edit-document.ts';
import { macsOf } from '../support/extra-keys.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { statementOf } from '../support/statements.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { operatorOf } from '../support/treasury.ts';

type Body = Answer['body'];

/** How an action is proposed, and what the approval answers. */
type Case = {
  /** Each call proposes something else of the same kind. */
  readonly propose: (by: Client) => Promise<Answer>;
  /** Whether the answer is what the action says. */
  readonly isDone: (answer: Body, action: Body) => boolean;
};

const SETTINGS = {
  reviews: { amount_at_least: { user_to_user: '100.00' }, four_eyes_at_least: '100.00' },
  dual_control: {
    rewards_at_least: '100.00',
    trades_at_least: '100.00',
    allocations_at_least: '100.00',
    payout_settlements_at_least: '100.00',
    late_movements_at_least: '100.00',
    write_offs_at_least: '100.00',
    corrections_at_least: '100.00',
  },
};
const TYPES = Object.keys(ROLE_OF_ACTION) as ActionType[];
const CAME_BACK = { code: 'came_back', message: 'The money came back.' };
const RECONCILIATION = '/operator/v1/reconciliation/sandbox';

describe('Somebody who edits the document of a proposal', function () {
  this.timeout(60_000);
  let folder: Folder;
  let service: RunningService;
  let wallet: Body;
  let other: Body;
  /** What proposals of each kind are about. */
  const subjects: Readonly<
    Record<'payouts' | 'paid' | 'deposits' | 'breaks' | 'statements' | 'matches', string[]>
  > = {
    payouts: [],
    paid: [],
    deposits: [],
    breaks: [],
    statements: [],
    matches: [],
  };
  const operators = new Map<string, Client>();
  const spare = new Map<ActionType, Body>();

  const start = async (more: object = {}): Promise<void> => {
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, { ...SETTINGS, ...more });
  };

  before(async () => {
    folder = await temporaryFolder();
    await start();
    wallet = await fundedWallet(service.sandbox, { cashable: '9000.00' });
    other = await newWallet(service.sandbox);
    const account = await newPayoutAccount(service.sandbox, wallet.user_id);
    for (let i = 0; i < 4; i++)
      subjects.payouts.push(
        (await submittedOfframp(service.sandbox, wallet.id, account.id, `${300 + i}.00`)).id,
      );
    for (let i = 0; i < 4; i++) {
      const { id } = await submittedOfframp(service.sandbox, wallet.id, account.id, `${400 + i}.00`);
      const path = `/v1/sandbox/transfers/${id}/payout_outcome`;
      expectBody(await service.sandbox.post(path, { outcome: 'completed' }), 200);
      subjects.paid.push(id);
    }
    const accountForDeposits = await newDepositAccount(service.sandbox, wallet);
    for (let i = 0; i < 4; i++) {
      const deposit = { deposit_account_id: accountForDeposits.id, amount: `${4 + i}.50` };
      subjects.deposits.push(expectBody(await service.sandbox.post('/v1/sandbox/deposits', deposit), 200).id);
    }
    const day = new Date().toISOString().slice(0, 10);
    const lines = [1, 2, 3, 4].map((i) => ({ day, amount: `-1${i}.00`, reference: `B-${i}` }));
    const statement = statementOf(lines, { opened_on: day, closed_on: day });
    expectBody(await operatorOf(service).post(`${RECONCILIATION}/statements`, statement), 201);
    for (let i = 0; i < 4; i++) {
      const extra = { opened_on: day, closed_on: day, opening_balance: `-${50 - i}.00` };
      const voided = statementOf([{ day, amount: `-${2 + i}.00`, reference: `V-${i}` }], extra);
      subjects.statements.push(
        expectBody(await operatorOf(service).post(`${RECONCILIATION}/statements`, voided), 201).id,
      );
    }
    for (let i = 0; i < 4; i++) await fundedWallet(service.sandbox, { cashable: `${200 + i}.00` });
    expectBody(await operatorOf(service).post(`${RECONCILIATION}/movements`), 200);
    const { data: items } = expectBody(
      await operatorOf(service).get(`${RECONCILIATION}/items?limit=100`),
      200,
    );
    const deposits = items.filter(({ movement }: Body) => movement?.amount.startsWith('2.'));
    const paid = deposits.map(({ movement }: Body) => ({
      ...{ day, amount: movement.amount, reference: movement.transfer_id },
    }));
    const received = statementOf(paid, { opened_on: day, closed_on: day, opening_balance: '70.00' });
    expectBody(await operatorOf(service).post(`${RECONCILIATION}/statements`, received), 201);
    await service.close();
    // Operators settle payouts of a rail that was removed.
    await start({ rails: { bank_eft: null } });
    for (const [name, role] of [
      ['Ana', 'admin'],
      ['Adam', 'admin'],
      ['Rita', 'reviewer'],
      ['Theo', 'treasury'],
    ] as const) {
      const issued = await operatorOf(service).post('/operator/v1/tokens', { name, role });
      operators.set(name, createOperatorClient(service.url, expectBody(issued, 201).secret));
    }
    const { data } = expectBody(await operator('Ana').get(`${RECONCILIATION}/items?limit=100`), 200);
    for (const { id, line, movement } of data) {
      if (line?.bank_reference?.startsWith('B-')) subjects.breaks.push(id);
      if (line !== null && movement !== null) subjects.matches.push(id);
    }
    for (const type of TYPES) spare.set(type, await propose(type));
  });
  after(async () => {
    await service.close();
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    const { findings } = await verify(source, { macs: macsOf(folder.path) });
    await source.close();
    await folder.remove();
    expect(findings).to.deep.equal([]);
  });

  let amounts = 1_000;
  const amount = (): string => `${(amounts += 1)}.00`;
  const CASES: Readonly<Record<ActionType, Case>> = {
    transfer_approval: {
      async propose(by) {
        const body = transferBody(wallet.id, other.id, '100.00');
        const { id } = expectBody(await service.sandbox.post('/v1/transfers', body), 201);
        return by.post(`/operator/v1/transfers/${id}/review`, { outcome: 'approved' });
      },
      isDone: ({ id, state }, { transfer_id }) => id === transfer_id && state === 'completed',
    },
    payout_settlement: {
      propose: (by) =>
        by.post(`/operator/v1/transfers/${subjects.payouts.pop() ?? ''}/payout_outcome`, {
          outcome: 'returned',
          reason: { code: 'bank_closed', message: 'The bank closed.' },
        }),
      isDone: ({ id, state }, { transfer_id }) => id === transfer_id && state === 'refunded',
    },
    payout_return: {
      propose: (by) =>
        by.post(`/operator/v1/transfers/${subjects.paid.pop() ?? ''}/return`, { reason: CAME_BACK }),
      isDone: ({ id, late_movement }, { transfer_id }) =>
        id === transfer_id && late_movement.type === 'return',
    },
    deposit_reversal: {
      propose: (by) =>
        by.post(`/operator/v1/transfers/${subjects.deposits.pop() ?? ''}/reversal`, { reason: CAME_BACK }),
      isDone: ({ id, late_movement }, { transfer_id }) =>
        id === transfer_id && late_movement.type === 'reversal',
    },
    reward: {
      propose: (by) => by.post(`/operator/v1/wallets/${other.id}/rewards`, { amount: amount() }),
      isDone: (entry, action) => entry.wallet_id === action.wallet_id && entry.amount === action.amount,
    },
    trade: {
      propose: (by) =>
        by.post('/operator/v1/treasury/sandbox/trades', { side: 'buy', coin_amount: '1', price: amount() }),
      isDone: ({ side, price }, action) => side === action.side && price === action.price,
    },
    allocation: {
      propose: (by) =>
        by.post('/operator/v1/treasury/sandbox/allocations', {
          integrator_id: service.credentials.integrator_id,
          points_backing: amount(),
        }),
      isDone: (allocation, action) => allocation.points_backing === action.points_backing,
    },
    write_off: {
      propose: (by) =>
        by.post(`${RECONCILIATION}/items/${subjects.breaks.pop() ?? ''}/resolution`, {
          resolution: 'write_off',
          reason: 'A fee.',
        }),
      isDone: ({ id, difference }, action) => id === action.item_id && difference === action.amount,
    },
    statement_void: {
      propose: (by) =>
        by.post(`${RECONCILIATION}/statements/${subjects.statements.pop() ?? ''}/void`, {
          reason: 'A mistake.',
        }),
      isDone: ({ id, voided_at }, action) => id === action.statement_id && voided_at !== null,
    },
    separation: {
      propose: (by) =>
        by.post(`${RECONCILIATION}/items/${subjects.matches.pop() ?? ''}/resolution`, {
          resolution: 'separate',
          reason: 'They are not the same.',
        }),
      isDone: ({ id, movement }, action) => id === action.item_id && movement === null,
    },
  };

  const operator = (name: string): Client => {
    const found = operators.get(name);
    if (found === undefined) throw new Error(`there is no operator ${name}`);
    return found;
  };
  const NAMES = { admin: 'Adam', reviewer: 'Rita', treasury: 'Theo', viewer: 'nobody' };
  const nameFor = (type: ActionType): string => NAMES[ROLE_OF_ACTION[type]];
  const shown = async (id: string): Promise<Body> =>
    expectBody(await operator('Ana').get(`/operator/v1/proposals/${id}`), 200);
  const approve = (name: string, id: string): Promise<Answer> =>
    operator(name).post(`/operator/v1/proposals/${id}/approve`);
  const propose = async (type: ActionType): Promise<Body> => {
    const proposal = expectBody(await CASES[type].propose(operator('Ana')), 202);
    // The document exists once it was read.
    expect((await shown(proposal.id)).action.type).to.equal(type);
    return proposal;
  };

  /** Makes the document of a proposal say something else. Proposals outside of books get a document, which they never have. */
  function edit(proposal: Body, change: object): void {
    const scope = bookStreamOf(service.credentials.integrator_id, 'sandbox');
    editDocument(folder.path, COLLECTIONS.proposals, { scope, body: { ...proposal, ...change } });
  }

  it('cannot have an honest operator grant a larger reward to another wallet', async () => {
    const proposal = await propose('reward');
    edit(proposal, { action: { ...proposal.action, wallet_id: wallet.id, amount: '900000.00' } });
    const entry = expectBody(await approve('Theo', proposal.id), 201);
    expect(entry).to.include({ wallet_id: other.id, amount: proposal.action.amount });
  });

  it('cannot have an honest operator approve another transfer', async () => {
    const [proposal, victim] = [await propose('transfer_approval'), await propose('transfer_approval')];
    edit(proposal, { action: victim.action });
    expect(expectBody(await approve('Rita', proposal.id), 200).id).to.equal(proposal.action.transfer_id);
    const { transfer_id } = victim.action;
    expect(expectBody(await service.sandbox.get(`/v1/transfers/${transfer_id}`), 200).state).to.equal(
      'in_review',
    );
  });

  it('cannot have an operator decide another action, whose role may not decide what was proposed', async () => {
    const proposal = await propose('transfer_approval');
    edit(proposal, {
      action: { type: 'reward', wallet_id: other.id, amount: '1.00', description: 'Reward' },
    });
    expectError(await approve('Theo', proposal.id), 403, 'permission_denied');
    expect((await shown(proposal.id)).state).to.equal('open');
  });

  for (const type of TYPES) {
    it(`changes nothing about ${type}: neither what is shown, nor who decides, nor what takes effect`, async () => {
      const [proposal, similar] = [await propose(type), await propose(type)];
      const others = [similar, ...TYPES.filter((each) => each !== type).map(alwaysOpen)];
      for (const { action } of others) {
        edit(proposal, { action, points: '0.01', proposed_by: 'Somebody else' });
        expect(await shown(proposal.id)).to.deep.equal(proposal);
        const { data } = expectBody(await operator('Ana').get('/operator/v1/proposals'), 200);
        expect(data.find(({ id }: Body) => id === proposal.id)).to.deep.equal(proposal);
        expectError(await approve('Ana', proposal.id), 403, 'second_operator_required');
        const unfit = nameFor(type) === 'Rita' ? 'Theo' : 'Rita';
        expectError(await approve(unfit, proposal.id), 403, 'permission_denied');
      }
      const { status, body, text } = await approve(nameFor(type), proposal.id);
      expect(status, text).to.be.oneOf([200, 201]);
      const { isDone } = CASES[type];
      expect(isDone(body, proposal.action), `${text} of ${JSON.stringify(proposal.action)}`).to.equal(true);
      for (const { id } of others) expect((await shown(id)).state).to.equal('open');
    });
  }

  /** The open proposal of each action that documents of other proposals are edited into. It is never approved. */
  const alwaysOpen = (type: ActionType): Body => {
    const found = spare.get(type);
    if (found === undefined) throw new Error(`nothing of the kind ${type} was proposed`);
    return found;
  };
});
