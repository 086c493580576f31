/** Compares expected documents with stored documents in batches and collects the differences. */

import { COLLECTIONS } from '../../../projections/collections.ts';
import type { TransferView } from '../../../projections/views.ts';
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';
import { mayHaveExpired } from '../../read-models/projection-backlog.ts';
import { currentTime } from '../../system/runtime.ts';
import { unscaledValue } from '../decimal.ts';
import type { Finding } from '../finding.ts';
import type { Entry, ExpectedDocument } from './expected-documents.ts';

/**
 * A set of texts that stores only a few bytes per text: 32 bits of a hash, in a table indexed by at least 16 other bits.
 * False positives are rare (about one in 10⁸) but possible, so callers must confirm a match before they report it.
 */

type CompactSet = {
  /** Adds the text. Returns true if it was probably added before. */
  add(text: string): boolean;
  /** False means that the text was never added. */
  mayContain(text: string): boolean;
};

/** Sizes of layers. When a layer is full, the set adds one twice as large instead of rehashing. */
const LAYER_SLOTS_MIN = 2 ** 16;
const LAYER_SLOTS_MAX = 2 ** 24;
const LOAD_MAX = 0.75;

type Layer = { readonly slots: Uint32Array; readonly mask: number; count: number };

const createLayer = (size: number): Layer => ({ slots: new Uint32Array(size), mask: size - 1, count: 0 });

export function createCompactSet(): CompactSet {
  let open = createLayer(LAYER_SLOTS_MIN);
  const full: Layer[] = [];
  return {
    add(text) {
      const home = hashOf(text, SEED_HOME);
      // Zero marks an empty slot.
      const mark = hashOf(text, SEED_MARK) || 1;
      if (full.some((layer) => contains(layer, home, mark))) return true;
      if (insert(open, home, mark)) return true;
      if (open.count > open.slots.length * LOAD_MAX) {
        full.push(open);
        open = createLayer(Math.min(open.slots.length * 2, LAYER_SLOTS_MAX));
      }
      return false;
    },
    mayContain(text) {
      const home = hashOf(text, SEED_HOME);
      const mark = hashOf(text, SEED_MARK) || 1;
      return contains(open, home, mark) || full.some((layer) => contains(layer, home, mark));
    },
  };
}

function contains({ slots, mask }: Layer, home: number, mark: number): boolean {
  for (let at = home & mask; ; at = (at + 1) & mask) {
    const found = slots[at];
    if (found === mark) return true;
    if (found === 0) return false;
  }
}

/** Returns true if the mark was already present. */
function insert(layer: Layer, home: number, mark: number): boolean {
  const { slots, mask } = layer;
  for (let at = home & mask; ; at = (at + 1) & mask) {
    const found = slots[at];
    if (found === mark) return true;
    if (found === 0) {
      slots[at] = mark;
      layer.count += 1;
      return false;
    }
  }
}

const SEED_HOME = 0x811c9dc5;
const SEED_MARK = 0x2f0b4c47;

/** FNV-1a followed by the MurmurHash3 finalizer. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export type Difference = {
  readonly collection: ComparedCollection;
  readonly stream: string;
  readonly id: string;
  readonly what: string;
  /** The value computed from events and the stored value; null if missing. */
  readonly rebuilt: string | null;
  readonly stored: string | null;
};

export type ComparedCollection = 'wallets' | 'wallet_history' | 'transfers' | 'events';

export const COLLECTION_NAMES: Readonly<Record<ComparedCollection, string>> = {
  wallets: COLLECTIONS.wallets,
  wallet_history: COLLECTIONS.walletHistory,
  transfers: COLLECTIONS.transfers,
  events: COLLECTIONS.events,
};

const DIFFERENCES_MAX = 1_000;
export const BATCH_DOCUMENTS = 500;
const PAGE_DOCUMENTS = 500;

export type DocumentReads = Pick<DocumentStore, 'checkpoints' | 'getMany' | 'list'>;

/** Number and sums of a wallet's entries, by bucket, in the smallest unit. */
export type EntryTotals = {
  readonly entries: number;
  readonly sums: Readonly<Record<Entry['bucket'], bigint>>;
};
export const NO_ENTRIES: EntryTotals = {
  entries: 0,
  sums: { available: 0n, pending: 0n, cashable: 0n, receivable: 0n },
};

export function addEntry(
  { entries, sums }: EntryTotals,
  { bucket, amount }: Pick<Entry, 'bucket' | 'amount'>,
): EntryTotals {
  return { entries: entries + 1, sums: { ...sums, [bucket]: sums[bucket] + unscaledValue(amount) } };
}

export class ComparisonReport {
  readonly #position: bigint;
  readonly #documents: DocumentReads;
  readonly #queues = new Map<ComparedCollection, ExpectedDocument[]>();
  readonly counts: Record<ComparedCollection, number> = {
    wallets: 0,
    wallet_history: 0,
    transfers: 0,
    events: 0,
  };
  readonly #expectedIds = new Map<string, CompactSet>();
  readonly #totals = new Map<string, EntryTotals>();
  readonly #differences: Difference[] = [];
  #differenceCount = 0;
  #inMotionCount = 0;
  readonly #now = currentTime();
  readonly #oldestEvents = new Map<string, string | undefined>();

  /** Whether documents of this book may be missing, because its sandbox was reset a day ago. */
  readonly isDeleted: (stream: string) => boolean;

  constructor(documents: DocumentReads, position: bigint, isDeleted: (stream: string) => boolean) {
    this.isDeleted = isDeleted;
    this.#documents = documents;
    this.#position = position;
  }

  differ(difference: Difference): void {
    this.#differenceCount += 1;
    if (this.#differences.length < DIFFERENCES_MAX) this.#differences.push(difference);
  }

  countInMotion(): void {
    this.#inMotionCount += 1;
  }

  totalsOf(walletId: string): EntryTotals {
    return this.#totals.get(walletId) ?? NO_ENTRIES;
  }

  expectEntries(stream: string, entries: readonly Entry[]): void {
    for (const entry of entries)
      this.#totals.set(entry.wallet_id, addEntry(this.#totals.get(entry.wallet_id) ?? NO_ENTRIES, entry));
    const list = this.#queues.get('wallet_history') ?? [];
    this.#queues.set('wallet_history', list);
    list.push(...entries.map((value) => ({ id: value.id, stream, value })));
  }

  expectDocuments(collection: 'transfers' | 'events', expected: readonly ExpectedDocument[]): void {
    const list = this.#queues.get(collection) ?? [];
    this.#queues.set(collection, list);
    for (const each of expected) {
      list.push(each);
      this.#remember(collection, each);
    }
  }

  /** Compares queued documents while a collection has at least `least` of them. */
  async flush(least: number): Promise<void> {
    for (const [collection, list] of this.#queues) {
      while (list.length >= least) await this.#compareBatch(collection, list.splice(0, BATCH_DOCUMENTS));
    }
  }

  /** Reports stored documents that no event produced. */
  async reportUnexpected(collection: 'transfers' | 'events', stream: string): Promise<void> {
    const ids = this.#expectedIds.get(`${collection} ${stream}`);
    for await (const document of listAll(this.#documents, COLLECTION_NAMES[collection], stream, ['every']))
      if (ids?.mayContain(document.id) !== true) this.#addUnexpected(collection, stream, document);
  }

  async reportUnexpectedWallets(stream: string, isKnown: (id: string) => boolean): Promise<void> {
    // Wallets have no term that matches all of them.
    for await (const document of listAll(this.#documents, COLLECTION_NAMES.wallets, stream, []))
      if (!isKnown(document.id)) this.#addUnexpected('wallets', stream, document);
  }

  result(findings: readonly Finding[]): {
    ok: boolean;
    compared: Record<ComparedCollection, number>;
    in_motion: number;
    differences: Difference[];
    differences_in_all: number;
  } {
    return {
      ok: this.#differenceCount === 0 && findings.length === 0,
      compared: this.counts,
      in_motion: this.#inMotionCount,
      differences: this.#differences,
      differences_in_all: this.#differenceCount,
    };
  }

  #remember(collection: ComparedCollection, { stream, id }: ExpectedDocument): void {
    const key = `${collection} ${stream}`;
    const ids = this.#expectedIds.get(key) ?? createCompactSet();
    this.#expectedIds.set(key, ids);
    ids.add(id);
  }

  /** ID of the oldest stored event. Retention has deleted older events. */
  async #oldestEvent(stream: string): Promise<string | undefined> {
    if (!this.#oldestEvents.has(stream)) {
      const query = { scope: stream, terms: ['every'], order: 'oldest', limit: 1 } as const;
      this.#oldestEvents.set(stream, (await this.#documents.list(COLLECTION_NAMES.events, query))[0]?.id);
    }
    return this.#oldestEvents.get(stream);
  }

  #addUnexpected(
    collection: ComparedCollection,
    stream: string,
    { id, body, ...document }: StoredDocument,
  ): void {
    // Newer documents are outside of the compared range.
    if (document.position > this.#position) return;
    this.differ({ collection, stream, id, what: 'not in the events', rebuilt: null, stored: body });
  }

  async #compareBatch(collection: ComparedCollection, batch: readonly ExpectedDocument[]): Promise<void> {
    const found = await this.#documents.getMany(
      COLLECTION_NAMES[collection],
      batch.map(({ id }) => id),
    );
    const byId = new Map(found.map((document) => [document.id, document]));
    for (const { id, stream, value } of batch) {
      const document = byId.get(id);
      if (document === undefined && this.isDeleted(stream)) continue;
      this.counts[collection] += 1;
      if (
        document === undefined &&
        collection === 'events' &&
        mayHaveExpired(id, await this.#oldestEvent(stream), this.#now)
      )
        continue;
      if (document !== undefined && document.position > this.#position) {
        this.#inMotionCount += 1;
        continue;
      }
      const [rebuilt, stored] = [
        withoutPersonal(value),
        document && withoutPersonal(storedPart(JSON.parse(document.body) as object, value)),
      ];
      if (document?.scope !== stream || rebuilt !== stored)
        this.differ({
          collection,
          stream,
          id,
          what: document ? 'document' : 'missing',
          rebuilt,
          stored: stored ?? null,
        });
    }
  }
}

/** All documents with these terms, oldest first. */
export async function* listAll(
  documents: DocumentReads,
  collection: string,
  scope: string,
  terms: readonly string[],
): AsyncGenerator<StoredDocument> {
  for (let after: string | undefined; ;) {
    const from = after === undefined ? {} : { after };
    const page = await documents.list(collection, {
      scope,
      terms,
      order: 'oldest',
      limit: PAGE_DOCUMENTS,
      ...from,
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_DOCUMENTS) return;
    after = last.id;
  }
}

/**
 * What of a stored document an expected value describes: nearly always all of it. A late movement follows a final transfer, of
 * which nothing is kept any more, and is expected separately.
 */
function storedPart(stored: object, expected: object): object | undefined {
  const { late_movement, version, updated_at, ...rest } = stored as Partial<TransferView>;
  if (late_movement === undefined) return stored;
  if ('object' in expected && expected.object === late_movement.object) return late_movement;
  // The last event before was the completion.
  const completed_at = rest.receipt?.completed_at;
  return {
    ...stored,
    late_movement: undefined,
    version: (version ?? 0) - 1,
    updated_at: completed_at ?? updated_at,
  };
}

const PERSONAL: ReadonlySet<string> = new Set(['email', 'phone', 'first_name', 'last_name', 'business_name']);

/** JSON text without personal data, which is encrypted in the streams and may have been erased. */
function withoutPersonal(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    // Members of metadata are chosen by integrators and never personal fields of ours.
    if (name === 'metadata') return inner === null ? null : JSON.stringify(inner);
    return PERSONAL.has(name) ? undefined : inner;
  });
}
