/**
 * The names of the streams of books. The first book of an integrator in an environment is `book-<integrator>-<environment>`.
 * Later generations of a sandbox book are numbered, as in `book-<integrator>.2-sandbox`. Only this file reads and writes these
 * names.
 */
import { ENVIRONMENTS } from './environment.ts';
import type { EnvironmentName } from './environment.ts';

export type BookName = {
  readonly integrator_id: string;
  readonly environment: EnvironmentName;
  /** 1 for the first book. */
  readonly generation: number;
};

const PREFIX = 'book-';
const BOOK_STREAM = /^book-([^.]+?)(?:\.([1-9][0-9]{0,8}))?-(sandbox|production)$/;

/** The stream of an integrator's book in an environment. */
export const bookStreamOf = (integratorId: string, environment: EnvironmentName, generation = 1): string =>
  `${PREFIX}${integratorId}${generation === 1 ? '' : `.${generation}`}-${environment}`;

/** Undefined if no book has this name: the first generation is not numbered, and only sandbox books have others. */
export function parseBookStream(stream: string): BookName | undefined {
  const [, integrator_id, number, text] = BOOK_STREAM.exec(stream) ?? [];
  const environment = ENVIRONMENTS.find((each) => each === text);
  if (integrator_id === undefined || environment === undefined) return undefined;
  if (number === undefined) return { integrator_id, environment, generation: 1 };
  const generation = Number(number);
  return generation === 1 || environment === 'production'
    ? undefined
    : { integrator_id, environment, generation };
}

/** Whether a stream is a book. Its name may still be invalid. */
export const isBookStream = (stream: string): boolean => stream.startsWith(PREFIX);

/** The environment of a book's stream. */
export const environmentOf = (stream: string): EnvironmentName =>
  stream.endsWith('-production') ? 'production' : 'sandbox';

/** The integrator of a book's stream; undefined for a stream that is no book. */
export const integratorOf = (stream: string): string | undefined => parseBookStream(stream)?.integrator_id;

/** The sandbox book before or after this one. Undefined before the first, in production, and for a stream that is no book. */
export function adjacentBook(stream: string, step: -1 | 1): string | undefined {
  const { integrator_id = '', environment, generation = 1 } = parseBookStream(stream) ?? {};
  return environment !== 'sandbox' || generation + step < 1
    ? undefined
    : bookStreamOf(integrator_id, environment, generation + step);
}
