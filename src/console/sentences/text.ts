/**
 * The sentence at the beginning of an object's page: what is going on, and what the operator can do next. Sentences are pure
 * functions of what the operator API returns, so that a table of cases tests them.
 */
import type { Reason } from '../../generated/api.ts';
import { toWords, type Tone } from '../ui/text.ts';

export type Sentence = {
  readonly text: string;
  /** The next action; absent if nothing is to be done. */
  readonly next?: string | undefined;
  readonly tone: Tone;
};

/** Who did it, when, and why. */
export type Deed = { readonly by: string; readonly time: string; readonly reason: string | null };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A day, or the time of today: `November 26` or `14:05 UTC`. */
export function momentText(iso: string, now: number): string {
  const [day, today] = [iso.slice(0, 10), new Date(now).toISOString().slice(0, 10)];
  if (day === today) return `${iso.slice(11, 16)} UTC`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat('en-US', {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(new Date(iso));
}

/** `on November 26` or `at 14:05 UTC`. */
export const on = (iso: string, now: number): string => {
  const moment = momentText(iso, now);
  return `${moment.endsWith('UTC') ? 'at' : 'on'} ${moment}`;
};

/** How long something takes or is late: `one day`, `3 hours`. */
export function durationText(ms: number): string {
  const [count, unit] =
    ms < HOUR_MS
      ? [Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute']
      : ms < DAY_MS
        ? [Math.floor(ms / HOUR_MS), 'hour']
        : [Math.floor(ms / DAY_MS), 'day'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}

/** `expected by November 27`, and how late it is. */
export const dueText = (dueAt: number, now: number, word = 'due'): string => {
  const due = momentText(new Date(dueAt).toISOString(), now);
  return dueAt < now ? `${word} ${due}, ${durationText(now - dueAt)} late` : `${word} ${due}`;
};

/** A text as the end of a sentence. */
export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const because = (reason: string | null | undefined): string =>
  reason === null || reason === undefined || reason === '' ? '.' : `: ${ended(reason)}`;

export const messageOf = (reason: Reason | null): string | null =>
  reason === null ? null : reason.message === '' ? toWords(reason.code) : reason.message;

/** `by Robin on November 26: The account was taken over.` */
export const deedText = (deed: Deed | undefined, now: number): string =>
  deed === undefined ? '.' : ` by ${deed.by} ${on(deed.time, now)}${because(deed.reason)}`;
