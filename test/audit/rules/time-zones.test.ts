import { expect } from 'chai';
import { PlatformCheck } from '../../../src/audit/rules/platform-check.ts';
import type { PlatformEventData } from '../../../src/generated/events.ts';

const NOW = '2026-05-10T10:00:00.000Z';

describe('Audit of time zones', () => {
  const zone = (data: Partial<PlatformEventData<'time_zone.changed'>> = {}) => ({
    type: 'time_zone.changed' as const,
    data: { environment: 'production' as const, time_zone: 'Europe/Berlin', from: '2026-06-01', ...data },
  });
  const integrator = {
    type: 'integrator.created' as const,
    data: { integrator_id: 'int_01kakz3v00000000000000000x', name: 'Acme' },
  };
  function checked(...events: readonly Parameters<PlatformCheck['check']>[0][]): PlatformCheck {
    const check = new PlatformCheck();
    for (const event of events) check.check(event, NOW);
    return check;
  }

  it('accepts one that counts from a day to come, or from the beginning of a new service', () => {
    const { calendars } = checked(zone({ from: null }), integrator, zone({ time_zone: 'Asia/Tokyo' }));
    expect(calendars.production.dayOf('2026-05-31T14:59:59.999Z')).to.equal('2026-05-31');
    expect(calendars.production.dayOf('2026-05-31T15:00:00.000Z')).to.equal('2026-06-01');
    expect(calendars.sandbox.timeZone).to.equal('UTC');
  });

  it('rejects one for days that have begun, and one that does not exist', () => {
    expect(() => checked(integrator, zone({ from: null }))).to.throw('days that have not begun');
    expect(() => checked(integrator, zone({ from: '2026-05-01' }))).to.throw('days that have not begun');
    expect(() => checked(integrator, zone({ time_zone: 'Mars/Base' }))).to.throw('no time zone Mars/Base');
  });
});
