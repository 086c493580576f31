/** Connector callbacks that the service refuses. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Answer } from '../support/client.ts';
import { expectBody, newWallet } from '../support/api-steps.ts';
import { startConnectedRails } from '../support/connected-rails.ts';
import type { ConnectedRails } from '../support/connected-rails.ts';

type Body = Answer['body'];

describe('A rail with a connector', () => {
  let connected: ConnectedRails;
  let connector: ConnectedRails['connector'];
  let service: ConnectedRails['service'];
  let sandbox: ConnectedRails['sandbox'];
  let transfer: ConnectedRails['transfer'];
  let onramp: ConnectedRails['onramp'];
  before(async () => {
    connected = await startConnectedRails();
    ({ connector, service, sandbox, transfer, onramp } = connected);
  });
  after(() => connected.close());

  describe('has its callbacks refused', () => {
    const path = '/rails/sandbox/bank_eft/callbacks';
    const arrived = (more: object = {}) => ({
      type: 'deposit.arrived',
      reference: 'nobody',
      rail_reference: 'IN-X',
      amount: '5.00',
      currency: 'usd',
      ...more,
    });
    async function send(
      body: unknown,
      header?: string | null,
      to = path,
      method = 'POST',
      type = 'application/json',
    ) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const signature = header === undefined ? connector.signed(text) : header;
      const response = await fetch(service.url + to, {
        method,
        headers: {
          'Content-Type': type,
          ...(signature === null ? {} : { 'Svc-Rail-Signature': signature }),
        },
        ...(method === 'GET' ? {} : { body: text }),
      });
      const answer = (await response.json()) as Body;
      expect(answer.error.request_id).to.equal(response.headers.get('request-id'));
      return `${response.status} ${answer.error.code}`;
    }

    it('without a recent, matching signature of its own', async () => {
      const text = JSON.stringify(arrived());
      const at = Date.now();
      const good = connector.signed(text, { at });
      const other = randomBytes(32).toString('base64');
      for (const header of [
        null,
        '',
        'x',
        good.replace('v1', 'v2'),
        good.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        good.replace(/^t=\d+/, 't=1'),
        connector.signed(text, { secret: other }),
        connector.signed(text, { operation: 'health' }),
        connector.signed(text, { at: Date.now() - 301_000 }),
        connector.signed(text, { at: Date.now() + 302_000 }),
        connector.signed(`${text} `),
      ]) {
        expect(await send(text, header), String(header)).to.equal('401 invalid_api_key');
      }
      expect(
        await send(text, `${connector.signed(text, { at, secret: other })},${good.split(',')[1] ?? ''}`),
      ).to.equal('404 not_found');
    });

    it('for a rail or environment without a connector', async () => {
      for (const to of [
        '/rails/production/bank_eft/callbacks',
        '/rails/sandbox/emailpay/callbacks',
        '/rails/sandbox/toString/callbacks',
        '/rails/x/y/callbacks',
        '/rails/sandbox/bank_eft',
      ]) {
        expect(await send(arrived(), undefined, to), to).to.equal('404 not_found');
      }
      expect(await send('', null, path, 'GET')).to.equal('405 method_not_allowed');
    });

    it('if they do not match the protocol', async () => {
      expect(await send('{')).to.equal('400 malformed_request');
      expect(await send('[]')).to.equal('400 malformed_request');
      expect(await send('{}', undefined, path, 'POST', 'text/plain')).to.equal('415 unsupported_media_type');
      expect(await send({ long: 'x'.repeat(128 * 1024) })).to.equal('413 payload_too_large');
      for (const bad of [
        {},
        { type: 'nothing' },
        arrived({ amount: 5 }),
        arrived({ amount: '-5.00' }),
        arrived({ extra: true }),
        arrived({ outcome: 'lost' }),
        arrived({ rail_reference: '' }),
        arrived({ rail_reference: 'half a pair \ud800' }),
        arrived({ rail_reference: 'two\nlines' }),
        arrived({ reference: undefined }),
        { type: 'payout.settled', transfer_id: 'x', outcome: 'maybe' },
        {
          type: 'payout.settled',
          transfer_id: 'x',
          outcome: 'returned',
          reason: { code: 'x', message: '\ud800' },
        },
      ]) {
        expect(await send(bad), JSON.stringify(bad)).to.equal('422 validation_failed');
      }
    });

    it('if they refer to nothing on this rail', async () => {
      expect(await send(arrived())).to.equal('404 not_found');
      expect(await send({ type: 'payment.declined', reference: 'nobody' })).to.equal('404 not_found');
      const wallet = await newWallet(sandbox);
      const source = { type: 'fiat', currency: 'gbp', rail: 'wire' };
      const wire = await onramp(wallet, { source });
      const { issued } = (await connector.control('state')).body;
      const { reference } = issued.at(-1);
      expect(await send(arrived({ reference, currency: 'gbp' }))).to.equal('404 not_found');
      const own = '/rails/sandbox/wire/callbacks';
      expect(await send(arrived({ reference, currency: 'jpy' }), undefined, own)).to.equal(
        '422 validation_failed',
      );
      expect(await send(arrived({ reference, currency: 'gbp', amount: '0' }), undefined, own)).to.equal(
        '422 amount_below_minimum',
      );
      expect(await transfer(wire.id)).to.include({ state: 'awaiting_funds' });
    });

    it('if they refer to a sandbox that was reset, except for what was recorded before', async () => {
      const references: string[] = [];
      for (let i = 0; i < 2; i += 1) {
        await onramp(await newWallet(sandbox));
        references.push((await connector.control('state')).body.issued.at(-1).reference);
      }
      const payments = references.map((reference, i) =>
        arrived({ reference, rail_reference: `IN-RESET-${i}` }),
      );
      const report = async (payment: unknown): Promise<number> => {
        const body = JSON.stringify(payment);
        const headers = { 'Content-Type': 'application/json', 'Svc-Rail-Signature': connector.signed(body) };
        return (await fetch(service.url + path, { method: 'POST', headers, body })).status;
      };
      const [recorded, late] = payments;
      expect(await report(recorded)).to.equal(200);
      expectBody(await sandbox.post('/v1/sandbox/reset'), 200);
      expect(await send(late)).to.equal('404 not_found');
      expect(await report(recorded)).to.equal(200);
      expect(await send({ type: 'payment.declined', reference: references[1] })).to.equal('404 not_found');
    });
  });
});
