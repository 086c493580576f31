import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { TASKS_SCOPE, openTask, taskId, type TaskKind } from '../../projections/tasks.ts';
import { UNSHARED_LEASE, createLease, type Lease } from '../../src/jobs/lease.ts';
import { TaskLoop, type TaskFault, type TaskHandlers } from '../../src/jobs/task-loop.ts';
import { deriveId } from '../../src/ledger/ids.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { STREAM } from '../support/policy.ts';
import { waitFor } from '../support/wait-for.ts';
import { turns } from '../support/writer.ts';

const NOW = Date.parse('2026-03-01T09:00:00.000Z');
/** A book that a reset has replaced. */
const FORMER = 'book-int_former-sandbox';
const subjectAt = (time: number, revision = 0): string => deriveId('trf', time, STREAM, revision);

type Setup = { readonly handlers: TaskHandlers; readonly lease?: Lease; readonly documents?: DocumentStore };

describe('The task loop', () => {
  let now = NOW;
  /** How far the wall clock was set back, in milliseconds. */
  let putBack = 0;
  let position = 0n;
  let documents: DocumentStore;
  let dropped: (id: string) => Promise<void>;
  let faults: TaskFault[];
  const started: TaskLoop[] = [];

  beforeEach(async () => {
    now = NOW;
    putBack = 0;
    faults = [];
    dropped = () => Promise.resolve();
    documents = createMemoryDocumentStore();
    await documents.ensure([{ name: COLLECTIONS.tasks, kind: 'state' }]);
  });
  afterEach(() => Promise.all(started.splice(0).map((workers) => workers.stop())));

  function start({ handlers, lease = UNSHARED_LEASE, documents: on = documents }: Setup): TaskLoop {
    const workers = new TaskLoop({
      documents: on,
      handlers,
      isDropped: ({ stream }) => stream === FORMER,
      drop: (id) => dropped(id),
      lease,
      clock: () => now - putBack,
      elapsed: () => now,
      onTaskFault: (fault) => void faults.push(fault),
      onFault: () => undefined,
    });
    started.push(workers);
    return workers;
  }

  type At = { readonly due?: number; readonly kind?: TaskKind; readonly stream?: string };

  async function write(
    subject: string,
    { due = NOW, kind = 'submit_payout', stream = STREAM }: At,
    open: boolean,
  ): Promise<void> {
    const id = taskId(kind, subject, due);
    const { value, terms } = openTask(kind, stream, subject, due);
    const document = { id, scope: TASKS_SCOPE, terms, body: JSON.stringify(value) };
    position += 1n;
    await documents.write(
      [{ collection: COLLECTIONS.tasks, id, document: open ? document : null, position }],
      new Map(),
    );
  }
  const open = (subject: string, at: At = {}) => write(subject, at, true);
  const close = (subject: string) => write(subject, {}, false);

  /** Records the subjects it receives and runs the given work. */
  function recorder(work: (subject: string) => void | Promise<void> = () => undefined) {
    const seen: string[] = [];
    const handler = async ({ subject }: { subject: string }): Promise<void> => {
      seen.push(subject);
      await work(subject);
    };
    return { seen, handlers: { submit_payout: handler } };
  }

  const someOf = (seen: readonly string[], count: number) =>
    waitFor(`${count} runs`, () => (seen.length >= count ? true : undefined), 20_000);

  it('runs due tasks in order and passes the stored task', async () => {
    const [early, late] = [subjectAt(NOW - 2_000), subjectAt(NOW - 1_000, 1)];
    await open(late, { due: NOW - 1_000 });
    await open(early, { due: NOW - 2_000 });
    const tasks: unknown[] = [];
    start({ handlers: { submit_payout: (task) => Promise.resolve(void tasks.push(task)) } });
    await someOf(tasks as string[], 2);
    expect(tasks).to.deep.equal([
      { kind: 'submit_payout', stream: STREAM, subject: early, due_at: '2026-03-01T08:59:58.000Z' },
      { kind: 'submit_payout', stream: STREAM, subject: late, due_at: '2026-03-01T08:59:59.000Z' },
    ]);
  });

  it('lists a kind of which there are no tasks only when it is woken, unless time makes one due', async () => {
    const lists: string[] = [];
    const counted: DocumentStore = {
      ...documents,
      list(collection, query) {
        if (query.terms[0]?.startsWith('kind:') === true) lists.push(query.terms[0].slice('kind:'.length));
        return documents.list(collection, query);
      },
    };
    const { seen, handlers } = recorder();
    const expire_onramp = handlers.submit_payout;
    const workers = start({ handlers: { ...handlers, expire_onramp }, documents: counted });
    const of = (kind: TaskKind): readonly string[] => lists.filter((each) => each === kind);
    await waitFor('further lists', () => (of('expire_onramp').length >= 3 ? true : undefined));
    expect(of('submit_payout')).to.have.length(1);
    await open(subjectAt(NOW));
    workers.wake();
    await someOf(seen, 1);
  });

  it('does not run a task before it is due', async () => {
    const subject = subjectAt(NOW);
    await open(subject, { due: NOW + 60_000, kind: 'expire_onramp' });
    const { seen, handlers } = recorder();
    const workers = start({ handlers: { expire_onramp: handlers.submit_payout } });
    await turns();
    workers.wake();
    await turns();
    expect(seen).to.deep.equal([]);
    now += 60_000;
    workers.wake();
    await someOf(seen, 1);
  });

  it('drops the tasks of a former book instead of running them, and tries again after an error', async () => {
    const { seen, handlers } = recorder();
    const ids: string[] = [];
    dropped = (id) => {
      ids.push(id);
      return ids.length === 1 ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    const subject = subjectAt(NOW);
    await open(subject, { stream: FORMER });
    start({ handlers });
    await someOf(ids, 1);
    await waitFor('the fault', () => (faults.length > 0 ? true : undefined), 5_000);
    now += 60_000;
    await someOf(ids, 2);
    expect(new Set(ids)).to.deep.equal(new Set([taskId('submit_payout', subject)]));
    expect(seen).to.deep.equal([]);
  });

  it('runs a new task immediately when woken', async () => {
    const { seen, handlers } = recorder();
    const workers = start({ handlers });
    await turns();
    await open(subjectAt(NOW));
    workers.wake();
    await turns();
    expect(seen).to.have.length(1);
  });

  it('polls for new tasks', async () => {
    const { seen, handlers } = recorder();
    start({ handlers });
    await turns();
    await open(subjectAt(NOW));
    await someOf(seen, 1);
  });

  it('does not run a task twice concurrently, however often it is woken', async () => {
    let finish = (): void => undefined;
    const { seen, handlers } = recorder(() => new Promise((resolve) => (finish = resolve)));
    await open(subjectAt(NOW));
    const workers = start({ handlers });
    await someOf(seen, 1);
    for (let i = 0; i < 5; i++) {
      now += 5_000;
      workers.wake();
      await turns();
    }
    expect(seen).to.have.length(1);
    finish();
  });

  it('does not repeat a finished task that is still listed, or a closed one', async () => {
    const subject = subjectAt(NOW);
    const { seen, handlers } = recorder();
    await open(subject);
    const workers = start({ handlers });
    await someOf(seen, 1);
    workers.wake();
    await turns();
    expect(seen).to.have.length(1);
    await close(subject);
    now += 3_600_000;
    workers.wake();
    await turns();
    expect(seen).to.have.length(1);
  });

  it('retries a failed task with growing delays while other tasks run', async () => {
    const [bad, good] = [subjectAt(NOW - 2, 1), subjectAt(NOW - 1, 2)];
    const { seen, handlers } = recorder((subject) => {
      if (subject === bad) throw new Error('not yet');
    });
    await open(bad);
    await open(good);
    const workers = start({ handlers });
    await someOf(seen, 2);
    expect(seen).to.deep.equal([bad, good]);
    await close(good);
    expect(faults.map(({ retryInMs }) => retryInMs)).to.deep.equal([500]);
    for (const pause of [500, 1_000, 2_000]) {
      now += pause - 1;
      workers.wake();
      await turns();
      const before = seen.length;
      now += 1;
      workers.wake();
      await someOf(seen, before + 1);
      await turns();
    }
    expect(seen.filter((subject) => subject === bad)).to.have.length(4);
    expect(faults.map(({ retryInMs }) => retryInMs)).to.deep.equal([500, 1_000, 2_000, 4_000]);
  });

  it('retries a failed task on time even if the wall clock is set back', async () => {
    await open(subjectAt(NOW));
    const { seen, handlers } = recorder(() => {
      throw new Error('not yet');
    });
    const workers = start({ handlers });
    await someOf(seen, 1);
    await turns();
    putBack = 3_600_000;
    now += 500;
    workers.wake();
    await someOf(seen, 2);
  });

  it('runs due tasks even if the wall clock is set back before their IDs', async () => {
    putBack = 3_600_000;
    const kinds = ['submit_payout', 'check_name', 'tell_decision'] as const;
    for (const kind of kinds) await open(subjectAt(NOW), { kind });
    const seen: string[] = [];
    const handler = ({ kind }: { kind: TaskKind }) => Promise.resolve(void seen.push(kind));
    start({ handlers: Object.fromEntries(kinds.map((kind) => [kind, handler])) });
    await someOf(seen, 3);
    expect(seen).to.have.members(kinds);
  });

  it('runs tasks behind any number of failing ones', async () => {
    const bad = Array.from({ length: 1_500 }, (_, i) => subjectAt(NOW - 10_000 + i, i));
    for (const subject of bad) await open(subject, { due: NOW - 5_000 });
    const good = subjectAt(NOW, 9_999);
    await open(good);
    const { seen, handlers } = recorder((subject) => {
      if (subject !== good) throw new Error('the rail is down');
    });
    start({ handlers });
    await waitFor('the task that succeeds', () => (seen.includes(good) ? true : undefined), 10_000);
  });

  describe('while tasks hang', () => {
    const GOOD = subjectAt(NOW, 9_999);
    let hanging: (() => void)[];
    let isOver: boolean;

    beforeEach(() => {
      hanging = [];
      isOver = false;
    });
    afterEach(() => {
      isOver = true;
      for (const end of hanging) end();
    });

    const hang = (): Promise<void> =>
      isOver ? Promise.resolve() : new Promise((resolve) => hanging.push(resolve));
    const hangers = () => recorder((subject) => (subject === GOOD ? undefined : hang()));

    /** Opens `each` tasks in each of `books` sandbox books. */
    async function openMany(books: number, each: number): Promise<void> {
      for (let i = 0; i < books * each; i++)
        await open(subjectAt(NOW - 10_000, i), {
          due: NOW - 10_000,
          stream: `book-int_${i % books}-sandbox`,
        });
    }

    it('limits concurrent tasks per book and per environment', async () => {
      for (const [books, most] of [
        [1, 8],
        [5, 16],
      ] as const) {
        hanging = [];
        await openMany(books, 20);
        const { seen, handlers } = hangers();
        const workers = start({ handlers });
        await someOf(seen, most);
        for (let i = 0; i < 3; i++) {
          workers.wake();
          await turns();
        }
        expect(seen).to.have.length(most);
        const stopped = workers.stop();
        for (const end of hanging) end();
        await stopped;
      }
    });

    it('continues in order when tasks end', async () => {
      await openMany(1, 40);
      const { seen, handlers } = hangers();
      start({ handlers });
      while (seen.length < 40) {
        await turns();
        for (const end of hanging.splice(0)) end();
      }
      expect(seen).to.deep.equal(seen.toSorted());
    });

    it('does not block another environment', async () => {
      await openMany(5, 300);
      await open(GOOD, { stream: 'book-int_1-production' });
      const { seen, handlers } = hangers();
      start({ handlers });
      await waitFor('the task that succeeds', () => (seen.includes(GOOD) ? true : undefined), 5_000);
    });

    it('does not block another book', async () => {
      await openMany(1, 40);
      await open(GOOD, { stream: 'book-int_other-sandbox' });
      const { seen, handlers } = hangers();
      start({ handlers });
      await waitFor('the task that succeeds', () => (seen.includes(GOOD) ? true : undefined), 5_000);
    });

    it('does not block new tasks behind tasks that failed before', async () => {
      await openMany(5, 8);
      const failed = new Set<string>();
      const { seen, handlers } = recorder((subject) => {
        if (subject === GOOD) return undefined;
        if (failed.has(subject)) return hang();
        failed.add(subject);
        throw new Error('no answer');
      });
      const workers = start({ handlers });
      await someOf(seen, 40);
      await turns();
      now += 500;
      workers.wake();
      await someOf(seen, 46);
      await open(GOOD);
      workers.wake();
      await waitFor('the task that succeeds', () => (seen.includes(GOOD) ? true : undefined), 5_000);
      expect(seen).to.have.length(47);
    });
  });

  it('does not block other kinds of tasks', async () => {
    let finish = (): void => undefined;
    const seen: string[] = [];
    await open(subjectAt(NOW));
    await open(subjectAt(NOW, 1), { kind: 'check_name' });
    start({
      handlers: {
        submit_payout: () => new Promise((resolve) => (finish = resolve)),
        check_name: ({ subject }) => Promise.resolve(void seen.push(subject)),
      },
    });
    await someOf(seen, 1);
    finish();
  });

  it('runs open tasks again after a restart', async () => {
    const subject = subjectAt(NOW);
    await open(subject);
    const first = recorder(() => {
      throw new Error('cut off');
    });
    await (async () => {
      const workers = start({ handlers: first.handlers });
      await someOf(first.seen, 1);
      await workers.stop();
    })();
    const second = recorder();
    start({ handlers: second.handlers });
    await someOf(second.seen, 1);
    expect(second.seen).to.deep.equal([subject]);
  });

  it('waits for running tasks when stopped, and starts no more', async () => {
    let finish = (): void => undefined;
    const { seen, handlers } = recorder(() => new Promise((resolve) => (finish = resolve)));
    await open(subjectAt(NOW));
    const workers = start({ handlers });
    await someOf(seen, 1);
    let stopped = false;
    const stopping = workers.stop().then(() => (stopped = true));
    await open(subjectAt(NOW, 1));
    await turns();
    expect(stopped).to.equal(false);
    finish();
    await stopping;
    expect(seen).to.have.length(1);
  });

  it('survives an unavailable store', async () => {
    let away = true;
    const list: DocumentStore['list'] = (...args) =>
      away ? Promise.reject(new Error('away')) : documents.list(...args);
    const { seen, handlers } = recorder();
    await open(subjectAt(NOW));
    const workers = start({ handlers, documents: { ...documents, list } });
    await turns();
    away = false;
    workers.wake();
    await someOf(seen, 1);
  });

  describe('with a lease', () => {
    it('leaves all tasks to the holder, and takes over when it releases the lease', async () => {
      await open(subjectAt(NOW));
      const [mine, other] = [createLease(documents, 'tasks'), createLease(documents, 'tasks')];
      expect(await other.tryAcquire()).to.equal(true);
      const { seen, handlers } = recorder();
      const workers = start({ handlers, lease: mine });
      await turns();
      workers.wake();
      await turns();
      expect(seen).to.deep.equal([]);
      await other.release();
      workers.wake();
      await someOf(seen, 1);
    });

    it('takes over from a dead node when its lease expires', async () => {
      const [mine, dead] = [createLease(documents, 'l'), createLease(documents, 'l', Date.now, 50)];
      expect(await dead.tryAcquire()).to.equal(true);
      expect(await mine.tryAcquire()).to.equal(false);
      await waitFor('the lease to expire', async () => ((await mine.tryAcquire()) ? true : undefined), 5_000);
      expect(await dead.tryAcquire()).to.equal(false);
    });

    it('takes over from a dead node whose clock was ahead, and not from a node that renews', async () => {
      const elapsed = { ms: 0 };
      const leaseOf = (now: () => number) => createLease(documents, 'l', now, 60_000, () => elapsed.ms);
      const [mine, ahead] = [leaseOf(Date.now), leaseOf(() => Date.now() + 3_600_000)];
      for (let i = 0; i < 10; i++) {
        expect(await ahead.tryAcquire()).to.equal(true);
        expect(await mine.tryAcquire()).to.equal(false);
        elapsed.ms += 20_000;
      }
      expect(await mine.tryAcquire()).to.equal(false);
      elapsed.ms += 60_000;
      expect(await mine.tryAcquire()).to.equal(true);
      expect(await ahead.tryAcquire()).to.equal(false);
    });

    it('does not count as the holder after the wall clock is set back', async () => {
      let time = Date.now();
      const elapsed = { ms: 0 };
      const mine = createLease(
        documents,
        'l',
        () => time,
        60_000,
        () => elapsed.ms,
      );
      expect(await mine.tryAcquire()).to.equal(true);
      time -= 3_600_000;
      elapsed.ms += 60_000;
      await documents.putRecord('leases', 'l', 'another');
      expect(await mine.tryAcquire()).to.equal(false);
    });

    it('only reads while another node has the lease, once for all who ask at the same time', async () => {
      const calls: string[] = [];
      const counted = {
        ...documents,
        getRecord: (...args: Parameters<typeof documents.getRecord>) => {
          calls.push('get');
          return documents.getRecord(...args);
        },
        putRecord: (...args: Parameters<typeof documents.putRecord>) => {
          calls.push('put');
          return documents.putRecord(...args);
        },
      };
      const [mine, other] = [createLease(counted, 'l'), createLease(documents, 'l')];
      expect(await other.tryAcquire()).to.equal(true);
      const ask = () => Promise.all([mine.tryAcquire(), mine.tryAcquire(), mine.tryAcquire()]);
      expect(await ask()).to.deep.equal([false, false, false]);
      expect(calls).to.deep.equal(['get']);
      await other.release();
      expect(await ask()).to.deep.equal([true, true, true]);
      expect(calls).to.deep.equal(['get', 'get', 'put']);
      expect(await ask()).to.deep.equal([true, true, true]);
      expect(calls.length).to.equal(3);
    });

    it('asks again after the store has failed', async () => {
      let isAway = true;
      const mine = createLease(
        {
          ...documents,
          getRecord: (...args) => (isAway ? Promise.reject(new Error('away')) : documents.getRecord(...args)),
        },
        'l',
      );
      const asked = await Promise.allSettled([mine.tryAcquire(), mine.tryAcquire()]);
      expect(asked.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
      isAway = false;
      expect(await mine.tryAcquire()).to.equal(true);
    });

    it('keeps the lease by renewing it', async () => {
      let time = Date.now();
      const mine = createLease(
        documents,
        'l',
        () => time,
        60_000,
        () => time,
      );
      const other = createLease(
        documents,
        'l',
        () => time,
        60_000,
        () => time,
      );
      for (let i = 0; i < 10; i++) {
        expect(await mine.tryAcquire()).to.equal(true);
        expect(await other.tryAcquire()).to.equal(false);
        time += 20_000;
      }
      await mine.release();
      expect(await other.tryAcquire()).to.equal(true);
      await mine.release();
      expect(await other.tryAcquire()).to.equal(true);
    });
  });
});
