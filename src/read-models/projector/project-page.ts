/**
 * Applies one page of events to one projection. Each document is loaded once, folded in memory, and written once, even if
 * several events of the page touch it.
 */

import type { StoredEvent } from '../../event-store/port.ts';
import { currentTime } from '../../system/runtime.ts';
import type { Document, DocumentStore, DocumentWrite, StoredDocument } from '../port.ts';
import { mayHaveExpired } from '../projection-backlog.ts';
import type {
  EventShape,
  FoldedDocument,
  LogDocument,
  ProjectedDocument,
  RecordedEvent,
  Rule,
} from '../projection.ts';
import type { CompiledProjection, PageEvent } from './decode-page.ts';

// Amendments: changes to documents of a log, which are otherwise immutable. They erase personal fields.

/** A rule to apply to one event of a page. */
type Step<E extends EventShape> = {
  /** The index of the event in the page. */
  readonly index: number;
  readonly event: RecordedEvent<E>;
  readonly rule: Rule<RecordedEvent<E>>;
  readonly ids: readonly string[];
};

const PAGE_DOCUMENTS = 500;

/** The stored log documents that steps change, by the index of the step. Almost no step changes any. */
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
      const page = await documents.list(log, { ...query, order: 'oldest', limit: PAGE_DOCUMENTS });
      found.push(...page);
      if (page.length < PAGE_DOCUMENTS) break;
    }
    amended.set(index, found);
  }
  return amended;
}

/** Changes stored documents, and documents that earlier events of the page have added to `logs`. */
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
    return { collection, id, document: { id, scope, terms, body: toBody(value) }, position };
  };
  for (const [at, { document }] of logs.entries())
    if (document?.scope === scope && document.terms.includes(amendment.term)) logs[at] = change(document);
  // A document that this page writes again was changed above.
  const added = new Set(logs.map(({ id }) => id));
  for (const document of stored)
    if (document.position < position && !added.has(document.id)) logs.push(change(document));
}

/** The JSON of a projected value. Throws for a value that is not an object. */
function toBody(value: unknown): string {
  // JSON.stringify returns undefined for `undefined` and functions, which its declared type does not say.
  const body = JSON.stringify(value) as string | undefined;
  if (body === undefined || body === 'null') throw new Error('A projected value is not an object.');
  return body;
}

/**
 * State documents as of the projection's checkpoint; `undefined` where there is none. They depend only on the events, so
 * the cache stays valid after a store fault.
 */
export type DocumentCache = Map<string, ProjectedDocument | undefined>;

/** A projection at its checkpoint. The cached documents are as of the checkpoint. */
type ProjectionCursor<E extends EventShape> = {
  readonly rules: CompiledProjection<E>;
  readonly checkpoint: bigint;
  readonly cache: DocumentCache;
};

/** What to write for a page, up to `checkpoint`: the end of the page, or the event before the faulty one. */
export type PageResult = {
  readonly writes: readonly DocumentWrite[];
  /** The touched state documents as of `checkpoint`. */
  readonly documents: DocumentCache;
  readonly checkpoint: bigint;
  readonly fault?: { readonly stored: StoredEvent; readonly error: unknown };
};

/** A state document during a page. */
type Entry = {
  readonly id: string;
  /** The position of the loaded document, which already contains all events up to it. */
  readonly loadedAt: bigint | undefined;
  /** Whether the store has a row for it. */
  readonly isStored: boolean;
  document: ProjectedDocument | undefined;
  /** The index of the last event of the page that changed it. */
  changedAt: number | undefined;
};

/** Per projection: more than a page touches, and a few megabytes. */
const CACHE_DOCUMENTS_MAX = 4_000;

const NO_IDS: readonly string[] = [];

/** Caches the documents of a written page, and evicts the least recently used ones. */
export function cacheDocuments(cache: DocumentCache, touched: DocumentCache): void {
  for (const [id, document] of touched) {
    cache.delete(id);
    cache.set(id, document);
  }
  for (const id of cache.keys()) {
    if (cache.size <= CACHE_DOCUMENTS_MAX) return;
    cache.delete(id);
  }
}

/** A page with what its fold needs of the store. */
export type LoadedPage<E extends EventShape> = Stop & {
  readonly page: readonly PageEvent<E>[];
  readonly steps: readonly Step<E>[];
  /** Creates fresh entries for each fold. */
  readonly entries: () => Map<string, Entry>;
  readonly amended: ReadonlyMap<number, readonly StoredDocument[]>;
};

/** Reads the documents that the events of a page after the checkpoint touch. A store that cannot be read rejects. */
export async function loadPage<E extends EventShape>(
  { rules, checkpoint, cache }: ProjectionCursor<E>,
  page: readonly PageEvent<E>[],
  documents: DocumentStore,
): Promise<LoadedPage<E>> {
  const { steps, end, error } = planSteps(rules, page, checkpoint);
  const entries = await loadEntries(rules, steps, documents, cache);
  return { page, steps, end, error, entries, amended: await loadAmended(rules, steps, documents) };
}

/**
 * Applies the rules to a page. It writes nothing and does not change the cache. If a rule throws, the page ends before its event. If no
 * other process projects into the same documents (`isSoleProjector`), a document that is created and deleted within the page is
 * not written.
 */
export async function projectPage<E extends EventShape>(
  { rules, checkpoint }: ProjectionCursor<E>,
  { page, steps, end, error, entries, amended }: LoadedPage<E>,
  documents: DocumentStore,
  isSoleProjector: boolean,
): Promise<PageResult> {
  // Documents are serialized at the end. If that fails, the event that changed the document last is at fault, and the events
  // before it are folded again.
  let stop: Stop = { end, error };
  for (;;) {
    const folded = foldSteps(rules, steps, stop, entries(), amended);
    stop = folded.stop;
    await assertLogged(rules, folded.applied, documents);
    const states = stateWrites(rules, folded.entries, page, isSoleProjector);
    if ('stop' in states) {
      stop = states.stop;
      continue;
    }
    return resultOf([...folded.logs, ...states.writes], folded.entries, page, checkpoint, stop);
  }
}

/** The page ends before the event at index `end`, because of `error` unless that is the end of the page. */
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
    // A document loaded from a later position is not as of this checkpoint.
    if (loadedAt === undefined || loadedAt <= reached) documents.set(id, document);
  }
  const stored = page[end]?.stored;
  const result = { writes, documents, checkpoint: reached };
  return stored === undefined ? result : { ...result, fault: { stored, error } };
}

/** The rules to apply and the documents they touch, up to the first event that cannot be applied. */
function planSteps<E extends EventShape>(
  { byType, streams }: CompiledProjection<E>,
  page: readonly PageEvent<E>[],
  checkpoint: bigint,
): { steps: Step<E>[] } & Stop {
  const steps: Step<E>[] = [];
  // This loop runs for every event and projection, so ignored events allocate nothing. Most pages begin after the checkpoint,
  // which makes the check of each position unnecessary.
  const isNew = (page[0]?.stored.position ?? checkpoint) > checkpoint;
  for (let index = 0; index < page.length; index += 1) {
    const { stored, event, fault } = page[index] ?? NO_EVENT;
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

const NO_EVENT = { stored: undefined, event: undefined, fault: undefined };

function unique(ids: readonly string[]): readonly string[] {
  return ids.length < 2 ? ids : [...new Set(ids)];
}

/** Loads the documents that the steps touch. Returns a function that creates fresh entries for each fold. */
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

/** Folds the steps before `stop` over the documents. Ends earlier when a rule throws. */
function foldSteps<E extends EventShape>(
  rules: CompiledProjection<E>,
  steps: readonly Step<E>[],
  stop: Stop,
  entries: Map<string, Entry>,
  amended: ReadonlyMap<number, readonly StoredDocument[]>,
): { entries: Map<string, Entry>; logs: DocumentWrite[]; applied: Step<E>[]; stop: Stop } {
  const logs: DocumentWrite[] = [];
  const applied: Step<E>[] = [];
  for (const step of steps) {
    if (step.index >= stop.end) break;
    try {
      if (applyStep(step, entries, rules, logs) === 'applied before') applied.push(step);
      applyAmendment(step, amended.get(step.index) ?? [], rules, logs);
    } catch (error) {
      return { entries, logs, applied, stop: { end: step.index, error } };
    }
  }
  return { entries, logs, applied, stop };
}

/** The body of a deleted document is `null`. */
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

/** A generation whose documents do not belong together, because some of them were lost. It has to be built again. */
export class DamagedGeneration extends Error {
  override readonly name = 'DamagedGeneration';
}

/**
 * Checks that the log documents of events exist that the state contains already. Retention may have deleted older ones. Throws
 * DamagedGeneration.
 */
async function assertLogged<E extends EventShape>(
  { log }: CompiledProjection<E>,
  applied: readonly Step<E>[],
  documents: DocumentStore,
): Promise<void> {
  const now = currentTime();
  const ids = applied.flatMap(({ rule, event }) => rule.logId?.(event) ?? []);
  const wanted = ids.filter((id) => !mayHaveExpired(id, undefined, now));
  if (log === undefined || wanted.length === 0) return;
  const found = new Set((await documents.getMany(log, wanted)).map(({ id }) => id));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined)
    throw new DamagedGeneration(`${log} lacks ${missing}, although the state contains its event.`);
}

/** Applies all effects of an event, or none if its rule throws. */
function applyStep<E extends EventShape>(
  { index, event, rule, ids }: Step<E>,
  entries: Map<string, Entry>,
  rules: CompiledProjection<E>,
  logs: DocumentWrite[],
): 'applied' | 'applied before' {
  const folded: (FoldedDocument & { readonly entry: Entry })[] = [];
  let isApplied = false;
  for (const id of ids) {
    const entry = entries.get(id);
    // Every touched document was loaded.
    if (entry === undefined) continue;
    if (entry.loadedAt !== undefined && entry.loadedAt >= event.position) {
      // An interrupted batch has written the document with this event in it. Log documents are durable no later than state
      // documents, so the log documents of this event exist too, unless the store has lost them since.
      isApplied = true;
      continue;
    }
    const before = entry.document;
    const after = rule.fold?.(before, event, id);
    folded.push({ id, before, after: after === undefined ? before : (after ?? undefined), entry });
  }
  if (!isApplied && rule.emit !== undefined) {
    const added = rule.emit(event, folded).map((document) => logWrite(rules, document, event));
    for (const write of added) logs.push(write);
  }
  for (const { before, after, entry } of folded) {
    if (after === before) continue;
    entry.document = after;
    entry.changedAt = index;
  }
  return isApplied ? 'applied before' : 'applied';
}

function logWrite<E extends EventShape>(
  { log: collection, scope: shared }: CompiledProjection<E>,
  { id, terms, value }: LogDocument,
  { scope: own, position }: RecordedEvent<E>,
): DocumentWrite {
  if (collection === undefined) throw new Error('A projection without a log collection emits documents.');
  const scope = shared ?? own;
  return { collection, id, document: { id, scope, terms, body: toBody(value) }, position };
}

/** One write for each changed document, or the stop caused by the first document that cannot be serialized. */
function stateWrites<E extends EventShape>(
  { state, scope: shared }: CompiledProjection<E>,
  entries: ReadonlyMap<string, Entry>,
  page: readonly PageEvent<E>[],
  isSoleProjector: boolean,
): { writes: DocumentWrite[] } | { stop: Stop } {
  const writes: DocumentWrite[] = [];
  for (const { id, document, isStored, changedAt } of entries.values()) {
    // Another projector may still write the document. Storing the deletion prevents that.
    if (document === undefined && !isStored && isSoleProjector) continue;
    const stored = changedAt === undefined ? undefined : page[changedAt]?.stored;
    // Without a state collection, no document is loaded or changed.
    if (stored === undefined || changedAt === undefined || state === undefined) continue;
    const { stream, position } = stored;
    const scope = shared ?? stream;
    try {
      const written =
        document === undefined ? null : { id, scope, terms: document.terms, body: toBody(document.value) };
      writes.push({ collection: state, id, document: written, position });
    } catch (error) {
      return { stop: { end: changedAt, error } };
    }
  }
  return { writes };
}
