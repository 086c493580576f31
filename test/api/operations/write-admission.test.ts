import { expect } from 'chai';
import { WriteAdmission } from '../../../src/api/operations/write-admission.ts';
import { ProjectionsBehind } from '../../../src/http/errors.ts';

const isNew = (): Promise<boolean> => Promise.resolve(false);
const isKnown = (): Promise<boolean> => Promise.resolve(true);
const write = (): string => 'written';

describe('Write admission', () => {
  let at: number;
  let lag: number;
  let reached: bigint;
  let isOutage: boolean;
  let head: bigint;
  let buildSpeed: number | undefined;
  let admission: WriteAdmission;
  const changes: (string | undefined)[] = [];

  beforeEach(() => {
    [at, lag, reached, isOutage, head, buildSpeed] = [0, 0, 0n, false, 1_000n, undefined];
    changes.length = 0;
    admission = new WriteAdmission({
      backlog: {
        ...{ report: () => undefined, observeHead: () => undefined, head: () => head },
        ...{ isWaiting: () => false, reached: () => reached, ageSeconds: () => lag, lagSeconds: () => lag },
        positionsPerSecond: () => 100,
      },
      isSuspended: () => isOutage,
      buildSpeed: () => buildSpeed,
      onLimiting: (reason) => changes.push(reason),
      now: () => at,
    });
    admission.release();
  });

  const rejected = async (writing: Promise<unknown>): Promise<ProjectionsBehind> => {
    const error: unknown = await writing.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    if (error instanceof ProjectionsBehind) return error;
    throw new Error('The write was admitted.');
  };

  it('admits writes while the lag is within the limit', async () => {
    lag = 2;
    expect(await admission.run('int_1', 1, isNew, write)).to.equal('written');
    expect(admission.health()).to.deep.equal({ ok: true });
  });

  it('lets writes wait until the lag is within the limit again', async () => {
    lag = 3;
    const waiting = admission.run('int_1', 1, isNew, write);
    await Promise.resolve();
    expect(admission.state()).to.include({ isLimiting: true });
    lag = 1;
    expect(await waiting).to.equal('written');
  });

  it('refuses writes that have waited for a second, with the time until the lag is within the limit', async () => {
    lag = 12;
    const waiting = admission.run('int_1', 1, isNew, write);
    setTimeout(() => (at += 1_000), 50);
    expect(await rejected(waiting)).to.have.property('retryAfterSeconds', 10);
  });

  it('answers repeats at once', async () => {
    lag = 100;
    expect(await admission.run('int_1', 1, isKnown, write)).to.equal('written');
  });

  it('admits half of what the projections complete, so that a long backlog stops no writes', async () => {
    lag = 100;
    const results = Promise.allSettled(
      Array.from({ length: 10 }, () => admission.run('int_1', 1, isNew, write)),
    );
    await Promise.resolve();
    await Promise.resolve();
    reached = 6n;
    admission.release();
    at += 1_000;
    const admitted = (await results).filter(({ status }) => status === 'fulfilled');
    expect(admitted).to.have.length(3);
  });

  it('admits an integrator that had less than others at once, and takes it from the next share', async () => {
    const admittedOf = async (count: number): Promise<number> => {
      const before = reached;
      let admitted = 0;
      const counted = (): number => (admitted += 1);
      const writing = Array.from({ length: count }, () => admission.run('int_1', 1, isNew, counted));
      for (const each of writing) each.catch(() => undefined);
      for (let i = 0; i < 20; i += 1) await Promise.resolve();
      expect(reached).to.equal(before);
      return admitted;
    };
    lag = 3;
    reached += 20n;
    admission.release();
    expect(await admittedOf(12)).to.equal(10);
    expect(await admission.run('int_2', 1, isNew, write)).to.equal('written');
    expect(await admission.run('int_2', 1, isNew, write)).to.equal('written');
    reached += 8n;
    admission.release();
    // Half of eight, without the two that the other one has taken before.
    expect(await admittedOf(1)).to.equal(0);
    expect(admission.state().waiting).to.equal(1);
  });

  it('counts a batch as many writes: it takes from later shares, and other integrators do not wait for that', async () => {
    lag = 3;
    reached = 10n;
    admission.release();
    // There is room for five, and this is a hundred.
    expect(await admission.run('int_1', 100, isNew, write)).to.equal('written');
    let later = 0;
    const next = admission.run('int_1', 1, isNew, () => (later += 1));
    for (let i = 0; i < 10; i += 1) {
      expect(await admission.run('int_2', 1, isNew, write)).to.equal('written');
      reached += 20n;
      admission.release();
    }
    expect(admission.state().waiting).to.equal(1);
    // 100 and ten more are half of 220.
    for (let i = 0; i < 2; i += 1) {
      expect(later).to.equal(0);
      reached += 10n;
      admission.release();
    }
    await next;
    expect(later).to.equal(1);
  });

  it('lets no two integrators overtake each other with batches', async () => {
    lag = 3;
    reached = 10n;
    admission.release();
    for (const [integrator, writes] of [
      ['int_1', 100],
      ['int_2', 99],
    ] as const)
      expect(await admission.run(integrator, writes, isNew, write)).to.equal('written');
    const waiting = ['int_2', 'int_1', 'int_2'].map((each) =>
      rejected(admission.run(each, 100, isNew, write)),
    );
    expect(await admission.run('int_2', 1, isNew, write)).to.equal('written');
    expect(admission.state().waiting).to.equal(3);
    at += 1_000;
    admission.release();
    await Promise.all(waiting);
  });

  it('counts all writes of the batches that wait in the time after which to try again', async () => {
    // The first one measures nothing, and the other one three positions for each write.
    await admission.run('int_1', 1, isNew, write);
    await admission.run('int_1', 100, isNew, () => (head += 300n));
    lag = 12;
    const waiting = [1, 200].map((writes) => rejected(admission.run('int_1', writes, isNew, write)));
    await Promise.resolve();
    at += 1_000;
    admission.release();
    const seconds = (await Promise.all(waiting)).map(({ retryAfterSeconds }) => retryAfterSeconds);
    // 200 wait when the first one is refused: six seconds of projecting, of which writes get half.
    expect(seconds).to.deep.equal([12, 1]);
  });

  it('does not apply during an outage of the documents store', async () => {
    [lag, isOutage] = [100, true];
    expect(await admission.run('int_1', 1, isNew, write)).to.equal('written');
  });

  it('reports when limiting starts, and when it has ended for five seconds', async () => {
    lag = 3;
    const waiting = admission.run('int_1', 1, isNew, write);
    await Promise.resolve();
    lag = 0;
    await waiting;
    expect(changes).to.deep.equal(['projections behind']);
    expect(admission.health().detail).to.match(/^Writes are limited: projections are/);
    at += 5_001;
    admission.release();
    expect(changes).to.deep.equal(['projections behind', undefined]);
    expect(admission.health()).to.deep.equal({ ok: true });
  });

  describe('while a read model is built', () => {
    /** Each adds ten positions. Returns how many were admitted at once. */
    async function admittedOf(count: number): Promise<number> {
      const before = head;
      for (let i = 0; i < count; i += 1) {
        admission.run('int_1', 1, isNew, () => (head += 10n)).catch(() => undefined);
        await settled();
      }
      return Number(head - before) / 10;
    }
    const settled = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    };
    beforeEach(() => (buildSpeed = 1_000));
    afterEach(() => {
      buildSpeed = undefined;
      admission.release();
    });

    it('lets writes add a third of what the build processes, and half a second of it at once', async () => {
      expect(await admittedOf(30)).to.equal(17);
      expect(admission.state()).to.include({
        isLimiting: true,
        reason: 'read model being built',
        waiting: 13,
      });
      expect(admission.health()).to.deep.equal({
        ok: true,
        detail: 'Writes are limited: a read model is being built.',
      });
      expect(changes).to.deep.equal(['read model being built']);
      at += 400;
      admission.release();
      await settled();
      expect(head).to.equal(1_300n);
      expect(await admittedOf(30)).to.equal(1);
    });

    it('never refuses a write that has waited for a second', async () => {
      await admittedOf(100);
      const waiting = admission.run('int_1', 1, isNew, write);
      await settled();
      // What others write uses the share.
      head += 10_000n;
      at += 1_000;
      admission.release();
      expect(await waiting).to.equal('written');
    });

    it('lets nobody wait who writes less than that', async () => {
      for (let second = 0; second < 10; second += 1) {
        expect(await admittedOf(15)).to.equal(15);
        at += 1_000;
      }
    });

    it('lets no integrator wait because another one has used the share', async () => {
      await admittedOf(100);
      expect(await admission.run('int_2', 1, isNew, write)).to.equal('written');
      // Now both have had one since there was room.
      const waiting = admission.run('int_2', 1, isNew, write);
      await settled();
      expect(admission.state().waiting).to.equal(100 - 17 + 1);
      at += 1_000;
      admission.release();
      await waiting;
    });

    it('answers repeats at once', async () => {
      await admittedOf(100);
      expect(await admission.run('int_1', 1, isKnown, write)).to.equal('written');
    });
  });
});
