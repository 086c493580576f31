/** The stream of events: those of each object in their order, each once, also across the connections that continue it. */
import type { JsonObject } from '../../prediction.ts';
import { isObject, textOf } from '../../prediction.ts';
import { aheadSeconds, repaymentsOf } from '../../state/world.ts';
import type { Book } from '../../state/world.ts';

export type StreamedEvents = {
  /** In the order in which they arrived. */
  readonly events: readonly JsonObject[];
  /** The types that the stream selects; undefined for all. */
  readonly types: readonly string[] | undefined;
  /** Whether the stream began before the first event of the book. Without it, earlier events may be missing. */
  readonly isWhole: boolean;
};

/** After so much time, events may be deleted before the stream reaches them. */
const KEPT_SECONDS = 29 * 86_400;

export const mayHaveExpired = (book: Book): boolean => aheadSeconds(book) > KEPT_SECONDS;

/**
 * What is wrong with the events of the book in the stream. `isCurrent`: no reset has replaced the book; a reset ends the stream, so
 * the last events of a former book may be missing.
 */
export function streamFault(
  book: Book,
  isCurrent: boolean,
  { events, types, isWhole }: StreamedEvents,
): string | undefined {
  const arrived = new Map<string, JsonObject[]>();
  for (const event of events)
    arrived.set(modeledObjectOf(event), [...(arrived.get(modeledObjectOf(event)) ?? []), event]);
  const isSelected = (type: string): boolean => types === undefined || types.includes(type);
  for (const objectId of new Set(book.events.values.map((each) => each.objectId))) {
    const due = book.events
      .of(objectId)
      .filter(({ type }) => isSelected(type))
      .map(({ type, version }) => `${type} ${version}`);
    const found = (arrived.get(objectId) ?? []).map(
      (each) => `${textOf(each, 'type')} ${Number(each['object_version'])}`,
    );
    if (!isAsDue(due, found))
      return `the stream has ${found.join(', ') || 'nothing'} of ${objectId}, of which happened: ${due.join(', ')}`;
  }
  return undefined;

  function isAsDue(due: readonly string[], found: readonly string[]): boolean {
    if (mayHaveExpired(book)) return isPartOf(due, found);
    if (!isCurrent) return isWhole ? isEqual(due.slice(0, found.length), found) : isPartOf(due, found);
    return isEqual(isWhole ? due : due.slice(Math.max(0, due.length - found.length)), found);
  }
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/** Whether `found` is in the order of `due`, each at most once. */
function isPartOf(due: readonly string[], found: readonly string[]): boolean {
  let from = 0;
  return found.every((each) => (from = due.indexOf(each, from) + 1) > 0);
}

/** Webhook endpoints, which the service disables itself, are not predicted. */
export const isPredicted = (event: JsonObject): boolean => !objectOf(event).startsWith('we_');

/** The ID of the object that the event is about. */
export const objectOf = ({ data }: JsonObject): string => textOf(isObject(data) ? data : undefined, 'id');

/** The same as the model knows it. */
export const modeledObjectOf = (event: JsonObject): string =>
  event['type'] === 'receivable.repaid' && isObject(event['data'])
    ? repaymentsOf(textOf(event['data'], 'wallet_id'))
    : objectOf(event);
