import { expect } from 'chai';
import fc from 'fast-check';
import { Calendar, dayAfter, isTimeZone } from '../../src/system/calendar.ts';
import { runs } from '../support/effort.ts';

const calendarOf = (...zones: readonly (readonly [name: string, from: string | null])[]): Calendar => {
  const calendar = new Calendar();
  for (const [name, from] of zones) calendar.setTimeZone(name, from);
  return calendar;
};
const iso = (ms: number): string => new Date(ms).toISOString();
const HOUR_MS = 60 * 60 * 1_000;

describe('The calendar of an environment', () => {
  it('has the days of UTC without a time zone', () => {
    const calendar = new Calendar();
    expect(calendar.timeZone).to.equal('UTC');
    expect(calendar.dayOf('2026-11-30T23:59:59.999Z')).to.equal('2026-11-30');
    expect(calendar.boundsOf('2026-11')).to.deep.equal({
      start: Date.parse('2026-11-01T00:00:00.000Z'),
      end: Date.parse('2026-12-01T00:00:00.000Z'),
    });
  });

  // From the rules of each zone: clocks go forward or back at midnight, in the morning, or by a whole day.
  const lengths: readonly (readonly [zone: string, day: string, start: string, hours: number])[] = [
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
  ];
  for (const [zone, day, start, hours] of lengths)
    it(`has ${hours} hours on ${day} in ${zone}`, () => {
      const bounds = calendarOf([zone, null]).boundsOf(day);
      expect([iso(bounds.start), (bounds.end - bounds.start) / HOUR_MS]).to.deep.equal([start, hours]);
    });

  it('keeps the months before a new time zone, and ends the last of them when the new zone begins', () => {
    const calendar = calendarOf(['Europe/Berlin', null], ['America/New_York', '2026-12-01']);
    expect(calendar.boundsOf('2026-10')).to.deep.equal(
      calendarOf(['Europe/Berlin', null]).boundsOf('2026-10'),
    );
    const november = calendar.boundsOf('2026-11');
    expect([iso(november.start), iso(november.end)]).to.deep.equal([
      '2026-10-31T23:00:00.000Z',
      '2026-12-01T05:00:00.000Z',
    ]);
    expect(calendar.dayOf('2026-12-01T04:59:59.999Z')).to.equal('2026-11-30');
    expect(calendar.dayOf('2026-12-01T05:00:00.000Z')).to.equal('2026-12-01');
    expect(['2026-11-30', '2026-12-01'].map((day) => calendar.timeZoneOn(day))).to.deep.equal([
      'Europe/Berlin',
      'America/New_York',
    ]);
  });

  it('replaces a time zone that does not count yet', () => {
    const calendar = calendarOf(['Asia/Tokyo', '2026-12-01'], ['UTC', '2026-12-01']);
    expect(calendar.dayOf('2026-11-30T20:00:00.000Z')).to.equal('2026-11-30');
  });

  it('lets a new time zone count from a month that begins more than a day later in both zones', () => {
    const calendar = new Calendar();
    const from = (time: string, zone: string): string => calendar.firstDayFor(zone, Date.parse(time));
    expect(from('2026-11-15T12:00:00.000Z', 'Asia/Tokyo')).to.equal('2026-12-01');
    expect(from('2026-11-29T14:00:00.000Z', 'Asia/Tokyo')).to.equal('2026-12-01');
    expect(from('2026-11-29T16:00:00.000Z', 'Asia/Tokyo')).to.equal('2027-01-01');
    expect(from('2026-11-29T23:59:59.000Z', 'America/New_York')).to.equal('2026-12-01');
    expect(from('2026-11-30T00:00:00.000Z', 'America/New_York')).to.equal('2027-01-01');
  });

  it('has each time on exactly one day, in order, whatever zones follow each other', () => {
    const zone = fc.constantFrom(...lengths.map(([name]) => name), 'UTC', 'Africa/Cairo', 'America/Havana');
    const month = fc.integer({ min: 0, max: 35 }).map((n) => iso(Date.UTC(2024, n, 1)).slice(0, 10));
    const time = fc.integer({ min: Date.UTC(2023, 11, 1), max: Date.UTC(2027, 1, 1) });
    fc.assert(
      fc.property(
        zone,
        fc.uniqueArray(month, { maxLength: 3 }),
        fc.array(zone, { minLength: 3, maxLength: 3 }),
        fc.array(time, { minLength: 1, maxLength: 20 }),
        (first, months, names, times) => {
          const changes = months.sort().map((from, at) => [names[at] ?? first, from] as const);
          const calendar = calendarOf([first, null], ...changes);
          const sorted = times.sort((a, b) => a - b);
          for (const each of sorted) {
            const day = calendar.dayAt(each);
            expect(calendar.startOf(day)).to.be.at.most(each);
            expect(calendar.startOf(dayAfter(day))).to.be.above(each);
          }
          const days = sorted.map((each) => calendar.dayAt(each));
          expect(days).to.deep.equal([...days].sort());
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('knows the names of the IANA database only', () => {
    expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).to.equal(true);
    expect(['', '+01:00', 'Europe/Springfield', 'Berlin'].some(isTimeZone)).to.equal(false);
  });
});
