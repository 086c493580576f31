/**
 * One page of events through one projection. Each document is loaded once, folded in memory and written once, however
 * many of the page's events touch it.
 */
import type { StoredEvent } from '../../event-store/port.ts';
import type { PageEvent } from './decode-page.ts';
import type { Document, DocumentStore, DocumentWrite, StoredDocument } from '../port.ts';
import type {
  EventShape,
  FoldedDocument,
  LogDocument,
  ProjectedDocument,
  RecordedEvent,
  Rule,
} from '../projection.ts';
import type { CompiledProjection } from './compiled-projection.ts';

/**
 * State documents as they are at a projection's checkpoint, `undefined` where there is none. They follow from the
 * events alone, so that they stay right whatever becomes of the store.
 */
export type DocumentCache = Map<string, ProjectedDocument | undefined>;

/** Where a projection stands: its documents, as far as the cache has them, are as they are at the checkpoint. */
export type ProjectionCursor<E extends EventShape> = {
  readonly rules: CompiledProjection<E>;
  readonly checkpoint: bigint;
  readonly cache: DocumentCache;
};

/** What to write for a page, up to `checkpoint`: the page's end, or the event before the one whose fault is given. */
export type PageResult = {
  readonly writes: readonly DocumentWrite[];
  /** The state documents it touched, as they are at `checkpoint`. */
  readonly documents: DocumentCache;
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
  /** Whether the store has a row for it. */
  readonly isStored: boolean;
  document: ProjectedDocument | undefined;
  /** The last event of the page that changed it, by its place. */
  changedAt: number | undefined;
};

/** How many documents each projection keeps parsed from page to page: more than a page touches, and a few megabytes. */
const CACHE_MAX = 4_000;

const NO_IDS: readonly string[] = [];

/** Keeps what a page touched for the next ones, when it is written. What was not touched for longest makes room. */
export function cacheDocuments(cache: DocumentCache, touched: DocumentCache): void {
  for (const [id, document] of touched) {
    cache.delete(id);
    cache.set(id, document);
  }
  for (const id of cache.keys()) {
    if (cache.size <= CACHE_MAX) return;
    cache.delete(id);
  }
}

/**
 * Applies the rules to the events of a page after the checkpoint. Nothing is written here, and the cache stays as it is.
 * A rule that throws ends the page before its event; a store that can't be read rejects. Where nobody else projects into
 * the same documents (`isAlone`), what comes and goes within the page needs no write.
 */
export async function projectPage<E extends EventShape>(
  { rules, checkpoint, cache }: ProjectionCursor<E>,
  page: readonly PageEvent<E>[],
  documents: DocumentStore,
  isSoleProjector: boolean,
): Promise<PageResult> {
  const { steps, end, error } = planSteps(rules, page, checkpoint);
  const load = await loadEntries(rules, steps, documents, cache);
  const amended = await loadAmended(rules, steps, documents);

  // Documents are serialised at the end. One that can't be is a fault of the event that changed it last: everything
  // before that event is folded again, which is rare enough to be simple.
  let stop: Stop = { end, error };
  for (;;) {
    const folded = foldSteps(rules, steps, stop, load(), amended);
    stop = folded.stop;
    const states = stateWrites(rules, folded.entries, page, isSoleProjector);
    if ('stop' in states) {
      stop = states.stop;
      continue;
    }
    return resultOf([...folded.logs, ...states.writes], folded.entries, page, checkpoint, stop);
  }
}

/** Where a page ends for a projection: before the event at `end`, because of `error` unless it is the page's end. */
type Stop = { readonly end: number; readonly error?: unknown };

function resultOf<E extends EventShape>(
  writes: DocumentWrite[],
  entries: ReadonlyMap<string, Entry>,
  page: readonly PageEvent<E>[],
  checkpoint: bigint,
  { end, error }: Stop,
): PageResult {
  const last = page[end - 1]?.stored.position ?? checkpoint;
  const reached = last > checkpoint ? last : checkpoint;
  const documents: DocumentCache = new Map();
  for (const { id, document, loadedAt } of entries.values()) {
    // What was loaded from beyond is not yet what it is at the checkpoint.
    if (loadedAt === undefined || loadedAt <= reached) documents.set(id, document);
  }
  const stored = page[end]?.stored;
  const result = { writes, documents, checkpoint: reached };
  return stored === undefined ? result : { ...result, fault: { stored, error } };
}

/** The rules to apply and the documents they touch, up to the first event that can't be applied. */
function planSteps<E extends EventShape>(
  { byType, streams }: CompiledProjection<E>,
  page: readonly PageEvent<E>[],
  checkpoint: bigint,
): { steps: Step<E>[] } & Stop {
  const steps: Step<E>[] = [];
  // Every projection comes by here with every event, so nothing is made for those that it passes over; and pages mostly
  // begin after the checkpoint, so that positions need not be looked at.
  const isNew = (page[0]?.stored.position ?? checkpoint) > checkpoint;
  for (let index = 0; index < page.length; index += 1) {
    const { stored, event, fault } = page[index] ?? NOTHING;
    if (stored === undefined) continue;
    const rule = byType.get(stored.type);
    if (rule === 'ignore' || !stored.stream.startsWith(streams)) continue;
    if (!isNew && stored.position <= checkpoint) continue;
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

const NOTHING = { stored: undefined, event: undefined, fault: undefined };

function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}

/** Gives the documents that the steps touch, fresh each time: from the cache, or the store. */
async function loadEntries<E extends EventShape>(
  { state }: CompiledProjection<E>,
  steps: readonly Step<E>[],
  documents: DocumentStore,
  cache: DocumentCache,
): Promise<() => Map<string, Entry>> {
  const ids = new Set<string>();
  for (const step of steps) for (const id of step.ids) ids.add(id);
  if (ids.size === 0) return () => new Map<string, Entry>();
  if (state === undefined) throw new Error('A projection without a state collection touches documents.');
  const missing = [...ids].filter((id) => !cache.has(id));
  const stored = missing.length === 0 ? [] : await documents.getMany(state, missing, { deleted: true });
  return () => {
    const entries = new Map<string, Entry>();
    for (const id of ids) {
      const document = cache.get(id);
      const isStored = document !== undefined;
      entries.set(id, { id, loadedAt: undefined, isStored, document, changedAt: undefined });
    }
    for (const document of stored) entries.set(document.id, entryOf(document));
    return entries;
  };
}

/** How many documents of the log are looked at together. */
const AMENDED_AT_ONCE = 500;

/** The stored documents of the log that steps change, by the step's place. Hardly any step does. */
async function loadAmended<E extends EventShape>(
  { log, scope: shared }: CompiledProjection<E>,
  steps: readonly Step<E>[],
  documents: DocumentStore,
): Promise<Map<number, readonly StoredDocument[]>> {
  const amended = new Map<number, readonly StoredDocument[]>();
  for (const { index, rule, event } of steps) {
    const amendment = rule.amend?.(event);
    if (amendment === undefined) continue;
    if (log === undefined) throw new Error('A projection without a log collection amends it.');
    const found: StoredDocument[] = [];
    for (let after = ''; ; after = found.at(-1)?.id ?? '') {
      const query = { scope: shared ?? event.scope, terms: [amendment.term], after } as const;
      const page = await documents.list(log, { ...query, order: 'oldest', limit: AMENDED_AT_ONCE });
      found.push(...page);
      if (page.length < AMENDED_AT_ONCE) break;
    }
    amended.set(index, found);
  }
  return amended;
}

/** Changes what is stored, and what the events before it in the page have added. */
function applyAmendment<E extends EventShape>(
  { event, rule }: Step<E>,
  stored: readonly StoredDocument[],
  { log: collection, scope: shared }: CompiledProjection<E>,
  logs: DocumentWrite[],
): void {
  const amendment = rule.amend?.(event);
  if (amendment === undefined || collection === undefined) return;
  const { position } = event;
  const scope = shared ?? event.scope;
  const change = ({ id, terms, body }: Document): DocumentWrite => {
    const value = amendment.change(JSON.parse(body));
    return { collection, id, document: { id, scope, terms, body: serialise(value) }, position };
  };
  for (const [at, { document }] of logs.entries())
    if (document?.scope === scope && document.terms.includes(amendment.term)) logs[at] = change(document);
  // What this page adds once more is in there already.
  const added = new Set(logs.map(({ id }) => id));
  for (const document of stored)
    if (document.position < position && !added.has(document.id)) logs.push(change(document));
}

/** Folds the steps before `stop` over the documents. Ends earlier when a rule throws. */
function foldSteps<E extends EventShape>(
  rules: CompiledProjection<E>,
  steps: readonly Step<E>[],
  stop: Stop,
  entries: Map<string, Entry>,
  amended: ReadonlyMap<number, readonly StoredDocument[]>,
): { entries: Map<string, Entry>; logs: DocumentWrite[]; stop: Stop } {
  const logs: DocumentWrite[] = [];
  for (const step of steps) {
    if (step.index >= stop.end) break;
    try {
      applyStep(step, entries, rules, logs);
      applyAmendment(step, amended.get(step.index) ?? [], rules, logs);
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
    isStored: true,
    document: value === null ? undefined : { value, terms },
    changedAt: undefined,
  };
}

/** Either all of an event's effects are kept, or, when its rule throws, none. */
function applyStep<E extends EventShape>(
  { index, event, rule, ids }: Step<E>,
  entries: Map<string, Entry>,
  rules: CompiledProjection<E>,
  logs: DocumentWrite[],
): void {
  const folded: (FoldedDocument & { readonly entry: Entry })[] = [];
  let isPast = false;
  for (const id of ids) {
    const entry = entries.get(id);
    // All that is touched was loaded.
    if (entry === undefined) continue;
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
    const added = rule.emit(event, folded).map((document) => logWrite(rules, document, event));
    for (const write of added) logs.push(write);
  }
  for (const { before, after, entry } of folded) {
    if (after === before) continue;
    entry.document = after;
    entry.changedAt = index;
  }
}

function logWrite<E extends EventShape>(
  { log: collection, scope: shared }: CompiledProjection<E>,
  { id, terms, value }: LogDocument,
  { scope: own, position }: RecordedEvent<E>,
): DocumentWrite {
  if (collection === undefined) throw new Error('A projection without a log collection emits documents.');
  const scope = shared ?? own;
  return { collection, id, document: { id, scope, terms, body: serialise(value) }, position };
}

/** One write for each document that changed, or the stop that the first one that has no JSON asks for. */
function stateWrites<E extends EventShape>(
  { state, scope: shared }: CompiledProjection<E>,
  entries: ReadonlyMap<string, Entry>,
  page: readonly PageEvent<E>[],
  isAlone: boolean,
): { writes: DocumentWrite[] } | { stop: Stop } {
  const writes: DocumentWrite[] = [];
  for (const { id, document, isStored, changedAt } of entries.values()) {
    // Another projector may be about to write how it came: only what says that it is gone keeps that out.
    if (document === undefined && !isStored && isAlone) continue;
    const stored = changedAt === undefined ? undefined : page[changedAt]?.stored;
    // Without a state collection nothing is loaded and nothing changes.
    if (stored === undefined || changedAt === undefined || state === undefined) continue;
    const { stream, position } = stored;
    const scope = shared ?? stream;
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
