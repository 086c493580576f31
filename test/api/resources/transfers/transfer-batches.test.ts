/** Batches of transfers between users. */
import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newWallet,
  transferBody,
  unknownId,
} from '../../../support/api-steps.ts';
import {
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../../../support/service-with-operators.ts';
import { startTransferService, type TransferService } from '../../../support/transfer-service.ts';

type Body = Answer['body'];

const BATCHES = '/v1/transfer_batches';

describe('A batch of transfers', () => {
  let service: TransferService;
  let sandbox: Client;
  let balanceOf: TransferService['balanceOf'];
  before(async () => {
    service = await startTransferService();
    ({ sandbox, balanceOf } = service);
  });
  after(() => service.close());

  const send = (mode: string, transfers: readonly object[], more: object = {}, options: object = {}) =>
    sandbox.post(BATCHES, { mode, transfers, ...more }, options);
  const codes = ({ results }: Body): string[] =>
    results.map(({ transfer, error }: Body) => transfer?.state ?? error.code);
  const wallets = async () => ({
    from: await fundedWallet(sandbox, { cashable: '100.00' }),
    to: await newWallet(sandbox),
    third: await newWallet(sandbox),
  });
  const available = async (wallet: Body): Promise<string> => (await balanceOf(wallet)).available;

  it('makes transfers in order, each with its own ID, events, and receipt', async () => {
    const { from, to, third } = await wallets();
    const batch = expectBody(
      await send('independent', [
        transferBody(from.id, to.id, '60.00', { integrator_reference: 'a', metadata: { n: '1' } }),
        transferBody(to.id, third.id, '50.00'),
        transferBody(from.id, third.id, '0.5'),
      ]),
      201,
    );
    expect(batch).to.include({
      object: 'transfer_batch',
      mode: 'independent',
      created_count: 3,
      refused_count: 0,
    });
    expect(codes(batch)).to.deep.equal(['completed', 'completed', 'completed']);
    expect(await Promise.all([from, to, third].map(available))).to.deep.equal(['39.50', '10.00', '50.50']);
    for (const { transfer } of batch.results) {
      expect(expectBody(await sandbox.get(`/v1/transfers/${transfer.id}`), 200)).to.deep.equal(transfer);
      const events = await listAll(sandbox, `/v1/events?object_id=${transfer.id}`);
      expect(events.map(({ type }) => type)).to.deep.equal(['transfer.state_changed', 'transfer.created']);
    }
    const [first] = batch.results;
    expect(first.transfer).to.include({ integrator_reference: 'a', amount: '60.00' });
    expect(expectBody(await sandbox.get(`${BATCHES}/${batch.id}`), 200)).to.deep.equal(batch);
  });

  it('puts the error of a refused transfer in its place, and makes the others', async () => {
    const { from, to } = await wallets();
    const batch = expectBody(
      await send('independent', [
        transferBody(from.id, to.id, '100.01'),
        transferBody(from.id, to.id, '100.00'),
        transferBody(from.id, to.id, '0.05'),
        transferBody(from.id, unknownId('wal'), '0.01'),
        transferBody(to.id, from.id, '0.001'),
        transferBody(to.id, from.id, '0.00'),
      ]),
      201,
    );
    expect(codes(batch)).to.deep.equal([
      'insufficient_balance',
      'completed',
      'insufficient_balance',
      'not_found',
      'validation_failed',
      'amount_below_minimum',
    ]);
    expect(batch).to.include({ created_count: 1, refused_count: 5 });
    const single = await sandbox.post('/v1/transfers', transferBody(to.id, from.id, '0.001'));
    const { code, message, details, type } = expectError(single, 422, 'validation_failed');
    expect(batch.results[4].error).to.deep.equal({ type, code, message, details });
    expect(expectBody(await sandbox.get(`${BATCHES}/${batch.id}`), 200)).to.deep.equal(batch);
  });

  it('records a batch in which every transfer was refused', async () => {
    const { from, to } = await wallets();
    const batch = expectBody(await send('independent', [transferBody(to.id, from.id, '1.00')]), 201);
    expect(codes(batch)).to.deep.equal(['insufficient_balance']);
    expect(expectBody(await sandbox.get(`${BATCHES}/${batch.id}`), 200)).to.deep.equal(batch);
  });

  it('is made as a whole or not at all if it is atomic', async () => {
    const { from, to, third } = await wallets();
    const transfers = [transferBody(from.id, to.id, '70.00'), transferBody(to.id, third.id, '70.00')];
    const tooMuch = transferBody(from.id, third.id, '30.01');
    const options = { idempotencyKey: `atomic ${from.id}` };
    const refused = await send('atomic', [...transfers, tooMuch, ...transfers], {}, options);
    const error = expectError(refused, 422, 'insufficient_balance');
    expect(error.message).to.equal(
      'The balance of the source wallet is too low. `transfers.2` was refused, so no transfer was made.',
    );
    expect(error.details).to.deep.equal([
      {
        field: 'transfers.2',
        code: 'insufficient_balance',
        message: 'The balance of the source wallet is too low.',
      },
    ]);
    expect(await Promise.all([from, to, third].map(available))).to.deep.equal(['100.00', '0.00', '0.00']);
    expect(await listAll(sandbox, `/v1/transfers?wallet_id=${to.id}`)).to.deep.equal([]);
    const again = await send('atomic', [...transfers, tooMuch, ...transfers], {}, options);
    expect([again.status, again.text]).to.deep.equal([refused.status, refused.text]);
    const done = expectBody(await send('atomic', transfers), 201);
    expect(codes(done)).to.deep.equal(['completed', 'completed']);
    expect(await Promise.all([from, to, third].map(available))).to.deep.equal(['30.00', '0.00', '70.00']);
  });

  it('names the field of a transfer that an atomic batch is refused for', async () => {
    const { from, to } = await wallets();
    const answer = await send('atomic', [
      transferBody(from.id, to.id, '1.00'),
      transferBody(from.id, to.id, '0.001'),
    ]);
    const error = expectError(answer, 422, 'validation_failed');
    expect(error.details).to.deep.equal([
      { field: 'transfers.1.amount', code: 'too_precise', message: 'amount must have at most 2 decimals.' },
    ]);
  });

  it('replays its answer, byte for byte, and reports a key that another request used', async () => {
    const { from, to } = await wallets();
    const transfers = [transferBody(from.id, to.id, '1.00'), transferBody(to.id, from.id, '2.00')];
    const options = { idempotencyKey: `replay ${from.id}` };
    const first = await send('independent', transfers, {}, options);
    expectBody(first, 201);
    expectBody(await sandbox.post('/v1/transfers', transferBody(to.id, from.id, '1.00')), 201);
    const again = await send('independent', transfers, {}, options);
    expect([again.status, again.text]).to.deep.equal([201, first.text]);
    expect(await available(from)).to.equal('100.00');
    expectError(await send('atomic', transfers, {}, options), 409, 'idempotency_key_reused');
  });

  it('previews the results, and moves nothing', async () => {
    const { from, to } = await wallets();
    const transfers = [
      transferBody(from.id, to.id, '60.00'),
      transferBody(from.id, to.id, '60.00'),
      transferBody(to.id, from.id, '60.00'),
    ];
    const preview = expectBody(await send('independent', transfers, { dry_run: true }), 200);
    expect(preview).to.include({ object: 'transfer_batch_preview', mode: 'independent' });
    expect(preview.results.map((each: Body) => each.error?.code ?? each.preview.amount)).to.deep.equal([
      '60.00',
      'insufficient_balance',
      '60.00',
    ]);
    const single = await sandbox.post('/v1/transfers', { ...transfers[0], dry_run: true });
    expect(preview.results[0].preview).to.deep.equal(expectBody(single, 200));
    expectError(await send('atomic', transfers, { dry_run: true }), 422, 'insufficient_balance');
    expect(await available(from)).to.equal('100.00');
  });

  it('counts each transfer toward the limits of its sender, and holds those that require a review', async () => {
    const from = await fundedWallet(sandbox, { earned: '5000.00' });
    const to = await newWallet(sandbox);
    const batch = expectBody(
      await send('independent', [
        transferBody(from.id, to.id, '1000.00'),
        transferBody(from.id, to.id, '900.00'),
        transferBody(from.id, to.id, '3000.00'),
      ]),
      201,
    );
    expect(codes(batch)).to.deep.equal(['in_review', 'completed', 'in_review']);
    const [{ transfer: held }] = batch.results;
    expectBody(await service.review(held.id, { outcome: 'rejected' }), 200);
    const now = expectBody(await sandbox.get(`${BATCHES}/${batch.id}`), 200);
    expect(
      now.results[batch.results.findIndex((each: Body) => each.transfer?.id === held.id)].transfer.state,
    ).to.equal('failed');
  });

  it('refuses conversions, other sources, and wrong numbers of transfers', async () => {
    const { from, to } = await wallets();
    const coin = expectBody(
      await sandbox.post(`/v1/users/${from.user_id}/wallets`, {
        asset: 'svc-coin',
        acknowledge_price_risk: true,
      }),
      201,
    );
    expectError(await send('atomic', [transferBody(from.id, coin.id, '1.00')]), 422, 'unsupported_route');
    expectError(await send('atomic', []), 422, 'validation_failed');
    const many = Array.from({ length: 501 }, () => transferBody(from.id, to.id, '0.01'));
    expectError(await send('atomic', many), 422, 'validation_failed');
    const fiat = {
      ...transferBody(from.id, to.id, '1.00'),
      source: { type: 'fiat', currency: 'usd', rail: 'bank_eft' },
    };
    const error = expectError(await send('atomic', [fiat]), 422, 'validation_failed');
    expect(error.details[0].field).to.match(/^transfers\.0\.source/);
    expectError(await sandbox.get(`${BATCHES}/${unknownId('trb')}`), 404, 'not_found');
    expectError(await sandbox.get(`${BATCHES}/${from.id}`), 404, 'not_found');
    const single = expectBody(await sandbox.post('/v1/transfers', transferBody(from.id, to.id, '1.00')), 201);
    expectError(await sandbox.get(`${BATCHES}/${single.id.replace('trf', 'trb')}`), 404, 'not_found');
  });

  it('takes 500 transfers with references, and refuses one whose events are too large', async () => {
    const { from, to } = await wallets();
    const transfers = Array.from({ length: 500 }, (_, i) =>
      transferBody(i % 2 === 0 ? from.id : to.id, i % 2 === 0 ? to.id : from.id, '0.05', {
        integrator_reference: `order-2026-${i}`,
      }),
    );
    const options = { idempotencyKey: `large ${from.id}` };
    const first = await send('atomic', transfers, {}, options);
    const batch = expectBody(first, 201);
    expect((await send('atomic', transfers, {}, options)).text).to.equal(first.text);
    expect(batch.created_count).to.equal(500);
    expect(new Set(batch.results.map(({ transfer }: Body) => transfer.id)).size).to.equal(500);
    expect(await available(from)).to.equal('100.00');
    expect(expectBody(await sandbox.get(`${BATCHES}/${batch.id}`), 200)).to.deep.equal(batch);
    const metadata = { note: 'x'.repeat(500) };
    for (const more of [{}, { dry_run: true }]) {
      const large = await send(
        'independent',
        transfers.map((each) => ({ ...each, metadata })),
        more,
      );
      const error = expectError(large, 422, 'validation_failed');
      expect(error.details).to.deep.equal([
        {
          field: 'transfers',
          code: 'too_long',
          message:
            'The events of these transfers are too large for one batch. Send fewer transfers, or less metadata.',
        },
      ]);
    }
    expect(await available(from)).to.equal('100.00');
  });
});

describe('An atomic batch', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators({
      user_limits: { per_24h: { user_to_user: '10.00' } },
      routes: { max: { points: '5000.00' }, min: { points: '0.05' } },
    });
  });
  after(() => service.close());

  it('is refused like its first transfer that is refused alone', async () => {
    const { sandbox, admin } = service;
    const from = await fundedWallet(sandbox, { cashable: '100.00' });
    const [to, deactivated, unapproved, frozen] = await Promise.all([
      newWallet(sandbox),
      newWallet(sandbox),
      newWallet(sandbox),
      fundedWallet(sandbox, { earned: '5.00' }),
    ]);
    expectBody(await sandbox.post(`/v1/users/${deactivated.user_id}/deactivate`), 200);
    const rejected = { kyc_status: 'rejected' };
    expectBody(await sandbox.post(`/v1/sandbox/users/${unapproved.user_id}/kyc`, rejected), 200);
    const reason = 'Under investigation.';
    expectBody(await admin.post(`/operator/v1/wallets/${frozen.id}/freeze`, { reason }), 200);
    const first = transferBody(from.id, to.id, '1.00');
    for (const [status, code, refused] of [
      [404, 'not_found', transferBody(from.id, unknownId('wal'), '1.00')],
      [403, 'user_not_approved', transferBody(from.id, unapproved.id, '1.00')],
      [409, 'user_deactivated', transferBody(deactivated.id, to.id, '1.00')],
      [409, 'wallet_frozen', transferBody(frozen.id, to.id, '1.00')],
      [422, 'amount_below_minimum', transferBody(from.id, to.id, '0.04')],
      [422, 'amount_above_maximum', transferBody(from.id, to.id, '5000.01')],
      [422, 'user_limit_exceeded', transferBody(from.id, to.id, '9.01')],
    ] as const) {
      const answer = await sandbox.post(BATCHES, { mode: 'atomic', transfers: [first, refused] });
      const { message } = expectError(answer, status, code);
      expect(message).to.contain('`transfers.1` was refused, so no transfer was made.');
    }
    expect(await listAll(sandbox, `/v1/transfers?user_id=${to.user_id}`)).to.deep.equal([]);
  });
});
