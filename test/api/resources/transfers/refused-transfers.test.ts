/** Refused transfers, and dry runs. */
import { expect } from 'chai';
import type { Client } from '../../../support/client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newPayoutAccount,
  newWallet,
  unknownId,
  onrampBody,
  transferBody,
} from '../../../support/api-steps.ts';
import { startTransferService } from '../../../support/transfer-service.ts';
import type { TransferService } from '../../../support/transfer-service.ts';

describe('Transfers', () => {
  let service: TransferService;
  let sandbox: Client;
  let post: TransferService['post'];
  let balanceOf: TransferService['balanceOf'];
  let kyc: TransferService['kyc'];
  before(async () => {
    service = await startTransferService();
    ({ sandbox, post, balanceOf, kyc } = service);
  });
  after(() => service.close());

  describe('that are refused', () => {
    it('say which side is unknown, and what its ID identifies', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00' });
      const account = await newPayoutAccount(sandbox, from.user_id);
      const messageOf = async (status: 404 | 422, code: string, source: string, destination: string) =>
        expectError(await post(transferBody(source, destination, '1.00')), status, code).message;
      const unknown = unknownId('wal');
      expect(await messageOf(404, 'not_found', unknown, from.id)).to.contain(
        'Unknown wallet in `source.wallet_id`.',
      );
      expect(await messageOf(404, 'not_found', from.id, unknown)).to.contain(
        'Unknown wallet in `destination.wallet_id`.',
      );
      expect(await messageOf(404, 'not_found', from.user_id, from.id)).to.contain(
        '`source.wallet_id` is the ID of a user, not of a wallet.',
      );
      expect(await messageOf(404, 'not_found', from.id, account.id)).to.contain(
        '`destination.wallet_id` is the ID of a payout account, not of a wallet.',
      );
      expect(await messageOf(422, 'unsupported_route', from.id, from.id)).to.contain(
        'The source and the destination are the same wallet.',
      );
    });

    it('have a reason', async () => {
      const from = await fundedWallet(sandbox, { cashable: '100.00', earned: '10.00' });
      const { user_id } = from;
      const to = await newWallet(sandbox);
      const coin = await newWallet(sandbox, 'svc-coin');
      const path = `/v1/users/${user_id}/wallets`;
      const ownCoin = expectBody(
        await sandbox.post(path, { asset: 'svc-coin', acknowledge_price_risk: true }),
        201,
      );
      const fiat = (currency: string, rail: string) => ({ source: { type: 'fiat', currency, rail } });
      const payout = { type: 'payout_account', payout_account_id: unknownId('pa') };
      for (const [status, code, body] of [
        [404, 'not_found', transferBody(from.id, unknownId('wal'), '1.00')],
        [404, 'not_found', transferBody(unknownId('wal'), to.id, '1.00')],
        [404, 'not_found', transferBody(from.user_id, to.id, '1.00')],
        [404, 'not_found', transferBody('x', to.id, '1.00')],
        [404, 'not_found', onrampBody(unknownId('wal'), '5.00')],
        [404, 'not_found', { ...transferBody(from.id, to.id, '1.00'), destination: payout }],
        [422, 'unsupported_route', transferBody(from.id, from.id, '1.00')],
        [422, 'unsupported_route', transferBody(from.id, coin.id, '1.00')],
        [422, 'unsupported_route', transferBody(coin.id, from.id, '1.00')],
        [422, 'unsupported_route', onrampBody(coin.id, '5.00')],
        [422, 'unsupported_route', onrampBody(to.id, '5.00', fiat('gbp', 'bank_eft'))],
        [422, 'unsupported_route', onrampBody(to.id, '5.00', fiat('usd', 'pigeon'))],
        [422, 'amount_below_minimum', transferBody(from.id, to.id, '0.04')],
        [422, 'amount_below_minimum', transferBody(from.id, to.id, '0')],
        [422, 'amount_below_minimum', onrampBody(to.id, '0.99')],
        [422, 'amount_above_maximum', transferBody(from.id, to.id, '5000.01')],
        [422, 'amount_above_maximum', onrampBody(to.id, '1000.01')],
        [422, 'insufficient_balance', transferBody(from.id, to.id, '110.01')],
        [422, 'validation_failed', transferBody(from.id, to.id, '1.001')],
        [422, 'validation_failed', onrampBody(to.id, '5.001')],
        [422, 'validation_failed', transferBody(from.id, to.id, '1.00', { quote_id: unknownId('qt') })],
        [422, 'validation_failed', onrampBody(to.id, '5.00', { quote_id: unknownId('qt') })],
        [422, 'validation_failed', transferBody(from.id, ownCoin.id, '1.00')],
      ] as const) {
        expectError(await post(body), status, code);
        expectError(await post({ ...body, dry_run: true }), status, code);
      }
      expect(await balanceOf(from)).to.include({ available: '110.00' });
      expect(await listAll(sandbox, `/v1/transfers?user_id=${to.user_id}`)).to.deep.equal([]);
    });

    it('need both parties approved', async () => {
      const from = await fundedWallet(sandbox, { earned: '20.00' });
      const to = await newWallet(sandbox);
      const bodies = [
        transferBody(from.id, to.id, '1.00'),
        transferBody(from.id, to.id, '1.00', { dry_run: true }),
      ];
      for (const party of [from, to]) {
        for (const status of ['rejected', 'incomplete', 'under_review', 'not_started']) {
          await kyc(party, status);
          for (const body of bodies) expectError(await post(body), 403, 'user_not_approved');
        }
        if (party === to) expectError(await post(onrampBody(to.id, '5.00')), 403, 'user_not_approved');
        await kyc(party, 'approved');
      }
      expectBody(await post(bodies[0] ?? {}), 201);
    });

    it('have no route between their source and destination', async () => {
      const owned = await fundedWallet(sandbox, { cashable: '100.00' });
      const account = await newPayoutAccount(sandbox, owned.user_id);
      const wallet = { type: 'wallet', wallet_id: owned.id };
      const payout = { type: 'payout_account', payout_account_id: account.id };
      const fiat = { type: 'fiat', currency: 'usd', rail: 'bank_eft' };
      const pairs = [
        [payout, wallet],
        [payout, payout],
        [payout, fiat],
        [wallet, fiat],
        [fiat, fiat],
        [fiat, payout],
      ] as const;
      const expectAll = async (status: number, code: string): Promise<void> => {
        for (const [source, destination] of pairs) {
          if (status !== 422 && source === fiat && destination === fiat) continue;
          const body = { source, destination, amount: '1.00' };
          expectError(await post(body), status, code);
          expectError(await post({ ...body, dry_run: true }), status, code);
        }
      };
      await expectAll(422, 'unsupported_route');
      await kyc(owned, 'rejected');
      await expectAll(403, 'user_not_approved');
      await kyc(owned, 'approved');
      for (const [source, destination] of [
        [{ ...payout, payout_account_id: unknownId('pa') }, wallet],
        [payout, { ...wallet, wallet_id: unknownId('wal') }],
        [payout, { ...payout, payout_account_id: unknownId('pa') }],
        [{ ...wallet, wallet_id: unknownId('wal') }, fiat],
      ] as const)
        expectError(await post({ source, destination, amount: '1.00' }), 404, 'not_found');
    });

    it('have a source and a destination of a known type', async () => {
      const wallet = { type: 'wallet', wallet_id: unknownId('wal') };
      const amount = '1.00';
      for (const [source, destination, fields] of [
        [wallet, { type: 'fiat', rail: 'bank_eft' }, ['destination.currency']],
        [{ type: 'payout_account' }, wallet, ['source.payout_account_id']],
        [{ type: 'bank' }, { type: 'user' }, ['source.type', 'destination.type']],
        [{ type: 'fiat', currency: 'usd' }, wallet, ['source.rail']],
        [{ type: 'fiat', currency: 'US$', rail: '' }, wallet, ['source.currency', 'source.rail']],
        [
          { type: 'wallet' },
          { type: 'payout_account' },
          ['source.wallet_id', 'destination.payout_account_id'],
        ],
        [{}, wallet, ['source.type']],
        ['x', null, ['source', 'destination']],
      ] as const) {
        const { details } = expectError(
          await post({ source, destination, amount }),
          422,
          'validation_failed',
        );
        const named = details.map(({ field }: { field: string }) => field);
        expect(named).to.include.members([...fields]);
      }
    });

    it('never overspend under concurrency', async () => {
      const from = await fundedWallet(sandbox, { earned: '10.00' });
      const to = await newWallet(sandbox);
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => post(transferBody(from.id, to.id, '1.00'))),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(10);
      for (const answer of answers)
        if (answer.status !== 201) expectError(answer, 422, 'insufficient_balance');
      expect(await balanceOf(from)).to.include({ available: '0.00' });
      expect(await balanceOf(to)).to.include({ available: '10.00' });
    });
  });

  describe('in a dry run', () => {
    it('show the result and change nothing', async () => {
      const from = await fundedWallet(sandbox, { cashable: '2000.00', earned: '10.00' });
      const to = await newWallet(sandbox);
      const before = [await balanceOf(from), await balanceOf(to)];
      const events = await listAll(sandbox, '/v1/events');
      for (const body of [
        transferBody(from.id, to.id, '1.5'),
        transferBody(from.id, to.id, '1500.00'),
        onrampBody(to.id, '12.34'),
      ]) {
        const preview = expectBody(await post({ ...body, dry_run: true }), 200);
        const isFiat = body.source.type === 'fiat';
        const { estimated, ...rest } = preview;
        const amount = Number(body.amount).toFixed(2);
        expect(estimated.amount_credited).to.equal(isFiat ? '1234.00' : amount);
        expect(estimated.rate).to.equal(isFiat ? '100' : null);
        expect(estimated.fees).to.deep.equal([]);
        expect(rest).to.deep.include({ object: 'transfer_preview', amount });
        expect([await balanceOf(from), await balanceOf(to)]).to.deep.equal(before);
      }
      expect(await listAll(sandbox, `/v1/transfers?wallet_id=${to.id}`)).to.deep.equal([]);
      expect(await listAll(sandbox, '/v1/events')).to.deep.equal(events);
      const real = expectBody(await post({ ...transferBody(from.id, to.id, '1.5'), dry_run: false }), 201);
      const { kind, source, destination, amount } = real;
      const preview = expectBody(await post({ ...transferBody(from.id, to.id, '1.5'), dry_run: true }), 200);
      expect(preview).to.deep.include({ kind, source, destination, amount });
    });
  });
});
