/** Compares expected documents with stored documents in batches and collects the differences. */
import { currentTime } from '../../system/runtime.ts';
import { COLLECTIONS } from '../../../projections/collections.ts';
import type { DocumentStore, StoredDocument } from '../../read-models/port.ts';
import { mayHaveExpired } from '../../read-models/document-age.ts';
import { createCompactSet } from './compact-set.ts';
import type { CompactSet } from './compact-set.ts';
import type { Finding } from '../finding.ts';
import { unscaledValue } from '../decimal.ts';
import type { Entry, ExpectedDocument } from './expected-documents.ts';

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
export const NO_ENTRIES: EntryTotals = { entries: 0, sums: { available: 0n, pending: 0n, cashable: 0n } };

export function addEntry(
  { entries, sums }: EntryTotals,
  { bucket, amount }: Pick<Entry, 'bucket' | 'amount'>,
): EntryTotals {
  return { entries: entries + 1, sums: { ...sums, [bucket]: sums[bucket] + unscaledValue(amount) } };
}

export type ComparisonReport = ReturnType<typeof createComparisonReport>;

export function createComparisonReport(documents: DocumentReads, position: bigint) {
  const queues = new Map<ComparedCollection, ExpectedDocument[]>();
  const counts: Record<ComparedCollection, number> = {
    wallets: 0,
    wallet_history: 0,
    transfers: 0,
    events: 0,
  };
  const expectedIds = new Map<string, CompactSet>();
  const totals = new Map<string, EntryTotals>();
  const differences: Difference[] = [];
  let differenceCount = 0;
  let inMotionCount = 0;

  const addDifference = (difference: Difference): void => {
    differenceCount += 1;
    if (differences.length < DIFFERENCES_MAX) differences.push(difference);
  };
  const remember = (collection: ComparedCollection, { stream, id }: ExpectedDocument): void => {
    const key = `${collection} ${stream}`;
    const ids = expectedIds.get(key) ?? createCompactSet();
    expectedIds.set(key, ids);
    ids.add(id);
  };

  const now = currentTime();
  const oldestEvents = new Map<string, string | undefined>();
  /** ID of the oldest stored event. Retention has deleted older events. */
  async function oldestEvent(stream: string): Promise<string | undefined> {
    if (!oldestEvents.has(stream)) {
      const query = { scope: stream, terms: ['every'], order: 'oldest', limit: 1 } as const;
      oldestEvents.set(stream, (await documents.list(COLLECTION_NAMES.events, query))[0]?.id);
    }
    return oldestEvents.get(stream);
  }

  const addUnexpected = (
    collection: ComparedCollection,
    stream: string,
    { id, body, ...document }: StoredDocument,
  ): void => {
    // Newer documents are outside of the compared range.
    if (document.position > position) return;
    addDifference({ collection, stream, id, what: 'not in the events', rebuilt: null, stored: body });
  };

  async function compareBatch(
    collection: ComparedCollection,
    batch: readonly ExpectedDocument[],
  ): Promise<void> {
    const found = await documents.getMany(
      COLLECTION_NAMES[collection],
      batch.map(({ id }) => id),
    );
    const byId = new Map(found.map((document) => [document.id, document]));
    for (const { id, stream, value } of batch) {
      counts[collection] += 1;
      const document = byId.get(id);
      if (
        document === undefined &&
        collection === 'events' &&
        mayHaveExpired(id, await oldestEvent(stream), now)
      )
        continue;
      if (document !== undefined && document.position > position) {
        inMotionCount += 1;
        continue;
      }
      const [rebuilt, stored] = [
        withoutPersonal(value),
        document && withoutPersonal(JSON.parse(document.body)),
      ];
      if (document?.scope !== stream || rebuilt !== stored)
        addDifference({
          collection,
          stream,
          id,
          what: document ? 'document' : 'missing',
          rebuilt,
          stored: stored ?? null,
        });
    }
  }

  return {
    differ: addDifference,
    counts,
    countInMotion: () => void (inMotionCount += 1),
    totalsOf: (walletId: string): EntryTotals => totals.get(walletId) ?? NO_ENTRIES,
    expectEntries(stream: string, entries: readonly Entry[]): void {
      for (const entry of entries)
        totals.set(entry.wallet_id, addEntry(totals.get(entry.wallet_id) ?? NO_ENTRIES, entry));
      const list = queues.get('wallet_history') ?? [];
      queues.set('wallet_history', list);
      list.push(...entries.map((value) => ({ id: value.id, stream, value })));
    },
    expectDocuments(collection: 'transfers' | 'events', expected: readonly ExpectedDocument[]): void {
      const list = queues.get(collection) ?? [];
      queues.set(collection, list);
      for (const each of expected) {
        list.push(each);
        remember(collection, each);
      }
    },
    /** Compares queued documents while a collection has at least `least` of them. */
    async flush(least: number): Promise<void> {
      for (const [collection, list] of queues) {
        while (list.length >= least) await compareBatch(collection, list.splice(0, BATCH_DOCUMENTS));
      }
    },
    /** Reports stored documents that no event produced. */
    async reportUnexpected(collection: 'transfers' | 'events', stream: string): Promise<void> {
      const ids = expectedIds.get(`${collection} ${stream}`);
      for await (const document of listAll(documents, COLLECTION_NAMES[collection], stream, ['every']))
        if (ids?.mayContain(document.id) !== true) addUnexpected(collection, stream, document);
    },
    async reportUnexpectedWallets(stream: string, isKnown: (id: string) => boolean): Promise<void> {
      // Wallets have no term that matches all of them.
      for await (const document of listAll(documents, COLLECTION_NAMES.wallets, stream, []))
        if (!isKnown(document.id)) addUnexpected('wallets', stream, document);
    },
    result: (findings: readonly Finding[]) => ({
      ok: differenceCount === 0 && findings.length === 0,
      compared: counts,
      in_motion: inMotionCount,
      differences,
      differences_in_all: differenceCount,
    }),
  };
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

const PERSONAL: ReadonlySet<string> = new Set(['email', 'phone', 'first_name', 'last_name', 'business_name']);

/** JSON text without personal data, which is encrypted in the streams and may have been erased. */
function withoutPersonal(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    // Members of metadata are chosen by integrators and never personal fields of ours.
    if (name === 'metadata') return inner === null ? null : JSON.stringify(inner);
    return PERSONAL.has(name) ? undefined : inner;
  });
}
