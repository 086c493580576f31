/** More writes than a slow documents store can take: the projections would fall behind without bound. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { onDocuments, throttleDocuments } from '../support/throttled-documents.ts';
import type { DocumentWrite } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { expectBody, expectError, fundedWallet, transferBody } from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import type { Answer, Client } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { startTestService } from '../support/service.ts';
import type { RunningService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

/** About 80 transfers. */
const DOCUMENTS_PER_SECOND = 500;
const WRITERS = 120;
const LOAD_MS = 5_000;
/** The target is five seconds, which the benchmark measures; a shared machine may stop this process for seconds. */
const LAG_MS_MAX = 15_000;
/** Several times what it takes on a machine that does nothing else. */
const RECOVERY_MS_MAX = 30_000;

type Transfer = { readonly key: string; readonly body: object };

describe('Writers who are faster than the documents store', function () {
  /** The time from each transfer's event to its document, in milliseconds. */
  const lags = new Map<string, number>();
  const accepted: string[] = [];
  const repeats: Answer[] = [];
  let refused: { readonly transfer: Transfer; readonly answer: Answer; readonly at: number } | undefined;
  let service: RunningService;
  let operator: Client;
  let from: string, to: string, other: string;
  let during: { metrics: string; health: Answer['body']; frozen: Answer };

  const recordLags = (writes: readonly DocumentWrite[]): void => {
    for (const { id, collection, document } of writes)
      if (collection.startsWith('transfers_') && document !== null && !lags.has(id))
        lags.set(
          id,
          Date.now() - Date.parse((JSON.parse(document.body) as { created_at: string }).created_at),
        );
  };

  const send = ({ key, body }: Transfer): Promise<Answer> =>
    service.sandbox.post('/v1/transfers', body, { idempotencyKey: key });
  const newTransfer = (): Transfer => ({ key: randomUUID(), body: transferBody(from, to, '0.01') });

  /** Sends transfers without a pause, whatever the answers are. */
  async function write(until: number): Promise<void> {
    while (performance.now() < until) {
      const transfer = newTransfer();
      const answer = await send(transfer);
      if (answer.status === 201) accepted.push(answer.body.id);
      else {
        expectError(answer, 503, 'service_unavailable');
        refused = { transfer, answer, at: performance.now() };
      }
    }
  }

  const text = async (path: string): Promise<string> => (await fetch(service.url + path)).text();

  before(async () => {
    const documents = throttleDocuments(createMemoryDocumentStore(), {
      writesPerSecond: () => DOCUMENTS_PER_SECOND,
      onWritten: recordLags,
    });
    service = await startTestService({}, Date.now, undefined, { openStores: onDocuments(documents) });
    operator = createOperatorClient(service.url, service.credentials.operator_token);
    from = (await fundedWallet(service.sandbox, { earned: '1000.00' })).id;
    to = (await fundedWallet(service.sandbox, {})).id;
    other = (await fundedWallet(service.sandbox, {})).id;
    const known = newTransfer();
    accepted.push(expectBody(await send(known), 201).id);

    const until = performance.now() + LOAD_MS;
    const load = Promise.all(Array.from({ length: WRITERS }, () => write(until)));
    await waitFor('a write is refused', () => refused);
    repeats.push(await send(known));
    const frozen = await operator.post(`/operator/v1/wallets/${other}/freeze`, { reason: 'Overload.' });
    const { health } = await readiness(service.url);
    during = { metrics: await text('/metrics'), health, frozen };
    await load;
  });
  after(() => service.close());

  it('are slowed down and then refused, so that the lag stays bounded', async () => {
    const ended = performance.now();
    await waitFor('all transfers have documents', () => accepted.every((id) => lags.has(id)) || undefined);
    expect(performance.now() - ended).to.be.at.most(RECOVERY_MS_MAX);
    expect(Math.max(...lags.values())).to.be.at.most(LAG_MS_MAX);
  });

  it('get a time after which the same request succeeds', async () => {
    const { transfer, answer, at } = refused ?? expect.fail('no write was refused');
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).to.be.within(1, 60);
    await delay(Math.max(0, at + seconds * 1_000 - performance.now()));
    accepted.push(expectBody(await send(transfer), 201).id);
  });

  it('get the answer to a request that they repeat', () => {
    expect(repeats.map(({ status }) => status)).to.deep.equal([201]);
    expect(repeats[0]?.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('do not keep operators from freezing a wallet', () => {
    expectBody(during.frozen, 200);
  });

  it('lose nothing that was accepted', async () => {
    expect(new Set(accepted)).to.have.property('size', accepted.length);
    for (const id of accepted.slice(0, 20)) expectBody(await service.sandbox.get(`/v1/transfers/${id}`), 200);
    await waitFor('all transfers have documents', () => accepted.every((id) => lags.has(id)) || undefined);
  });

  it('are visible in metrics and, as a warning, in the readiness', () => {
    expect(during.metrics).to.match(/^admission_limiting 1$/m);
    expect(during.metrics).to.match(/^admission_lag_limit_seconds 2$/m);
    expect(during.metrics).to.match(/^projection_lag_seconds \d/m);
    expect(during.metrics).to.match(/^admission_writes_total\{outcome="rejected"\} [1-9]/m);
    expect(during.health.ready).to.equal(true);
    expect(during.health.parts.admission)
      .to.have.property('detail')
      .that.matches(/^Writes are limited/);
  });
});
