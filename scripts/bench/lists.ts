/**
 * The time of searches and of pages of filtered lists of operators, in an SQLite file as the service reads it. A child process
 * makes the calls.
 */
import { join } from 'node:path';
import type { OperatedTransferListQuery } from '../../src/generated/api.ts';
import { isProblem } from '../../src/http/errors.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { replyWithList, type ListCaller } from '../../src/operator/lists/list-page.ts';
import { TRANSFER_LIST } from '../../src/operator/lists/transfer-list.ts';
import { findHits, interpretQuery, loadNames } from '../../src/operator/search.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { inChild, serveTasks } from './child.ts';
import type { Size } from './in-process.ts';
import {
  LISTED_COLLECTIONS,
  ListDocuments,
  createRandom,
  keyedTerm,
  type Population,
} from './list-documents.ts';
import { atMost, median, quantile, wholeNumber, type Row } from './results.ts';

const P99_MAX_MS = 100;

export async function measureLists(folder: string, { past }: Size): Promise<Row[]> {
  // `LIST_TRANSFERS` measures another size than the long history of the other parts.
  const transfers = Number(process.env['LIST_TRANSFERS'] ?? past);
  const task: ListsTask = { file: join(folder, 'lists.sqlite'), transfers };
  // The child responds with this type.
  const { seconds, times } = (await inChild('./lists.ts', task)) as ListsResult;
  process.stderr.write(`made ${wholeNumber(transfers)} transfers in ${seconds.toFixed(0)} s\n`);
  return Object.entries(times).map(([name, { elapsed, cpu }]) => {
    const [p99, cpu99] = [quantile(elapsed, 0.99), quantile(cpu, 0.99)];
    const what = name.startsWith('search') ? name.replace(/^s/, 'S') : `List: ${name}`;
    return {
      name: `${what}, ${wholeNumber(transfers)} transfers`,
      value: p99,
      figure: `p50 ${median(elapsed).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, p99 of CPU time ${cpu99.toFixed(1)} ms`,
      goal: atMost(p99, P99_MAX_MS, `${P99_MAX_MS} ms`),
    };
  });
}

type ListsTask = { readonly file: string; readonly transfers: number };
type ListsResult = {
  readonly seconds: number;
  /** By what was read. */
  readonly times: Readonly<Record<string, CallTimes>>;
};
/** Milliseconds of each call. */
type CallTimes = { readonly elapsed: readonly number[]; readonly cpu: readonly number[] };

const CALLS = 200;
const WARM_UP_CALLS = 20;
const PAGE = 25;
const DAY_MS = 24 * 60 * 60 * 1_000;

serveTasks(async ({ file, transfers }: ListsTask): Promise<ListsResult> => {
  const { documents, close } = await openEmbeddedStores({ file });
  const { population, seconds } = await fill(documents, transfers);
  const times = await measure(documents, population);
  await close();
  return { seconds, times };
});

async function fill(
  documents: DocumentStore,
  transfers: number,
): Promise<{ readonly population: Population; readonly seconds: number }> {
  const startedAt = performance.now();
  await documents.ensure(LISTED_COLLECTIONS.map((name) => ({ name, kind: 'state' })));
  const made = new ListDocuments(transfers);
  for (let writes = made.next(); writes.length > 0; writes = made.next())
    await documents.write(writes, new Map());
  return { population: made.population, seconds: (performance.now() - startedAt) / 1_000 };
}

async function measure(documents: DocumentStore, population: Population): Promise<ListsResult['times']> {
  const random = createRandom(11);
  const pick = (values: readonly string[]): string => values[Math.floor(random() * values.length)] ?? '';
  const list = createListCall(documents, population);
  const search = async (text: string): Promise<void> => {
    const hits = await findHits(documents, interpretQuery(text, keyedTerm), 20, () => true);
    const people = hits.filter(({ found }) => found.prefix === 'usr').map(({ id }) => id);
    await loadNames(documents, people);
  };
  const day = (): Pick<OperatedTransferListQuery, 'created_after' | 'created_before'> => {
    const from = population.start + Math.floor(random() * 360) * DAY_MS;
    return {
      created_after: new Date(from).toISOString(),
      created_before: new Date(from + DAY_MS).toISOString(),
    };
  };
  const integrator = (): string => pick(population.integrators);
  const user = (): string => pick(population.userIds);
  const calls: Readonly<Record<string, () => Promise<void>>> = {
    'no filter': () => list({}),
    'one state': () => list({ state: 'failed' }),
    'rare state, oldest first': () => list({ state: 'in_review', order: 'oldest' }),
    'user and kind': () => list({ user_id: user(), kind: 'user_to_user' }),
    'integrator, kind, and amounts': () =>
      list({ integrator_id: integrator(), kind: 'offramp', amount_min: '1000', amount_max: '5000.00' }),
    'state, rail, and a day': () => list({ state: 'payout_submitted', rail: 'bank_eft', ...day() }),
    'two filters that never meet': () => list({ kind: 'user_to_user', rail: 'wire' }),
    'the largest amounts of a state': () => list({ state: 'failed', amount_min: '100000' }),
    'search by name': () => search(`Ana Silva${Math.floor(random() * 977)}`),
    'search by the beginning of a name': () => search('oka'),
    'search by reference': () => search(`order-${Math.floor(random() * population.userIds.length)}`),
    'search by amount': () => search((random() * 1_000).toFixed(2)),
    'search by part of an ID': () => search(user().slice(0, 14)),
  };
  const times = Object.entries(calls).map(([name, call]) => ({ name, call, elapsed: [0], cpu: [0] }));
  for (let round = -WARM_UP_CALLS; round < CALLS; round++)
    for (const { call, elapsed, cpu } of times) {
      const [startedAt, before] = [performance.now(), process.cpuUsage()];
      await call();
      const { user: inUser, system } = process.cpuUsage(before);
      if (round < 0) continue;
      elapsed[round] = performance.now() - startedAt;
      cpu[round] = (inUser + system) / 1_000;
    }
  return Object.fromEntries(times.map(({ name, elapsed, cpu }) => [name, { elapsed, cpu }]));
}

function createListCall(documents: DocumentStore, { integrators }: Population) {
  const services = {
    books: { current: bookStreamOf, isFormer: () => false },
    documents: { ...documents, hasReached: () => true },
    head: () => Promise.resolve(0n),
    writers: { head: () => Promise.resolve(0n) },
    barrier: { hasPassed: () => true },
    platform: () => ({
      integrators: new Map(integrators.map((id) => [id, { id, name: id }])),
      sandboxes: new Map(),
    }),
  };
  // What a list uses of them.
  const caller = { services, token: { role: 'admin' } } as unknown as ListCaller;
  return async (query: OperatedTransferListQuery): Promise<void> => {
    const reply = await replyWithList({ ...caller, accept: undefined }, TRANSFER_LIST, {
      limit: PAGE,
      ...query,
    });
    if (isProblem(reply)) throw new Error(reply.message);
  };
}
