/** Days of reconciliation, as `YYYY-MM-DD`, which order like texts. */
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The day of a time in ISO 8601 (UTC). */
export const dayOf = (time: string): string => time.slice(0, DAY_LENGTH);

export const dayAfter = (day: string): string => dayOf(new Date(Date.parse(day) + DAY_MS).toISOString());
export const dayBefore = (day: string): string => dayOf(new Date(Date.parse(day) - DAY_MS).toISOString());

/** The day, or the day after the last closed one if that is later: nothing is added to a closed day. */
export const firstOpenDay = (day: string, lastClosedDay: string | undefined): string =>
  lastClosedDay === undefined || day > lastClosedDay ? day : dayAfter(lastClosedDay);
