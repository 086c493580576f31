/**
 * The days and months of an environment. They are those of UTC until the operator sets a time zone, which counts from the first
 * day of a later month: what has ended stays as it was.
 */

const DAY_MS = 24 * 60 * 60 * 1_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
/** No zone is further from UTC. */
const OFFSET_MAX_MS = 26 * 60 * 60 * 1_000;

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, DAY_LENGTH);

// Days, as `YYYY-MM-DD`, which order like texts.

export const dayAfter = (day: string): string => utcDay(Date.parse(day) + DAY_MS);
export const dayBefore = (day: string): string => utcDay(Date.parse(day) - DAY_MS);
const monthOf = (day: string): string => day.slice(0, 'YYYY-MM'.length);
/** The first day of the month after that of the day. */
const nextMonth = (day: string): string =>
  `${monthOf(utcDay(Date.parse(`${monthOf(day)}-01`) + 31 * DAY_MS))}-01`;

/** Whether Node.js knows the time zone by this name of the IANA database. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The day in the zone at a time in milliseconds since 1970. */
type DayAt = (ms: number) => string;

function dayIn(timeZone: string): DayAt {
  if (timeZone === 'UTC') return utcDay;
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  };
}

/** A time zone that counts from a day on. */
type Zone = { readonly from: string; readonly name: string; readonly dayAt: DayAt };

export class Calendar {
  /** Newest first. The last one counts from the beginning. */
  #zones: readonly [Zone, ...Zone[]] = [{ from: '', name: 'UTC', dayAt: utcDay }];
  /** The day that was asked for last. Times of a stream are in order, so the next one is mostly of the same day. */
  #newest = { day: '', start: 0, end: 0 };

  /** `from` is the first day of a month; null for all days. */
  setTimeZone(name: string, from: string | null): void {
    const zone = { from: from ?? '', name, dayAt: dayIn(name) };
    this.#zones = [zone, ...this.#zones.filter((each) => each.from < zone.from)];
    this.#newest = { day: '', start: 0, end: 0 };
  }

  /** The name of the zone in which the day begins. */
  timeZoneOn(day: string): string {
    return this.#zoneOn(day).name;
  }

  /** The zone that was set last, which may count from a later day. */
  get timeZone(): string {
    return this.#zones[0].name;
  }

  /** The day of a time in milliseconds since 1970. The day before a new zone counts ends when the zone begins to count. */
  dayAt(ms: number): string {
    const { day, start, end } = this.#newest;
    if (ms >= start && ms < end) return day;
    const at = this.#zones.findIndex(({ from }) => from === '' || ms >= this.startOf(from));
    const [next, zone] = [this.#zones[at - 1], this.#zones[at] ?? this.#zones[0]];
    const local = zone.dayAt(ms);
    const found = next !== undefined && local >= next.from ? dayBefore(next.from) : local;
    this.#newest = { day: found, start: this.startOf(found), end: this.startOf(dayAfter(found)) };
    return found;
  }

  /** The day of a time in ISO 8601. */
  dayOf(time: string): string {
    return this.dayAt(Date.parse(time));
  }

  /** The first millisecond of a day, which is not always midnight: clocks may skip it. */
  startOf(day: string): number {
    const midnight = Date.parse(day);
    const { name, dayAt } = this.#zoneOn(day);
    if (name === 'UTC') return midnight;
    let [low, high] = [midnight - OFFSET_MAX_MS, midnight + OFFSET_MAX_MS];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (dayAt(middle) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A day (`2026-11-20`) or a month (`2026-11`) in milliseconds since 1970; `end` is the beginning of the next one. */
  boundsOf(period: string): { readonly start: number; readonly end: number } {
    const isDay = period.length === DAY_LENGTH;
    const first = isDay ? period : `${period}-01`;
    return { start: this.startOf(first), end: this.startOf(isDay ? dayAfter(first) : nextMonth(first)) };
  }

  /**
   * The first day from which on a new zone can count: of a month that begins in both zones more than a day from now, so that all
   * processes know of it before.
   */
  firstDayFor(name: string, now: number): string {
    const starts = dayIn(name);
    let first = nextMonth(this.dayAt(now));
    while (this.startOf(first) <= now + DAY_MS || starts(now + DAY_MS) >= first) first = nextMonth(first);
    return first;
  }

  #zoneOn(day: string): Zone {
    return this.#zones.find(({ from }) => day >= from) ?? this.#zones[0];
  }
}
