import { expect } from 'chai';
import { createAdmissionControl } from '../../src/webhooks/admission-control.ts';

describe('The pace of deliveries', () => {
  let now = 0;
  let requests = 0;
  let utilization = 0;
  beforeEach(() => ([now, requests, utilization] = [0, 0, 0]));
  const paceOf = (busyStartsPerSecond: number) =>
    createAdmissionControl({
      requests: () => requests,
      utilization: () => utilization,
      busyStartsPerSecond,
      now: () => now,
    });

  /** How many begin in a second of which each 10 ms bring so many requests. */
  function begunInASecond(pace: ReturnType<typeof createAdmissionControl>, requestsAtOnce: number): number {
    let begun = 0;
    for (const end = now + 1_000; now < end; now += 10) {
      requests += requestsAtOnce;
      for (let i = 0; i < 100 && pace.canStart(); i += 1) {
        pace.started();
        begun += 1;
      }
    }
    return begun;
  }

  it('has no limit while there are few requests, however busy the thread is', () => {
    utilization = 1;
    expect(begunInASecond(paceOf(200), 1)).to.equal(10_000);
  });

  it('has no limit while the thread has time to spare, however many requests there are', () => {
    utilization = 0.65;
    expect(begunInASecond(paceOf(200), 20)).to.equal(10_000);
  });

  it('is limited while requests keep the thread busy, and no longer', () => {
    utilization = 0.75;
    const pace = paceOf(200);
    begunInASecond(pace, 20);
    expect(begunInASecond(pace, 20)).to.be.within(190, 210);
    begunInASecond(pace, 0);
    expect(begunInASecond(pace, 0)).to.equal(10_000);
  });

  it('never stops altogether', () => {
    utilization = 1;
    const pace = paceOf(1);
    begunInASecond(pace, 20);
    expect(begunInASecond(pace, 20)).to.be.greaterThan(0);
  });
});
