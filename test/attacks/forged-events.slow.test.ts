/** Somebody can write to the event store, and compute its hash chains, but does not have the master key. */
import { expect } from 'chai';
import pino from 'pino';
import { sqliteSource } from '../../src/audit/event-source.ts';
import type { Finding } from '../../src/audit/finding.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { decodeMetadata } from '../../src/event-store/codec.ts';
import type { EventStore, StoredEvent } from '../../src/event-store/port.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { newOperatorToken } from '../../src/platform/credentials.ts';
import { PLATFORM_STREAM } from '../../src/platform/platform.ts';
import { expectBody, expectError, fundedWallet, transferBody } from '../support/api-steps.ts';
import { startCli } from '../support/cli.ts';
import { createOperatorClient } from '../support/client.ts';
import { macsOf, withFile } from '../support/extra-keys.ts';
import { forge } from '../support/forge-event.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { operatorOf, trade } from '../support/treasury.ts';
import { waitFor } from '../support/wait-for.ts';

describe('Somebody who can write to the event store', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: RunningService | undefined;
  let logged: string[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    logged = [];
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
    await folder.remove();
  });

  async function start(): Promise<RunningService> {
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, {}, { log });
    return service;
  }

  async function stop(): Promise<void> {
    await service?.close();
    service = undefined;
  }

  const inFile = <T>(work: (eventStore: EventStore) => Promise<T>): Promise<T> =>
    withFile(folder.path, ({ eventStore }) => work(eventStore));

  async function audit(): Promise<readonly Finding[]> {
    const source = sqliteSource(`${folder.path}/${DATABASE_FILE_NAME}`);
    try {
      return (await verify(source, { macs: macsOf(folder.path) })).findings;
    } finally {
      await source.close();
    }
  }

  async function expectNamed({ stream, revision, id }: StoredEvent): Promise<void> {
    const findings = await audit();
    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({ stream, revision, event_id: id, rule: 'mac' });
  }

  /** Waits until the service is not ready because of this event. */
  const expectUnready = ({ url }: RunningService, { stream, revision }: StoredEvent): Promise<unknown> =>
    waitFor('the service reports the forged event', async () => {
      const { status, health } = await readiness(url);
      const reason = `revision ${revision} of ${stream} cannot be authenticated: it has no MAC`;
      return status === 503 && String(health.parts.keys.detail).includes(reason) ? true : undefined;
    });

  const startError = (): Promise<string> =>
    start().then(
      () => 'it started',
      (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
    );

  it('cannot create an operator token while the service runs', async () => {
    const running = await start();
    const token = newOperatorToken('stranger', 'admin');
    const forged = await inFile((eventStore) => forge(eventStore, PLATFORM_STREAM, token.event));
    await expectUnready(running, forged);
    const stranger = createOperatorClient(running.url, token.text);
    expect((await stranger.get('/operator/v1/integrators')).status).to.be.oneOf([401, 503]);
    expect((await operatorOf(running).get('/operator/v1/tokens')).text).not.to.include(token.id);
    // Keys that cannot be refreshed are trusted for reads only: the event might have revoked one, or have reset the sandbox.
    const user = { type: 'individual', external_reference: 'one' };
    await waitFor('writes are rejected', async () =>
      (await running.sandbox.post('/v1/users', user)).status === 503 ? true : undefined,
    );
    expectError(await running.sandbox.get('/v1/users'), 503, 'service_unavailable');
    const headers = { 'ledger-consistency': 'eventual' };
    expectBody(await running.sandbox.request('GET', '/v1/users', { headers }), 200);
    expect(logged.filter((line) => line.includes('keys cannot be refreshed'))).to.have.length(1);
    await stop();
    await expectNamed(forged);
  });

  it('cannot create an operator token before the service starts', async () => {
    await start();
    await stop();
    const token = newOperatorToken('stranger', 'admin');
    const forged = await inFile((eventStore) => forge(eventStore, PLATFORM_STREAM, token.event));
    expect(await startError())
      .to.include('ConfigError')
      .and.include(`revision ${forged.revision} of platform cannot be authenticated`);
    await expectNamed(forged);
  });

  it('cannot set the price of coin, live or before a start', async () => {
    const running = await start();
    await trade(running, { price: '2500.00' });
    const stream = 'treasury-sandbox';
    const [genuine] = await inFile((eventStore) => eventStore.read(stream, 0, 1));
    const data = { ...(JSON.parse(genuine?.data ?? '{}') as object), price: '0.01' };
    const forged = await inFile((eventStore) => forge(eventStore, stream, { type: 'trade.recorded', data }));
    await expectUnready(running, forged);
    const { trades } = { trades: await operatorOf(running).get('/operator/v1/treasury/sandbox/trades') };
    expect(trades.text).not.to.include('"0.01"');
    await stop();
    expect(await startError()).to.include(`of ${stream} cannot be authenticated`);
    await expectNamed(forged);
  });

  it('cannot give a wallet points, live or across a restart', async () => {
    const running = await start();
    const { sandbox, credentials } = running;
    const [rich, other] = [await fundedWallet(sandbox, { earned: '10.00' }), await fundedWallet(sandbox, {})];
    const book = bookStreamOf(credentials.integrator_id, 'sandbox');
    const forged = await inFile(async (eventStore) => {
      const events = await eventStore.read(book, 0, 100);
      return forge(eventStore, book, enlarged(events.find(({ type }) => type === 'posting.recorded')));
    });
    const spend = (amount: string) =>
      (service ?? running).sandbox.post('/v1/transfers', transferBody(rich.id, other.id, amount));
    // Decided before the writer sees that there is another event.
    expectError(await spend('500.00'), 422, 'insufficient_balance');
    for (const amount of ['1.00', '1.00', '500.00'])
      expectError(await spend(amount), 503, 'service_unavailable');
    expect(logged.filter((line) => line.includes('forged event rejected'))).to.have.length(1);
    await stop();
    await start();
    expectError(await spend('500.00'), 503, 'service_unavailable');
    // Another book is not affected.
    expectBody(await (service ?? running).production.get('/v1/users'), 200);
    await stop();
    const findings = await audit();
    expect(findings.map(({ stream, revision, rule }) => ({ stream, revision, rule }))).to.deep.equal([
      { stream: book, revision: forged.revision, rule: 'mac' },
    ]);
    expect((await inFile((eventStore) => eventStore.readLast(book)))?.revision).to.equal(forged.revision);
  });

  it('is overruled by an operator with the master key, who inspects and accepts what was written', async () => {
    const { credentials } = await start();
    const book = bookStreamOf(credentials.integrator_id, 'sandbox');
    const token = newOperatorToken('known after all', 'viewer');
    const [inBook, inPlatform] = await inFile(async (eventStore) => [
      await forge(eventStore, book, { type: 'request.recorded', data: {} }),
      await forge(eventStore, PLATFORM_STREAM, token.event),
    ]);
    await stop();
    const host = startCli();
    const cli = (...args: string[]) => host.run({ DATA_DIR: folder.path }, 'audit', 'accept', ...args);
    const why = ['--reason', 'Written by our migration.'];
    const acceptAll = async (event: StoredEvent): Promise<void> => {
      const shown = await cli(event.stream, String(event.revision));
      expect(shown.out, shown.err).to.include(event.type).and.include(event.data);
      const hash = /--hash ([0-9a-f]{64})/.exec(shown.out)?.[1] ?? '';
      const accepted = await cli(event.stream, String(event.revision), '--hash', hash, ...why);
      expect(accepted.code, accepted.err).to.equal(0);
    };
    const hash = decodeMetadata(inBook).hash;
    const early = await cli(book, String(inBook.revision), '--hash', hash, ...why);
    expect([early.code, early.err.includes("platform's own stream comes first")]).to.deep.equal([2, true]);
    const wrong = await cli(PLATFORM_STREAM, String(inPlatform.revision), '--hash', hash, ...why);
    expect(wrong.code).to.equal(2);
    await acceptAll(inPlatform);
    await acceptAll(inBook);
    await host.close();
    const { sandbox, url } = await start();
    await fundedWallet(sandbox, { earned: '1.00' });
    expect((await createOperatorClient(url, token.text).get('/operator/v1/integrators')).status).to.equal(
      200,
    );
    await stop();
    expect(await audit()).to.deep.equal([]);
  });

  it('cannot put a MAC of another event on a forged one', async () => {
    await start();
    await stop();
    const [own, treasury] = await inFile(async (eventStore) => [
      await eventStore.readLast(PLATFORM_STREAM),
      await eventStore.readLast('treasury-sandbox'),
    ]);
    for (const from of [own, treasury]) {
      const mac = from && decodeMetadata(from).mac;
      expect(mac).to.match(/^[0-9a-f]{8}\.[\w-]{43}$/);
    }
    const token = newOperatorToken('stranger', 'admin');
    const forged = await inFile((eventStore) =>
      forge(eventStore, PLATFORM_STREAM, token.event, own && decodeMetadata(own).mac),
    );
    expect(await startError()).to.include('its MAC is wrong');
    await expectNamed(forged);
  });
});

type Line = { readonly amount: string; readonly balance_after: string };

/** The posting of a reward once more, with 10,000 times the amount, and with the balances that follow from it. */
const enlarged = (posting: StoredEvent | undefined): { type: string; data: unknown } => {
  // The ledger wrote the event.
  const { lines, ...rest } = JSON.parse(posting?.data ?? '{}') as { lines: readonly Line[] };
  const larger = lines.map((line) => {
    const amount = Number(line.amount) * 10_000;
    return {
      ...line,
      amount: amount.toFixed(2),
      balance_after: (Number(line.balance_after) + amount).toFixed(2),
    };
  });
  return { type: 'posting.recorded', data: { ...rest, transfer_id: null, lines: larger } };
};
