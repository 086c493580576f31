/** A book with funded wallets, and transfers between them, made through the writer as in the service. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { renderTransfer } from '../../src/api/resources/transfers.ts';
import { readConfigFile } from '../../src/config/config.ts';
import { policyOf } from '../../src/config/policy.ts';
import { createEventMacs, type EventMacs } from '../../src/event-store/event-macs.ts';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { createTransfer } from '../../src/ledger/create-transfer.ts';
import { createUser, setKyc } from '../../src/ledger/user.ts';
import { grantReward, openWallet } from '../../src/ledger/wallet.ts';
import type { DocumentStore } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import type { Stores } from '../../src/service/stores.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { createBookWriters } from '../../src/writer/book-writers.ts';
import type { AnswerSource, BookWriters, Command } from '../../src/writer/command.ts';

const POINTS = '2500000.00';

export type OpenedWriters = {
  readonly writers: BookWriters;
  readonly stream: string;
  close(): Promise<void>;
};

/** The book, and the keys that derive from the master key of its service. */
type BenchBook = {
  readonly stream: string;
  readonly macs: EventMacs;
  readonly snapshotKey: KeyObject;
};

/** Constant, so that another process can open the file again. */
const MASTER_KEY = Buffer.alloc(32, 'bench');

const newBook = (): BenchBook => ({
  stream: 'book-int_bench-sandbox',
  macs: createEventMacs(MASTER_KEY),
  snapshotKey: createSecretKey(MASTER_KEY),
});

/** Book writers on the memory store, or on an SQLite file with its storage thread. */
export async function openWriters(file: string | undefined): Promise<OpenedWriters> {
  const embedded = file === undefined ? undefined : await openEmbeddedStores({ file });
  // The storage thread creates the tables; the reader here cannot.
  await embedded?.documents.ensure([]);
  const opened = writersOn(newBook(), {
    eventStore: embedded?.eventStore ?? createMemoryEventStore(),
    documents: embedded?.documents ?? createMemoryDocumentStore(),
  });
  return {
    ...opened,
    async close() {
      await opened.close();
      await embedded?.close();
    },
  };
}

/** Writers of one book on stores that the caller closes. */
export function writersOn(
  { stream, macs, snapshotKey }: BenchBook,
  stores: Pick<Stores, 'eventStore'> & { readonly documents: DocumentStore },
): OpenedWriters {
  const writers = createBookWriters({
    ...stores,
    policy: policyOf(readConfigFile(undefined)),
    snapshotKey,
    authentication: { macs, acceptedHistory: () => undefined },
    clock: Date.now,
    // No key repeats here, so every key that the filter is unsure about is new.
    findKey: () => Promise.resolve(undefined),
    hasOtherWriters: false,
    onError(_stream, error) {
      throw error;
    },
  });
  return { writers, stream, close: () => writers.close() };
}

/** Opens this many funded wallets of approved users; returns their IDs. */
export async function makeWallets(opened: OpenedWriters, count: number): Promise<string[]> {
  const wallets: string[] = [];
  for (let i = 0; i < count; i++) {
    const reference = `bench-${i}`;
    const user_id = await idFrom(opened, 'user_id', (book, context) =>
      createUser(
        book,
        {
          type: 'individual',
          external_reference: reference,
          country: null,
          seal: () => null,
          metadata: {},
        },
        context,
      ),
    );
    const approved = { kyc_status: 'approved', terms_status: 'approved' } as const;
    await idFrom(opened, 'user_id', (book) => setKyc(book, { user_id, ...approved, rejection_reasons: [] }));
    const wallet = { user_id, asset: 'svc-points', acknowledge_price_risk: false, metadata: {} } as const;
    const wallet_id = await idFrom(opened, 'wallet_id', (book, context) => openWallet(book, wallet, context));
    const reward = { wallet_id, amount: POINTS, description: 'Reward' };
    await submit(opened, { decide: (book, context) => grantReward(book, reward, context), answer: NOTHING });
    wallets.push(wallet_id);
  }
  return wallets;
}

const ACTOR = 'key:key_bench';
const REQUEST_ID = 'req_bench';
const NOTHING: AnswerSource = { from: 'events', render: () => ({ status: 200, body: '' }) };
const CREATED: AnswerSource = {
  from: 'events',
  render: (events) => ({ status: 201, body: renderTransfer(undefined, events) }),
};

async function submit(
  { writers, stream }: OpenedWriters,
  { decide, answer, idempotency }: Pick<Command, 'decide' | 'answer' | 'idempotency'>,
): Promise<string> {
  const outcome = await writers.submit(stream, {
    decide,
    answer,
    idempotency,
    actor: ACTOR,
    requestId: REQUEST_ID,
  });
  if (outcome.kind !== 'done')
    throw new Error(`a command of the benchmark came to ${JSON.stringify(outcome)}`);
  return outcome.answer.body;
}

/** Submits a command; returns an ID from its first event. */
function idFrom(
  opened: OpenedWriters,
  name: 'user_id' | 'wallet_id',
  decide: Command['decide'],
): Promise<string> {
  return submit(opened, {
    decide,
    answer: {
      from: 'events',
      render([event]) {
        const data: Readonly<Record<string, unknown>> = { ...event?.data };
        return { status: 200, body: String(data[name]) };
      },
    },
  });
}

/**
 * Makes the transfers numbered `from` (inclusive) to `to` (exclusive), `concurrency` at a time. The number
 * determines the idempotency key.
 */
export async function makeTransfers(
  opened: OpenedWriters,
  wallets: readonly string[],
  { from, to, concurrency = 64 }: { from: number; to: number; concurrency?: number },
): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    for (let i = next++; i < to; i = next++) await makeTransfer(opened, wallets, i);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

/** Fills a file with the events of 200 wallets and these transfers; returns the newest position. */
export async function writeEvents(file: string, transfers: number): Promise<number> {
  const opened = await openWriters(file);
  const wallets = await makeWallets(opened, 200);
  await makeTransfers(opened, wallets, { from: 0, to: transfers });
  await opened.close();
  const { eventStore, close } = await openEmbeddedStores({ file });
  const head = await eventStore.head();
  await close();
  return Number(head);
}

function makeTransfer(opened: OpenedWriters, wallets: readonly string[], number: number): Promise<string> {
  const count = wallets.length;
  const source = number % count;
  // Every wallet pays every other wallet in turn, so that no balance runs out.
  const destination = (source + 1 + (Math.floor(number / count) % (count - 1))) % count;
  const body = {
    source: { type: 'wallet', wallet_id: wallets[source] ?? '' },
    destination: { type: 'wallet', wallet_id: wallets[destination] ?? '' },
    amount: '0.01',
  } as const;
  return submit(opened, {
    decide: (book, context) => createTransfer(book, body, context),
    answer: CREATED,
    idempotency: { key: `bench-${number}`, fingerprint: FINGERPRINT },
  });
}

/** As long as a real fingerprint: SHA-256 in base64url. */
const FINGERPRINT = 'x'.repeat(43);
