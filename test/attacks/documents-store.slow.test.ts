/** Somebody can write to the document store, but knows neither the master key nor any token. */
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import pino from 'pino';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import type { PayoutOrder } from '../../src/rails/port.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { newToken } from '../../src/vault/link-token.ts';
import { snapshotPlace } from '../../src/writer/snapshot-manifest.ts';
import { expectBody, expectError, fundedWallet, transferBody } from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import { withFile } from '../support/extra-keys.ts';
import { recordOrders } from '../support/record-orders.ts';
import { startTestService, type RunningService, type ServiceOverrides } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const SETTINGS = { reviews: { amount_at_least: { offramp: '50.00' } } };

describe('Somebody who can write to the document store', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: RunningService;
  let logged: string[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    logged = [];
    await start();
  });
  afterEach(async () => {
    await service.close();
    await folder.remove();
  });

  async function start(overrides: Pick<ServiceOverrides, 'rails'> = {}): Promise<void> {
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, SETTINGS, { ...overrides, log });
  }

  /** Stops the service, changes the store, and starts the service again. */
  async function restartAfter(
    tamper: (documents: DocumentStore) => Promise<void>,
    overrides?: Pick<ServiceOverrides, 'rails'>,
  ): Promise<void> {
    await service.close();
    await withFile(folder.path, ({ documents }) => tamper(documents));
    await start(overrides);
  }

  const stream = (): string => bookStreamOf(service.credentials.integrator_id, 'sandbox');

  /** Replaces text in every chunk of the book's snapshot. Returns the number of changed chunks. */
  async function changeSnapshot(
    documents: DocumentStore,
    book: string,
    change: (chunk: string) => string,
  ): Promise<number> {
    // The snapshot that the service wrote.
    const place = snapshotPlace(book);
    const manifest = JSON.parse((await documents.getRecord('snapshots', place)) ?? '{}') as {
      id: string;
      pieces: number;
    };
    let changed = 0;
    for (let i = 0; i < manifest.pieces; i++) {
      const key = `${place}#${manifest.id}#${i}`;
      const before = (await documents.getRecord('snapshots', key)) ?? '';
      const after = change(before);
      if (after !== before) changed += 1;
      await documents.putRecord('snapshots', key, after);
    }
    return changed;
  }

  it('cannot give a wallet points by editing its snapshot', async () => {
    const { sandbox } = service;
    const [rich, other] = [await fundedWallet(sandbox, { earned: '10.00' }), await fundedWallet(sandbox, {})];
    const book = stream();
    await restartAfter(async (documents) => {
      const edit = (chunk: string): string =>
        chunk.replaceAll(
          `["${rich.id}",{"unit":"svc-points","amount":"1000"`,
          `["${rich.id}",{"unit":"svc-points","amount":"90000000"`,
        );
      expect(await changeSnapshot(documents, book, edit)).to.equal(1);
    });
    const spent = await service.sandbox.post('/v1/transfers', transferBody(rich.id, other.id, '500.00'));
    expectError(spent, 422, 'insufficient_balance');
    expect(logged.join('')).to.include('snapshot rejected').and.include(book);
  });

  it('cannot revive an older snapshot, because later events are applied to it', async () => {
    const { sandbox } = service;
    const [from, to] = [await fundedWallet(sandbox, { earned: '10.00' }), await fundedWallet(sandbox, {})];
    const place = snapshotPlace(stream());
    const saved = new Map<string, string>();
    await restartAfter(async (documents) => {
      const text = (await documents.getRecord('snapshots', place)) ?? '';
      // The snapshot that the service wrote.
      const { id, pieces } = JSON.parse(text) as { id: string; pieces: number };
      saved.set(place, text);
      for (let i = 0; i < pieces; i++) {
        const key = `${place}#${id}#${i}`;
        saved.set(key, (await documents.getRecord('snapshots', key)) ?? '');
      }
    });
    expectBody(await service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '9.00')), 201);
    await restartAfter(async (documents) => {
      for (const [key, text] of saved) await documents.putRecord('snapshots', key, text);
    });
    const again = await service.sandbox.post('/v1/transfers', transferBody(from.id, to.id, '9.00'));
    expectError(again, 422, 'insufficient_balance');
    expect(logged).to.deep.equal([]);
  });

  it('cannot redirect a payout by exchanging sealed account details', async () => {
    const { sandbox } = service;
    const ada = await newPayee('000123456789');
    await newPayee('000987651234');
    const held = expectBody(
      await sandbox.post('/v1/transfers', {
        source: { type: 'wallet', wallet_id: ada.wallet_id },
        destination: { type: 'payout_account', payout_account_id: ada.account_id },
        amount: '100.00',
      }),
      201,
    );
    expect(held.state).to.equal('in_review');
    const book = stream();
    const orders: PayoutOrder[] = [];
    await restartAfter(
      async (documents) => {
        const sealed: string[] = [];
        await changeSnapshot(documents, book, (chunk) => {
          sealed.push(...(chunk.match(/"sealed":"[^"]+","sealed_details":"[^"]+"/g) ?? []));
          return chunk;
        });
        const [first = '', second = ''] = sealed;
        const swap = (chunk: string): string =>
          chunk.replace(first, '"first"').replace(second, first).replace('"first"', second);
        expect(await changeSnapshot(documents, book, swap)).to.equal(1);
      },
      { rails: recordOrders(orders) },
    );
    expectBody(
      await service.sandbox.post(`/v1/sandbox/transfers/${held.id}/review_outcome`, { outcome: 'approved' }),
      200,
    );
    const order = await waitFor('the payout is submitted', () => Promise.resolve(orders[0]));
    expect(order.destination).to.have.property('account_number', '000123456789');
  });

  it('cannot sign in by inserting a session', async () => {
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const { data: tokens } = expectBody(await admin.get('/operator/v1/tokens'), 200);
    const secret = newToken();
    const now = Date.now();
    await restartAfter(async (documents) => {
      const session = JSON.stringify({ token_id: tokens[0].id, began: now, seen: now });
      await documents.putRecord('sessions', hashOf(`session ${secret}`), session, {
        expiresAt: new Date(now + 3_600_000),
      });
    });
    const page = await fetch(`${service.url}/console`, {
      headers: { Cookie: `svc_console=${secret}` },
      redirect: 'manual',
    });
    expect(page.headers.get('location')).to.equal('/console/sign-in');
  });

  it('cannot turn one session into a session of another operator', async () => {
    const admin = createOperatorClient(service.url, service.credentials.operator_token);
    const viewer = expectBody(await admin.post('/operator/v1/tokens', { name: 'V', role: 'viewer' }), 201);
    const { data: tokens } = expectBody(await admin.get('/operator/v1/tokens'), 200);
    const boss = tokens.find(({ role }: { role: string }) => role === 'admin');
    const cookie = await signIn(service.url, viewer.secret);
    const key = hashOf(`session ${cookie}`);
    await restartAfter(async (documents) => {
      const record = (await documents.getRecord('sessions', key)) ?? '';
      expect(record).to.include(viewer.id);
      await documents.putRecord('sessions', key, record.replace(viewer.id, boss.id));
    });
    const page = await fetch(`${service.url}/console`, {
      headers: { Cookie: `svc_console=${cookie}` },
      redirect: 'manual',
    });
    expect(page.headers.get('location')).to.equal('/console/sign-in');
  });

  it('cannot make the service answer a request with a forged result', async () => {
    const { sandbox } = service;
    const [from, to] = [await fundedWallet(sandbox, { earned: '10.00' }), await fundedWallet(sandbox, {})];
    const body = transferBody(from.id, to.id, '500.00');
    const refused = await sandbox.post('/v1/transfers', body, { idempotencyKey: 'order-1' });
    expectError(refused, 422, 'insufficient_balance');
    const name = `${stream()}|order-1`;
    await restartAfter(async (documents) => {
      const record = (await documents.getRecord('refusals', name)) ?? '';
      const forged = record
        .replace('"status":422', '"status":201')
        .replace('insufficient_balance', 'completed');
      expect(forged).to.not.equal(record);
      await documents.putRecord('refusals', name, forged);
    });
    const again = await service.sandbox.post('/v1/transfers', body, { idempotencyKey: 'order-1' });
    expectError(again, 422, 'insufficient_balance');
  });

  async function newPayee(account_number: string): Promise<{ wallet_id: string; account_id: string }> {
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '1000.00' });
    const account = expectBody(
      await sandbox.post(`/v1/users/${wallet.user_id}/payout_accounts`, {
        type: 'bank',
        currency: 'usd',
        country: 'US',
        rail: 'bank_eft',
        account_owner_name: 'Ada Moreau',
        bank: { bank_name: 'First Test Bank', account_number, routing_code: '021000021' },
      }),
      201,
    );
    return { wallet_id: wallet.id, account_id: account.id };
  }
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Signs in to the console and returns the session cookie. */
async function signIn(url: string, token: string): Promise<string> {
  const form = await fetch(`${url}/console/sign-in`);
  const formCookie = form.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const hidden = [...(await form.text()).matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const fields = new URLSearchParams({ token });
  for (const [, name = '', value = ''] of hidden) if (name !== 'token') fields.set(name, value);
  const answer = await fetch(`${url}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: formCookie, 'Content-Type': 'application/x-www-form-urlencoded', Origin: url },
    body: fields.toString(),
  });
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('svc_console='));
  expect(cookie, `sign-in answered ${answer.status}`).to.be.a('string');
  return cookie?.slice('svc_console='.length).split(';')[0] ?? '';
}
