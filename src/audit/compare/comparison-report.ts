/** Documents as they must be against documents as they are, a batch at a time, and what came of it. */
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
  /** What the events say, and what the documents say; null for nothing. */
  readonly rebuilt: string | null;
  readonly stored: string | null;
};

export type ComparedCollection = 'wallets' | 'wallet_history' | 'transfers' | 'events';

export const COLLECTION_NAMES: Readonly<Record<ComparedCollection, string>> = {
  wallets: COLLECTIONS.wallets,
  wallet_history: COLLECTIONS.history,
  transfers: COLLECTIONS.transfers,
  events: COLLECTIONS.events,
};

const DIFFERENCES_SHOWN = 1_000;
export const BATCH_DOCUMENTS = 500;
const PAGE = 500;

export type DocumentReads = Pick<DocumentStore, 'checkpoints' | 'getMany' | 'list'>;

/** What a wallet's entries came to, by bucket, in the smallest unit. */
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
  const waiting = new Map<ComparedCollection, ExpectedDocument[]>();
  const counts: Record<ComparedCollection, number> = {
    wallets: 0,
    wallet_history: 0,
    transfers: 0,
    events: 0,
  };
  const known = new Map<string, { count: number; ids: CompactSet }>();
  const tallies = new Map<string, EntryTotals>();
  const differences: Difference[] = [];
  let inAll = 0;
  let inMotion = 0;

  const differ = (difference: Difference): void => {
    inAll += 1;
    if (differences.length < DIFFERENCES_SHOWN) differences.push(difference);
  };
  const know = (collection: ComparedCollection, { stream, id }: ExpectedDocument): void => {
    const key = `${collection} ${stream}`;
    const found = known.get(key) ?? { count: 0, ids: createCompactSet() };
    known.set(key, found);
    found.count += 1;
    found.ids.add(id);
  };

  const now = Date.now();
  const oldestEvents = new Map<string, string | undefined>();
  /** Events older than this were dropped for their age. */
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
    // What has come since is not known to be wrong.
    if (document.position > position) return;
    differ({ collection, stream, id, what: 'not in the events', rebuilt: null, stored: body });
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
        inMotion += 1;
        continue;
      }
      const [rebuilt, stored] = [
        withoutPersonal(value),
        document && withoutPersonal(JSON.parse(document.body)),
      ];
      if (document?.scope !== stream || rebuilt !== stored)
        differ({
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
    differ,
    counts,
    moved: () => void (inMotion += 1),
    tally: (walletId: string): EntryTotals => tallies.get(walletId) ?? NO_ENTRIES,
    enter(stream: string, entries: readonly Entry[]): void {
      for (const entry of entries)
        tallies.set(entry.wallet_id, addEntry(tallies.get(entry.wallet_id) ?? NO_ENTRIES, entry));
      const list = waiting.get('wallet_history') ?? [];
      waiting.set('wallet_history', list);
      list.push(...entries.map((value) => ({ id: value.id, stream, value })));
    },
    expect(collection: 'transfers' | 'events', expected: readonly ExpectedDocument[]): void {
      const list = waiting.get(collection) ?? [];
      waiting.set(collection, list);
      for (const each of expected) {
        list.push(each);
        know(collection, each);
      }
    },
    /** Compares what waits, once there is enough of it. */
    async flush(least: number): Promise<void> {
      for (const [collection, list] of waiting) {
        while (list.length >= least) await compareBatch(collection, list.splice(0, BATCH_DOCUMENTS));
      }
    },
    /** Documents that no event gave. */
    async searchForMore(collection: 'transfers' | 'events', stream: string): Promise<void> {
      const ids = known.get(`${collection} ${stream}`)?.ids;
      for await (const document of listAll(documents, COLLECTION_NAMES[collection], stream, ['every']))
        if (ids?.mayContain(document.id) !== true) addUnexpected(collection, stream, document);
    },
    async searchForMoreWallets(stream: string, isKnown: (id: string) => boolean): Promise<void> {
      // Wallets have no term for all of them.
      for await (const document of listAll(documents, COLLECTION_NAMES.wallets, stream, []))
        if (!isKnown(document.id)) addUnexpected('wallets', stream, document);
    },
    result: (findings: readonly Finding[]) => ({
      ok: inAll === 0 && findings.length === 0,
      compared: counts,
      in_motion: inMotion,
      differences,
      differences_in_all: inAll,
    }),
  };
}

/** The whole list of what carries these terms, oldest first. */
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
      limit: PAGE,
      ...from,
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.id;
  }
}

const PERSONAL: ReadonlySet<string> = new Set(['email', 'phone', 'first_name', 'last_name', 'business_name']);

/** As JSON text. What a person is known by is sealed in the streams and not compared; it may be forgotten, too. */
function withoutPersonal(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    // Metadata belongs to the integrator, whatever its names are.
    if (name === 'metadata') return inner === null ? null : JSON.stringify(inner);
    return PERSONAL.has(name) ? undefined : inner;
  });
}
