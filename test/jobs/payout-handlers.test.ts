/** Task handlers with real writers and a real vault in memory, and with scripted rails. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import schema from '../../schemas/config.json' with { type: 'json' };
import { COLLECTIONS } from '../../projections/collections.ts';
import type { TaskKind } from '../../projections/tasks.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { approveOfframp } from '../../src/jobs/approve-offramp.ts';
import { createHandlers } from '../../src/jobs/handlers.ts';
import { PROVIDER_TIMEOUT_MS, createSubmitPayout, type SubmitPayout } from '../../src/jobs/submit-payout.ts';
import { supersedeProposals } from '../../src/ledger/limited-actions.ts';
import { deletePayoutAccount, type NameCheck } from '../../src/ledger/payout-account.ts';
import { settleManually, type ManualSettlement } from '../../src/ledger/payout.ts';
import type { Transfer } from '../../src/ledger/transfer.ts';
import {
  ProviderUnavailable,
  type NameCheckRequest,
  type PayoutOrder,
  type Provider,
  type Rails,
} from '../../src/rails/port.ts';
import { createRails } from '../../src/rails/rails.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createScreening } from '../../src/screening/screening.ts';
import { sanctionsListOf } from '../support/sanctions.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { sealPayoutSecrets } from '../../src/vault/payout-secrets.ts';
import { createVault, type Vault } from '../../src/vault/vault.ts';
import type { BookWriters } from '../../src/writer/command.ts';
import { AUTHENTICATION } from '../support/event-macs.ts';
import {
  arrival,
  depositAccount,
  offramp,
  payoutAccount,
  review,
  submission,
} from '../support/ledger-commands.ts';
import { STREAM } from '../support/policy.ts';
import { audit, command, done, idOf, keepersOn, openWalletOn } from '../support/writer.ts';

const DESTINATION = {
  type: 'bank' as const,
  bank_name: 'First Test Bank',
  account_number: '000123456789',
  routing_code: '021000021',
  swift_bic: null,
  account_type: null,
};

describe('Payout task handlers', () => {
  let eventStore: ReturnType<typeof createMemoryEventStore>;
  let writers: BookWriters;
  let vault: Vault;
  let submitPayout: SubmitPayout;
  let parts: Parameters<typeof createSubmitPayout>[0];
  let documents: DocumentStore;
  let errors: unknown[];
  let provider: Provider;
  let isUp: boolean;
  let wallet: string;
  let account: string;

  beforeEach(async () => {
    eventStore = createMemoryEventStore();
    documents = createMemoryDocumentStore();
    writers = keepersOn({ eventStore, documents });
    vault = createVault(documents, randomBytes(32));
    provider = createRails().provider('sandbox', 'bank_eft');
    isUp = true;
    errors = [];
    parts = {
      writers,
      documents,
      eventStore,
      authentication: AUTHENTICATION,
      vault,
      rails,
      screening: createScreening(sanctionsListOf(), deriveMacKey(randomBytes(32), 'screening v1')),
      log: { error: (about: unknown) => void errors.push(about) },
    };
    submitPayout = createSubmitPayout(parts);
    wallet = await openWalletOn(writers, '0.00');
    const user = await userOf(wallet);
    const deposits = idOf(await done(writers, depositAccount(user, wallet)), 'da');
    await done(writers, arrival(deposits, '9000.00'));
    account = await openAccount(user);
  });

  const rails: Rails = {
    provider() {
      if (!isUp) throw new ProviderUnavailable('down');
      return provider;
    },
    isAvailable: () => isUp,
  };

  const userOf = (id: string): Promise<string> =>
    writers.read(STREAM, (book) => book.wallets.get(id)?.user_id ?? '');

  async function openAccount(user: string): Promise<string> {
    const key = await vault.createKey();
    const secrets = { account_owner_name: 'Ada Moreau', destination: DESTINATION };
    const seal = (id: string) => sealPayoutSecrets(key, STREAM, { user_id: user, id }, secrets);
    return idOf(await done(writers, payoutAccount(user, { seal })), 'pa');
  }

  const create = async (amount = '100.00'): Promise<string> =>
    idOf(await done(writers, offramp(wallet, account, amount)), 'trf');
  const stateOf = (id: string): Promise<Transfer['state'] | 'over'> =>
    writers.read(STREAM, (book) => book.transfers.get(id)?.state ?? 'over');
  const nameCheckOf = (id: string): Promise<NameCheck | undefined> =>
    writers.read(STREAM, (book) => book.payoutAccounts.get(id)?.account.name_check);

  function run(kind: TaskKind, subject: string): Promise<void> {
    const handler = createHandlers({ ...parts, rails, submitPayout })[kind];
    if (handler === undefined) throw new Error(`${kind} has no handler`);
    return handler({ kind, stream: STREAM, subject, due_at: '2026-03-01T09:00:00.000Z' });
  }

  async function faultOf(work: Promise<void>): Promise<unknown> {
    let fault: unknown;
    await work.catch((error: unknown) => (fault = error));
    return fault;
  }

  /** A provider that records its orders. */
  function recorded(answer: Provider['submitPayout']): PayoutOrder[] {
    const orders: PayoutOrder[] = [];
    provider = {
      ...provider,
      submitPayout(order) {
        orders.push(order);
        return answer(order);
      },
    };
    return orders;
  }
  const accepted = () => Promise.resolve({ accepted: true as const, rail_reference: 'R-1' });

  describe('that submit payouts', () => {
    it('send the rail a complete order under the transfer’s ID', async () => {
      const orders = recorded(accepted);
      const id = await create('150.55');
      await run('submit_payout', id);
      expect(orders).to.deep.equal([
        {
          transfer_id: id,
          amount: '1.50',
          currency: 'usd',
          rail: 'bank_eft',
          country: 'US',
          account_owner_name: 'Ada Moreau',
          destination: DESTINATION,
        },
      ]);
      expect(await stateOf(id)).to.equal('payout_submitted');
    });

    it('do nothing for a transfer that is submitted, finished, unknown, or in review', async () => {
      const orders = recorded(accepted);
      const id = await create();
      await run('submit_payout', id);
      await run('submit_payout', id);
      expect(orders).to.have.length(1);
      await run('submit_payout', 'trf_none');
      const richer = idOf(await done(writers, arrival(await newAccount(), '9000.00')), 'trf');
      expect(await stateOf(richer)).to.equal('over');
      const held = await create('1000000.00');
      await run('submit_payout', held);
      expect(await stateOf(held)).to.equal('in_review');
      expect(orders).to.have.length(1);
    });

    const newAccount = async (): Promise<string> =>
      idOf(await done(writers, depositAccount(await userOf(wallet), wallet)), 'da');

    it('leave a transfer unchanged while the rail is down or fails, and submit it later', async () => {
      const id = await create();
      isUp = false;
      expect(await faultOf(run('submit_payout', id))).to.be.instanceOf(ProviderUnavailable);
      isUp = true;
      recorded(() => Promise.reject(new Error('cut off')));
      expect(await faultOf(run('submit_payout', id))).to.be.instanceOf(Error);
      expect(await stateOf(id)).to.equal('pending');
      recorded(accepted);
      await run('submit_payout', id);
      expect(await stateOf(id)).to.equal('payout_submitted');
    });

    it('return the money when the rail refuses the order', async () => {
      recorded(() =>
        Promise.resolve({ accepted: false, reason: { code: 'closed', message: 'It is closed.' } }),
      );
      const id = await create();
      await run('submit_payout', id);
      expect(await stateOf(id)).to.equal('over');
      const { events } = await audit(eventStore);
      const states = events.flatMap(({ type, data }) =>
        type === 'transfer.state_changed' && data.transfer_id === id ? [data.state] : [],
      );
      expect(states).to.deep.equal(['payout_submitted', 'undeliverable', 'refunded']);
      const balance = await writers.read(STREAM, (book) => book.accounts.get(wallet));
      expect(balance?.cashable).to.equal(900_000_00n);
    });

    describe('to a payee who was listed meanwhile', () => {
      let sanctioned: SubmitPayout;
      beforeEach(() => {
        const key = deriveMacKey(randomBytes(32), 'screening v1');
        const screening = createScreening(sanctionsListOf(['Ada Maria Moreau']), key);
        sanctioned = createSubmitPayout({ ...parts, screening });
      });

      it('hold them, until an operator approves', async () => {
        const orders = recorded(accepted);
        const id = await create();
        await sanctioned(STREAM, id);
        await sanctioned(STREAM, id);
        expect([await stateOf(id), orders.length]).to.deep.equal(['in_review', 0]);
        const approval = {
          transfer_id: id,
          request: 'r-1',
          actor: 'operator:o',
          requestId: 'req_1',
          control: supersedeProposals(id),
        };
        await approveOfframp({ writers, submitPayout: sanctioned }, STREAM, approval);
        expect([await stateOf(id), orders.length]).to.deep.equal(['payout_submitted', 1]);
        const next = await create();
        await sanctioned(STREAM, next);
        expect(await stateOf(next), 'the next payout').to.equal('payout_submitted');
      });

      it('never refund one that may have reached the rail, unless the bank confirms it', async () => {
        recorded(() => Promise.reject(new Error('cut off')));
        const id = await create();
        expect(await faultOf(run('submit_payout', id))).to.be.instanceOf(Error);
        await sanctioned(STREAM, id);
        const rejected = await writers.submit(STREAM, command(review(id, 'rejected')));
        expect(rejected).to.have.nested.property('refusal.code', 'transfer_state_conflict');
        const reason = { code: 'bank', message: 'The bank has not paid it.' };
        await done(writers, (book) =>
          settleManually(book, {
            transfer_id: id,
            outcome: 'undeliverable',
            rail_reference: undefined,
            reason,
          }),
        );
        expect(await stateOf(id)).to.equal('over');
        expect((await writers.read(STREAM, (book) => book.accounts.get(wallet)))?.cashable).to.equal(
          900_000_00n,
        );
      });

      it('record that one reached the rail while another process held it', async () => {
        const id = await create();
        recorded(async () => {
          await sanctioned(STREAM, id);
          return accepted();
        });
        await run('submit_payout', id);
        expect(await stateOf(id)).to.equal('payout_submitted');
        expect(errors).to.deep.equal([]);
      });
    });

    it('time out on a rail that does not answer, and retry later', async () => {
      recorded(() => new Promise(() => undefined));
      const id = await create();
      const impatient = createSubmitPayout({ ...parts, deadlineMs: 10 });
      expect(await faultOf(impatient(STREAM, id))).to.be.an('error');
      expect(await stateOf(id)).to.equal('pending');
      recorded(accepted);
      await impatient(STREAM, id);
      expect(await stateOf(id)).to.equal('payout_submitted');
    });

    it('wait longer than the maximum connector timeout', () => {
      const { maximum } = schema.$defs.provider.properties.timeout_seconds;
      expect(PROVIDER_TIMEOUT_MS).to.be.above(maximum * 1_000);
    });

    it('share a submission in progress', async () => {
      let finish = (): void => undefined;
      const orders = recorded(async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return accepted();
      });
      const id = await create();
      const all = [submitPayout(STREAM, id), submitPayout(STREAM, id), run('submit_payout', id)];
      while (orders.length === 0) await new Promise((resolve) => setImmediate(resolve));
      finish();
      await Promise.all(all);
      expect(orders).to.have.length(1);
    });

    describe('that the rail accepts after the transfer has ended', () => {
      /** The rail accepts the order only after `meanwhile` has finished. */
      async function acceptedAfter(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
        recorded(async () => {
          await meanwhile();
          return accepted();
        });
        await run('submit_payout', id);
      }
      const byHand = (id: string, outcome: ManualSettlement['outcome'], rail_reference?: string) =>
        done(writers, (book) =>
          settleManually(book, {
            transfer_id: id,
            outcome,
            rail_reference,
            reason: { code: 'rail_gone', message: 'The rail is gone.' },
          }),
        );

      it('report a possible double payout', async () => {
        for (const outcome of ['undeliverable', 'completed'] as const) {
          const id = await create();
          await acceptedAfter(id, () => byHand(id, outcome));
          expect(errors.splice(0)).to.deep.equal([
            {
              stream: STREAM,
              transfer_id: id,
              environment: 'sandbox',
              rail: 'bank_eft',
              rail_reference: 'R-1',
            },
          ]);
        }
      });

      it('report it also if the transfer cannot be loaded', async () => {
        const id = await create();
        const get = () => Promise.reject(new Error('away'));
        submitPayout = createSubmitPayout({ ...parts, documents: { get } });
        await acceptedAfter(id, () => byHand(id, 'undeliverable'));
        expect(errors).to.have.length(1);
      });

      it('report nothing if another process recorded the submission', async () => {
        const id = await create();
        await acceptedAfter(id, () => done(writers, submission(id)));
        expect(errors).to.deep.equal([]);
        expect(await stateOf(id)).to.equal('payout_submitted');
      });

      it('report nothing if the transfer ended with this very payment', async () => {
        const id = await create();
        await acceptedAfter(id, async () => {
          await byHand(id, 'completed', 'R-1');
          const body = JSON.stringify({ id, receipt: { rail_reference: 'R-1' } });
          const document = { id, scope: STREAM, terms: [], body };
          await documents.ensure([{ name: COLLECTIONS.transfers, kind: 'state' }]);
          await documents.write(
            [{ collection: COLLECTIONS.transfers, id, document, position: 1n }],
            new Map(),
          );
        });
        expect(errors).to.deep.equal([]);
      });

      it('report nothing if the rail refused the order', async () => {
        const id = await create();
        const no = { accepted: false as const, reason: { code: 'closed', message: 'It is closed.' } };
        recorded(async () => {
          await byHand(id, 'undeliverable');
          return no;
        });
        await run('submit_payout', id);
        expect(errors).to.deep.equal([]);
      });
    });

    it('fail if the bank details cannot be opened', async () => {
      const orders = recorded(accepted);
      const id = await create();
      const sealed = await writers.read(STREAM, (book) => book.payoutAccounts.get(account)?.sealed);
      await vault.destroyKey(sealed ?? '');
      expect(await faultOf(run('submit_payout', id))).to.be.an('error');
      expect(orders).to.deep.equal([]);
      expect(await stateOf(id)).to.equal('pending');
    });
  });

  describe('that approve payouts', () => {
    const approval = (transfer_id: string) => ({
      transfer_id,
      request: 'one',
      actor: 'operator:test',
      requestId: 'req_1',
      control: supersedeProposals(transfer_id),
    });

    beforeEach(async () => {
      const deposits = idOf(await done(writers, depositAccount(await userOf(wallet), wallet)), 'da');
      await done(writers, arrival(deposits, '9000.00'));
    });

    it('wait for the rail for a limited time', async () => {
      let finish = (): void => undefined;
      recorded(async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return accepted();
      });
      const id = await create('1000000.00');
      await approveOfframp({ writers, submitPayout }, STREAM, approval(id), 10);
      expect(await stateOf(id)).to.equal('in_review');
      finish();
      await submitPayout(STREAM, id);
      expect(await stateOf(id)).to.equal('payout_submitted');
    });

    it('leave a failed submission to the task loop', async () => {
      const id = await create('1000000.00');
      isUp = false;
      const outcome = await approveOfframp({ writers, submitPayout }, STREAM, approval(id));
      expect(outcome.kind).to.equal('done');
      isUp = true;
      await run('submit_payout', id);
      expect(await stateOf(id)).to.equal('payout_submitted');
      const again = await approveOfframp({ writers, submitPayout }, STREAM, approval(id));
      expect(again.kind).to.equal('replayed');
    });

    it('refuse a transfer that cannot be approved', async () => {
      const id = await create('1000000.00');
      await done(writers, review(id, 'rejected'));
      const outcome = await approveOfframp({ writers, submitPayout }, STREAM, approval(id));
      expect(outcome.kind).to.equal('refused');
    });
  });

  describe('that check names', () => {
    it('send all known data to the rail and record the result', async () => {
      const questions: NameCheckRequest[] = [];
      provider = {
        ...provider,
        async checkName(question) {
          questions.push(question);
          expect(await nameCheckOf(account)).to.equal('pending');
          return 'match';
        },
      };
      await run('check_name', account);
      expect(questions).to.deep.equal([
        {
          rail: 'bank_eft',
          currency: 'usd',
          country: 'US',
          user_name: '',
          account_owner_name: 'Ada Moreau',
          destination: DESTINATION,
        },
      ]);
      expect(await nameCheckOf(account)).to.equal('match');
      await run('check_name', account);
      expect(questions).to.have.length(1);
    });

    it('repeat an interrupted check without recording it as pending again', async () => {
      const working = provider;
      provider = { ...working, checkName: () => Promise.reject(new Error('cut off')) };
      expect(await faultOf(run('check_name', account))).to.be.an('error');
      expect(await nameCheckOf(account)).to.equal('pending');
      provider = working;
      await run('check_name', account);
      const version = await writers.read(STREAM, (book) => book.payoutAccounts.get(account)?.account.version);
      expect([await nameCheckOf(account), version]).to.deep.equal(['no_match', 3]);
    });

    it('record nothing while the rail is down', async () => {
      isUp = false;
      expect(await faultOf(run('check_name', account))).to.be.instanceOf(ProviderUnavailable);
      expect(await nameCheckOf(account)).to.equal('not_supported');
    });

    it('end the check if the rail does not check names or the name has been erased', async () => {
      const types = async (): Promise<number> =>
        (await audit(eventStore)).events.filter(({ type }) => type === 'payout_account.name_checked').length;
      provider = { ...provider, checksNames: false };
      await run('check_name', account);
      expect([await nameCheckOf(account), await types()]).to.deep.equal(['not_supported', 1]);
    });

    it('do nothing for deleted or unknown accounts', async () => {
      const user_id = await userOf(wallet);
      await done(writers, (book) => deletePayoutAccount(book, { user_id, payout_account_id: account }));
      await run('check_name', account);
      await run('check_name', 'pa_none');
      expect(await nameCheckOf(account)).to.equal('not_supported');
    });
  });
});
