/**
 * Holds the documents that the interface answers from against the streams. A live service goes on writing, so everything
 * is compared as of one position: the one that all read models had reached when it began. What changed after that is
 * counted as in motion, and compared next time.
 */
import { COLLECTIONS } from '../../projections/collections.ts';
import type { Documents, StoredDocument } from '../documents/port.ts';
import { mayBeOver } from '../documents/retention.ts';
import { createCompactSet } from './compact-set.ts';
import type { CompactSet } from './compact-set.ts';
import { findingOf } from './finding.ts';
import type { Finding } from './finding.ts';
import { digitsOf, textOf } from './numbers.ts';
import { createRebuilt } from './rebuilt.ts';
import type { Entry, Expected } from './rebuilt.ts';
import { createRulesCheck } from './rules-check.ts';
import type { RulesCheck } from './rules-check.ts';
import type { Source } from './source.ts';

export type Difference = {
  readonly collection: Collection;
  readonly stream: string;
  readonly id: string;
  readonly what: string;
  /** What the events say, and what the documents say; null for nothing. */
  readonly rebuilt: string | null;
  readonly stored: string | null;
};

type Collection = 'wallets' | 'wallet_history' | 'transfers' | 'events';

export type Comparison = {
  readonly ok: boolean;
  /** What was compared is as of here; the newest event is at `head`. */
  readonly position: string;
  readonly head: string;
  readonly compared: Readonly<Record<Collection, number>>;
  /** Documents that changed after that position. */
  readonly in_motion: number;
  /** The first of them; `differences_in_all` counts them all. */
  readonly differences: readonly Difference[];
  readonly differences_in_all: number;
  /** Where the history itself is wrong, nothing can be compared. */
  readonly findings: readonly Finding[];
};

const NAMES: Readonly<Record<Collection, string>> = {
  wallets: COLLECTIONS.wallets,
  wallet_history: COLLECTIONS.history,
  transfers: COLLECTIONS.transfers,
  events: COLLECTIONS.events,
};

const DIFFERENCES_SHOWN = 1_000;
const BATCH = 500;
const PAGE = 500;

type Reads = Pick<Documents, 'checkpoints' | 'getMany' | 'list'>;

/** Throws StoreUnavailable. */
export async function compare(
  source: Source,
  documents: Reads,
  onProgress: (position: bigint, last: bigint) => void = () => undefined,
): Promise<Comparison> {
  const head = await source.head();
  const reached = await documents.checkpoints();
  const position = Object.values(NAMES)
    .map((name) => reached.get(name) ?? -1n)
    .reduce((least, each) => (each < least ? each : least), head);
  const report = createReport(documents, position);
  const rules = createRulesCheck();
  const rebuilt = createRebuilt();
  const findings: Finding[] = [];
  for await (const page of source.pages(-1n, position)) {
    for (const event of page) {
      try {
        const decoded = rules.take(event);
        if (decoded === undefined || !event.stream.startsWith('book-')) continue;
        const { entries, events, transfer } = rebuilt.take(event, decoded);
        report.enter(event.stream, entries);
        report.expect('events', events);
        if (transfer !== undefined) report.expect('transfers', [transfer]);
      } catch (error) {
        findings.push(findingOf(event, error));
      }
    }
    await report.flush(BATCH);
    onProgress(page.at(-1)?.position ?? position, position);
  }
  report.expect('transfers', rebuilt.open());
  await report.flush(1);
  if (findings.length === 0) {
    await compareWallets(rules, report, documents, position);
    for (const stream of rules.books().keys()) {
      await report.searchForMore('transfers', stream);
      await report.searchForMore('events', stream);
    }
  }
  return { position: position.toString(), head: head.toString(), findings, ...report.result(findings) };
}

/** What a wallet's entries came to, by bucket, in the smallest unit. */
type Tally = { readonly entries: number; readonly sums: Readonly<Record<Entry['bucket'], bigint>> };
const EMPTY: Tally = { entries: 0, sums: { available: 0n, pending: 0n, cashable: 0n } };

function added({ entries, sums }: Tally, { bucket, amount }: Pick<Entry, 'bucket' | 'amount'>): Tally {
  return { entries: entries + 1, sums: { ...sums, [bucket]: sums[bucket] + digitsOf(amount) } };
}

type Report = ReturnType<typeof createReport>;

function createReport(documents: Reads, position: bigint) {
  const waiting = new Map<Collection, Expected[]>();
  const counts: Record<Collection, number> = { wallets: 0, wallet_history: 0, transfers: 0, events: 0 };
  const known = new Map<string, { count: number; ids: CompactSet }>();
  const tallies = new Map<string, Tally>();
  const differences: Difference[] = [];
  let inAll = 0;
  let inMotion = 0;

  const differ = (difference: Difference): void => {
    inAll += 1;
    if (differences.length < DIFFERENCES_SHOWN) differences.push(difference);
  };
  const know = (collection: Collection, { stream, id }: Expected): void => {
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
      oldestEvents.set(stream, (await documents.list(NAMES.events, query))[0]?.id);
    }
    return oldestEvents.get(stream);
  }

  async function compareBatch(collection: Collection, batch: readonly Expected[]): Promise<void> {
    const found = await documents.getMany(
      NAMES[collection],
      batch.map(({ id }) => id),
    );
    const byId = new Map(found.map((document) => [document.id, document]));
    for (const { id, stream, value } of batch) {
      counts[collection] += 1;
      const document = byId.get(id);
      if (document === undefined && collection === 'events' && mayBeOver(id, await oldestEvent(stream), now))
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
    tally: (walletId: string): Tally => tallies.get(walletId) ?? EMPTY,
    enter(stream: string, entries: readonly Entry[]): void {
      for (const entry of entries)
        tallies.set(entry.wallet_id, added(tallies.get(entry.wallet_id) ?? EMPTY, entry));
      const list = waiting.get('wallet_history') ?? [];
      waiting.set('wallet_history', list);
      list.push(...entries.map((value) => ({ id: value.id, stream, value })));
    },
    expect(collection: 'transfers' | 'events', expected: readonly Expected[]): void {
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
        while (list.length >= least) await compareBatch(collection, list.splice(0, BATCH));
      }
    },
    /** Documents that no event gave. */
    async searchForMore(collection: 'transfers' | 'events', stream: string): Promise<void> {
      const ids = known.get(`${collection} ${stream}`)?.ids;
      for await (const document of listed(documents, NAMES[collection], stream, 'every')) {
        // What has come since is not known to be wrong.
        if (document.position <= position && ids?.mayHave(document.id) !== true)
          differ({
            collection,
            stream,
            id: document.id,
            what: 'not in the events',
            rebuilt: null,
            stored: document.body,
          });
      }
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

/** Every wallet: its figures, and the sums of its history as it is stored. */
async function compareWallets(
  rules: RulesCheck,
  report: Report,
  documents: Reads,
  position: bigint,
): Promise<void> {
  for (const [stream, { book, accounts }] of rules.books()) {
    const wallets = [...book.wallets.values()];
    for (let from = 0; from < wallets.length; from += BATCH) {
      const batch = wallets.slice(from, from + BATCH);
      const ids = batch.map(({ id }) => id);
      const found = new Map((await documents.getMany(NAMES.wallets, ids)).map((each) => [each.id, each]));
      for (const { id, asset, status } of batch) {
        report.counts.wallets += 1;
        const text = (amount = 0n): string => textOf(amount, accounts.decimals(asset));
        const [available, pending] = [accounts.sum(id), accounts.sum(id, 'pending')];
        const figures = {
          status,
          available: text(available?.amount),
          pending: text(pending?.amount),
          cashable: text(available?.cashable),
        };
        compareWallet(report, { stream, id, figures, document: found.get(id), position });
        await compareHistory(report, documents, { stream, id, position, text });
      }
    }
  }
}

type WalletFigures = {
  readonly status: string;
  readonly available: string;
  readonly pending: string;
  readonly cashable: string;
};

function compareWallet(
  report: Report,
  given: {
    readonly stream: string;
    readonly id: string;
    readonly figures: WalletFigures;
    readonly document: StoredDocument | undefined;
    readonly position: bigint;
  },
): void {
  const { stream, id, figures, document, position } = given;
  if (document !== undefined && document.position > position) {
    report.moved();
    return;
  }
  const stored = document === undefined ? undefined : figuresIn(document);
  const rebuilt = JSON.stringify(figures);
  if (document?.scope !== stream || stored !== rebuilt)
    report.differ({
      collection: 'wallets',
      stream,
      id,
      what: document ? 'balance or status' : 'missing',
      rebuilt,
      stored: stored ?? null,
    });
}

function figuresIn({ body }: StoredDocument): string {
  // The projection of wallets writes these bodies.
  const { status, balance } = JSON.parse(body) as { status: string; balance: Omit<WalletFigures, 'status'> };
  const { available, pending, cashable } = balance;
  return JSON.stringify({ status, available, pending, cashable });
}

/** The entries that are stored, added up anew: as many as there must be, coming to the same by bucket. */
async function compareHistory(
  report: Report,
  documents: Reads,
  {
    stream,
    id,
    position,
    text,
  }: {
    readonly stream: string;
    readonly id: string;
    readonly position: bigint;
    readonly text: (amount: bigint) => string;
  },
): Promise<void> {
  let stored = EMPTY;
  for await (const document of listed(documents, NAMES.wallet_history, stream, `wallet:${id}`)) {
    if (document.position > position) continue;
    // The projection of histories writes these bodies.
    stored = added(stored, JSON.parse(document.body) as Entry);
  }
  const rebuilt = report.tally(id);
  const shown = ({ entries, sums }: Tally): string =>
    JSON.stringify({
      entries,
      available: text(sums.available),
      pending: text(sums.pending),
      cashable: text(sums.cashable),
    });
  if (shown(stored) !== shown(rebuilt))
    report.differ({
      collection: 'wallet_history',
      stream,
      id,
      what: 'sums of entries',
      rebuilt: shown(rebuilt),
      stored: shown(stored),
    });
}

/** A whole list, oldest first. */
async function* listed(
  documents: Reads,
  collection: string,
  scope: string,
  term: string,
): AsyncGenerator<StoredDocument> {
  for (let after: string | undefined; ;) {
    const from = after === undefined ? {} : { after };
    const page = await documents.list(collection, {
      scope,
      terms: [term],
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
