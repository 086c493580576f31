/** The request log under pressure: it stays bounded, delays nothing, and says what is missing. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { StoreUnavailable } from '../../src/event-store/port.ts';
import { newRequestId } from '../../src/http/serve.ts';
import type { DocumentWrite } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import {
  REQUESTS_COLLECTION,
  REQUEST_COLLECTIONS,
  type AnsweredRequest,
  type RequestEntry,
} from '../../src/request-log/entry.ts';
import {
  StoredRequestLog,
  createSampler,
  type RequestLogOutcome,
} from '../../src/request-log/request-log.ts';

const BOOK = 'book-int_one-sandbox';

const requestOf = (stream: string, more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  requestId: newRequestId(),
  stream,
  keyId: 'key_abcdefgh',
  method: 'GET',
  path: '/v1/users',
  search: '',
  operation: 'listUsers',
  idempotencyKey: undefined,
  status: 200,
  error: undefined,
  isReplayed: false,
  durationMs: 1,
  requestBody: undefined,
  requestLength: 0,
  responseBody: '{"data":[],"has_more":false}',
  caused: undefined,
  ...more,
});

function world(write?: (writes: readonly DocumentWrite[]) => Promise<void>) {
  const documents = createMemoryDocumentStore();
  const outcomes: RequestLogOutcome[] = [];
  const faults: unknown[] = [];
  const log = new StoredRequestLog({
    documents: { write: (writes, checkpoints) => write?.(writes) ?? documents.write(writes, checkpoints) },
    rails: new Set(),
    isBusy: () => false,
    onOutcome: (outcome) => outcomes.push(outcome),
    onFault: (fault) => faults.push(fault),
    lingerMs: 5,
  });
  const add = (stream = BOOK, more: Partial<AnsweredRequest> = {}): void =>
    log.add(stream, (more.status ?? 200) >= 400, performance.now(), () => requestOf(stream, more));
  const entries = async (): Promise<RequestEntry[]> => {
    const found = await documents.scan(REQUESTS_COLLECTION, { limit: 10_000 });
    return found.map(({ body }) => JSON.parse(body) as RequestEntry);
  };
  const count = (outcome: RequestLogOutcome): number => outcomes.filter((each) => each === outcome).length;
  return { documents, log, add, entries, count, faults, ready: documents.ensure(REQUEST_COLLECTIONS) };
}

describe('The request log under pressure', () => {
  it('logs every request of a book that sends few', async () => {
    const { log, add, entries, count, ready } = world();
    await ready;
    for (let i = 0; i < 100; i += 1) add();
    await log.flush();
    expect([(await entries()).length, count('logged')]).to.deep.equal([100, 100]);
    await log.stop();
  });

  it('omits requests above its rate, and says how many before the next entry', async () => {
    const { log, add, entries, count, ready } = world();
    await ready;
    for (let i = 0; i < 5_000; i += 1) add();
    expect(count('logged')).to.be.within(400, 700);
    expect(count('logged') + count('omitted_rate')).to.equal(5_000);
    await delay(300);
    add();
    await log.flush();
    const found = await entries();
    expect(found.length).to.equal(count('logged'));
    const omitted = found.reduce((sum, { omitted_before }) => sum + omitted_before, 0);
    expect(omitted).to.equal(count('omitted_rate'));
    // How many are omitted at once depends on the speed of the machine.
    expect(found.at(-1)?.omitted_before).to.be.greaterThan(0);
    await log.stop();
  });

  it('leaves each book a share that no other can use up, and errors a further one', () => {
    const sampler = createSampler(() => false);
    const admitted = (stream: string, requests: number, isError = false): number => {
      let count = 0;
      // Each at another moment, so that no pause applies.
      for (let i = 0; i < requests; i += 1) if (sampler.admits(stream, isError, i * 1_000)) count += 1;
      return count;
    };
    expect(admitted('flood', 10_000)).to.be.within(500, 600);
    expect(admitted('quiet', 50)).to.equal(50);
    expect(admitted('flood', 100)).to.be.lessThan(50);
    expect(admitted('flood', 100, true)).to.be.within(90, 100);
    // The total is bounded too, whatever the number of books.
    let total = 0;
    for (let book = 0; book < 50; book += 1) total += admitted(`book ${book}`, 100);
    expect(total).to.be.lessThan(600);
  });

  it('leaves each book only its share while the service is busy', () => {
    const sampler = createSampler(() => true);
    let count = 0;
    for (let i = 0; i < 1_000; i += 1) if (sampler.admits(BOOK, false, i * 1_000)) count += 1;
    expect(count).to.be.within(100, 150);
  });

  it('is bounded in memory while the store does not answer', async () => {
    const { log, add, count } = world(() => new Promise(() => undefined));
    const large = { responseBody: 'x'.repeat(1024 * 1024) };
    for (let i = 0; i < 50; i += 1) add(BOOK, large);
    // 8 Mi characters.
    expect([count('logged'), count('omitted_buffer')]).to.deep.equal([8, 42]);
    // A reader waits for a second at most.
    await log.flush();
  });

  it('writes later what a store that was away has missed, once', async () => {
    let isAway = true;
    const { log, add, entries, faults, documents, ready } = world((writes) =>
      isAway ? Promise.reject(new StoreUnavailable('away')) : documents.write(writes, new Map()),
    );
    await ready;
    for (let i = 0; i < 10; i += 1) add();
    await log.flush();
    expect(faults).to.have.length.greaterThan(0);
    expect(await entries()).to.deep.equal([]);
    isAway = false;
    await log.flush();
    await log.flush();
    expect(await entries()).to.have.length(10);
    await log.stop();
  });

  it('skips a request that it cannot log, and logs the others', async () => {
    const { log, add, entries, faults, ready } = world();
    await ready;
    add();
    add(BOOK, { responseBody: 'no JSON' });
    log.add(BOOK, false, performance.now(), () => {
      throw new Error('no description');
    });
    add();
    await log.flush();
    expect([(await entries()).length, faults.length]).to.deep.equal([2, 2]);
    await log.stop();
  });

  it('does not parse long responses', async () => {
    const { log, add, entries, ready } = world();
    await ready;
    add(BOOK, { responseBody: JSON.stringify({ data: 'x'.repeat(70_000) }) });
    add(BOOK, { responseBody: undefined });
    await log.flush();
    expect((await entries()).map(({ response_body }) => response_body)).to.deep.equal([null, null]);
    await log.stop();
  });
});
