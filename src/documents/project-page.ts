/**
 * One page of events through one projection. Each document is loaded once, folded in memory and written once, however
 * many of the page's events touch it.
 */
import { StoreUnavailable, type StoredEvent } from '../eventstore/port.ts';
import type { Documents, DocumentWrite, StoredDocument } from './port.ts';
import {
  versioned,
  type EventShape,
  type FoldedDocument,
  type LogDocument,
  type ProjectedDocument,
  type Projection,
  type RecordedEvent,
  type Rule,
} from './projection.ts';

/** An event of a page: decoded, or what its decoding threw, or neither where no projection needs it. */
export type PageEvent<E extends EventShape> = {
  readonly stored: StoredEvent;
  readonly event?: RecordedEvent<E>;
  readonly fault?: unknown;
};

export type Decode<E extends EventShape> = (
  stored: StoredEvent,
) => RecordedEvent<E> | Promise<RecordedEvent<E>>;

/** A projection ready to run: its rules by type, and the collections with their versions. */
export type Rules<E extends EventShape> = {
  readonly byType: ReadonlyMap<string, Rule<RecordedEvent<E>> | 'ignore'>;
  /** How the names of its streams start. */
  readonly streams: string;
  readonly state: string | undefined;
  readonly log: string | undefined;
};

/** What to write for a page, up to `checkpoint`: the page's end, or the event before the one whose fault is given. */
export type PageResult = {
  readonly writes: readonly DocumentWrite[];
  readonly checkpoint: bigint;
  readonly fault?: { readonly stored: StoredEvent; readonly error: unknown };
};

/** A rule's application to one event. */
type Step<E extends EventShape> = {
  /** Its place in the page. */
  readonly index: number;
  readonly event: RecordedEvent<E>;
  readonly rule: Rule<RecordedEvent<E>>;
  readonly ids: readonly string[];
};

/** A state document during a page. */
type Entry = {
  readonly id: string;
  /** The position it was loaded with. Events up to there are in it. */
  readonly loadedAt: bigint | undefined;
  document: ProjectedDocument | undefined;
  /** The last event of the page that changed it, by its place. */
  changedAt: number | undefined;
};

const NO_IDS: readonly string[] = [];

export function rulesOf<E extends EventShape>(projection: Projection<E>): Rules<E> {
  const { rules, streams = '', state, log, version } = projection;
  return {
    byType: new Map<string, Rule<RecordedEvent<E>> | 'ignore'>(Object.entries(rules)),
    streams,
    state: state === undefined ? undefined : versioned(state, version),
    log: log === undefined ? undefined : versioned(log, version),
  };
}

/**
 * Decodes the events of a page that at least one of the projections has a rule for. A fault in one is kept with it.
 * Throws a StoreUnavailable when decoding needs a store that is away.
 */
export async function decodePage<E extends EventShape>(
  page: readonly StoredEvent[],
  projections: readonly Rules<E>[],
  decode: Decode<E>,
): Promise<PageEvent<E>[]> {
  const needed = new Map<string, boolean>();
  const isNeeded = (type: string): boolean => {
    let answer = needed.get(type);
    if (answer === undefined) {
      answer = projections.some(({ byType }) => typeof byType.get(type) === 'object');
      needed.set(type, answer);
    }
    return answer;
  };
  const events: PageEvent<E>[] = page.map((stored) => ({ stored }));
  // Nearly all are decoded at once; the few that have to wait do so together.
  const waits: Promise<void>[] = [];
  for (const [index, stored] of page.entries()) {
    if (!isNeeded(stored.type)) continue;
    const decoded = decodeOne(stored, decode);
    if (!(decoded instanceof Promise)) events[index] = decoded;
    else waits.push(decoded.then((event) => void (events[index] = event)));
  }
  if (waits.length > 0) await Promise.all(waits);
  return events;
}

function decodeOne<E extends EventShape>(
  stored: StoredEvent,
  decode: Decode<E>,
): PageEvent<E> | Promise<PageEvent<E>> {
  const failed = (fault: unknown): PageEvent<E> | Promise<never> =>
    fault instanceof StoreUnavailable ? Promise.reject(fault) : { stored, fault };
  try {
    const event = decode(stored);
    return event instanceof Promise ? event.then((event) => ({ stored, event }), failed) : { stored, event };
  } catch (error) {
    return failed(error);
  }
}

/**
 * Applies the rules to the events of a page after `checkpoint`. Nothing is written here. A rule that throws ends the
 * page before its event; a store that can't be read rejects.
 */
export async function projectPage<E extends EventShape>(
  rules: Rules<E>,
  page: readonly PageEvent<E>[],
  checkpoint: bigint,
  documents: Documents,
): Promise<PageResult> {
  const { steps, end, error } = planSteps(rules, page, checkpoint);
  const loaded = await load(rules, steps, documents);

  // Documents are serialised at the end. One that can't be is a fault of the event that changed it last: everything
  // before that event is folded again, which is rare enough to be simple.
  let stop: Stop = { end, error };
  for (;;) {
    const folded = foldSteps(rules, steps, stop, loaded);
    stop = folded.stop;
    const states = stateWrites(rules, folded.entries, page);
    if ('stop' in states) {
      stop = states.stop;
      continue;
    }
    return resultOf([...folded.logs, ...states.writes], page, checkpoint, stop);
  }
}

/** Where a page ends for a projection: before the event at `end`, because of `error` unless it is the page's end. */
type Stop = { readonly end: number; readonly error?: unknown };

function resultOf<E extends EventShape>(
  writes: DocumentWrite[],
  page: readonly PageEvent<E>[],
  checkpoint: bigint,
  { end, error }: Stop,
): PageResult {
  const last = page[end - 1]?.stored.position ?? checkpoint;
  const result = { writes, checkpoint: last > checkpoint ? last : checkpoint };
  const stored = page[end]?.stored;
  return stored === undefined ? result : { ...result, fault: { stored, error } };
}

/** The rules to apply and the documents they touch, up to the first event that can't be applied. */
function planSteps<E extends EventShape>(
  { byType, streams }: Rules<E>,
  page: readonly PageEvent<E>[],
  checkpoint: bigint,
): { steps: Step<E>[] } & Stop {
  const steps: Step<E>[] = [];
  for (const [index, { stored, event, fault }] of page.entries()) {
    if (stored.position <= checkpoint || !stored.stream.startsWith(streams)) continue;
    const rule = byType.get(stored.type);
    if (rule === 'ignore') continue;
    if (rule === undefined)
      return { steps, end: index, error: new Error(`There is no rule for '${stored.type}'.`) };
    if (event === undefined) return { steps, end: index, error: fault };
    try {
      steps.push({ index, event, rule, ids: unique(rule.touches?.(event) ?? NO_IDS) });
    } catch (error) {
      return { steps, end: index, error };
    }
  }
  return { steps, end: page.length };
}

function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}

async function load<E extends EventShape>(
  { state }: Rules<E>,
  steps: readonly Step<E>[],
  documents: Documents,
): Promise<StoredDocument[]> {
  const ids = new Set<string>();
  for (const step of steps) for (const id of step.ids) ids.add(id);
  if (ids.size === 0) return [];
  if (state === undefined) throw new Error('A projection without a state collection touches documents.');
  return documents.getMany(state, [...ids], { deleted: true });
}

/** Folds the steps before `stop` over the loaded documents. Ends earlier when a rule throws. */
function foldSteps<E extends EventShape>(
  { log }: Rules<E>,
  steps: readonly Step<E>[],
  stop: Stop,
  loaded: readonly StoredDocument[],
): { entries: Map<string, Entry>; logs: DocumentWrite[]; stop: Stop } {
  const entries = new Map<string, Entry>();
  for (const document of loaded) entries.set(document.id, entryOf(document));
  const logs: DocumentWrite[] = [];
  for (const step of steps) {
    if (step.index >= stop.end) break;
    try {
      applyStep(step, entries, log, logs);
    } catch (error) {
      return { entries, logs, stop: { end: step.index, error } };
    }
  }
  return { entries, logs, stop };
}

/** A deleted document has the body `null`. */
function entryOf({ id, terms, body, position }: StoredDocument): Entry {
  const value: unknown = JSON.parse(body);
  return {
    id,
    loadedAt: position,
    document: value === null ? undefined : { value, terms },
    changedAt: undefined,
  };
}

/** Either all of an event's effects are kept, or, when its rule throws, none. */
function applyStep<E extends EventShape>(
  { index, event, rule, ids }: Step<E>,
  entries: Map<string, Entry>,
  log: string | undefined,
  logs: DocumentWrite[],
): void {
  const folded: (FoldedDocument & { readonly entry: Entry })[] = [];
  let isPast = false;
  for (const id of ids) {
    const entry = entries.get(id) ?? { id, loadedAt: undefined, document: undefined, changedAt: undefined };
    if (entry.loadedAt !== undefined && entry.loadedAt >= event.position) {
      // A batch that was cut off has written it with this event in it. Log documents are durable no later than state
      // documents, so those of this event are there as well.
      isPast = true;
      continue;
    }
    const before = entry.document;
    const after = rule.fold?.(before, event, id);
    folded.push({ id, before, after: after === undefined ? before : (after ?? undefined), entry });
  }
  if (!isPast && rule.emit !== undefined) {
    const added = rule.emit(event, folded).map((document) => logWrite(log, document, event));
    for (const write of added) logs.push(write);
  }
  for (const { id, before, after, entry } of folded) {
    if (after === before) continue;
    entry.document = after;
    entry.changedAt = index;
    entries.set(id, entry);
  }
}

function logWrite<E extends EventShape>(
  collection: string | undefined,
  { id, terms, value }: LogDocument,
  { scope, position }: RecordedEvent<E>,
): DocumentWrite {
  if (collection === undefined) throw new Error('A projection without a log collection emits documents.');
  return { collection, id, document: { id, scope, terms, body: serialise(value) }, position };
}

/** One write for each document that changed, or the stop that the first one that has no JSON asks for. */
function stateWrites<E extends EventShape>(
  { state }: Rules<E>,
  entries: ReadonlyMap<string, Entry>,
  page: readonly PageEvent<E>[],
): { writes: DocumentWrite[] } | { stop: Stop } {
  const writes: DocumentWrite[] = [];
  for (const { id, document, changedAt } of entries.values()) {
    const stored = changedAt === undefined ? undefined : page[changedAt]?.stored;
    // Without a state collection nothing is loaded and nothing changes.
    if (stored === undefined || changedAt === undefined || state === undefined) continue;
    const { stream: scope, position } = stored;
    try {
      const written =
        document === undefined ? null : { id, scope, terms: document.terms, body: serialise(document.value) };
      writes.push({ collection: state, id, document: written, position });
    } catch (error) {
      return { stop: { end: changedAt, error } };
    }
  }
  return { writes };
}

function serialise(value: unknown): string {
  // The compiler takes it for a string, but JSON.stringify has nothing to say for `undefined` and functions.
  const body = JSON.stringify(value) as string | undefined;
  if (body === undefined || body === 'null') throw new Error('A projected value is not an object.');
  return body;
}
