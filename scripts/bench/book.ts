/** A book with wallets full of points, and transfers between them, made through the keeper as the service makes them. */
import { policyOf, readConfigFile } from '../../src/config.ts';
import { createMemoryDocuments } from '../../src/documents/memory.ts';
import { startEmbedded } from '../../src/embedded/embedded.ts';
import { createMemoryEventStore } from '../../src/eventstore/memory.ts';
import { transferBody } from '../../src/http/transfers.ts';
import type { AnswerRule, Command, Keepers } from '../../src/keeper/command.ts';
import { createKeepers } from '../../src/keeper/keepers.ts';
import { grantReward } from '../../src/ledger/rewards.ts';
import { createTransfer } from '../../src/ledger/transfers.ts';
import { createUser, setKyc } from '../../src/ledger/users.ts';
import { openWallet } from '../../src/ledger/wallets.ts';

export const STREAM = 'book-int_bench-sandbox';
const POINTS = '2500000.00';

export type Opened = { readonly keepers: Keepers; close(): Promise<void> };

/** Keepers on the memory store, or on an SQLite file with its storage thread. */
export async function openKeepers(file: string | undefined): Promise<Opened> {
  const embedded = file === undefined ? undefined : await startEmbedded({ file });
  // The thread makes the tables; what reads them here can't.
  await embedded?.documents.ensure([]);
  const keepers = createKeepers({
    eventStore: embedded?.eventStore ?? createMemoryEventStore(),
    documents: embedded?.documents ?? createMemoryDocuments(),
    policy: policyOf(readConfigFile(undefined)),
    clock: Date.now,
    // No key is used twice here, so whatever the filter has doubts about is new.
    findKey: () => Promise.resolve(undefined),
    shared: false,
    onFault(_stream, error) {
      throw error;
    },
  });
  return {
    keepers,
    async close() {
      await keepers.close();
      await embedded?.close();
    },
  };
}

/** Opens this many wallets of approved users, each with plenty of points, and gives their IDs. */
export async function makeWallets({ keepers }: Opened, count: number): Promise<string[]> {
  const wallets: string[] = [];
  for (let i = 0; i < count; i++) {
    const reference = `bench-${i}`;
    const user_id = await idFrom(keepers, 'user_id', (book, context) =>
      createUser(
        book,
        {
          type: 'individual',
          external_reference: reference,
          country: null,
          sealed: () => null,
          metadata: {},
        },
        context,
      ),
    );
    const approved = { kyc_status: 'approved', terms_status: 'approved' } as const;
    await idFrom(keepers, 'user_id', (book) => setKyc(book, { user_id, ...approved, rejection_reasons: [] }));
    const opened = { user_id, asset: 'svc-points', acknowledge_price_risk: false, metadata: {} } as const;
    const wallet_id = await idFrom(keepers, 'wallet_id', (book, context) =>
      openWallet(book, opened, context),
    );
    const reward = { wallet_id, amount: POINTS, description: 'Reward' };
    await submit(keepers, { decide: (book, context) => grantReward(book, reward, context), answer: NOTHING });
    wallets.push(wallet_id);
  }
  return wallets;
}

const ACTOR = 'key:key_bench';
const REQUEST_ID = 'req_bench';
const NOTHING: AnswerRule = { from: 'events', render: () => ({ status: 200, body: '' }) };
const CREATED: AnswerRule = {
  from: 'events',
  render: (events) => ({ status: 201, body: transferBody(undefined, events) }),
};

async function submit(
  keepers: Keepers,
  { decide, answer, idempotency }: Pick<Command, 'decide' | 'answer' | 'idempotency'>,
): Promise<string> {
  const outcome = await keepers.submit(STREAM, {
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

/** Submits a command, and gives an ID out of its first event. */
function idFrom(keepers: Keepers, name: 'user_id' | 'wallet_id', decide: Command['decide']): Promise<string> {
  return submit(keepers, {
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

/** Makes transfers with the numbers `from` up to `to`, this many under way at a time. Their keys tell them apart. */
export async function makeTransfers(
  { keepers }: Opened,
  wallets: readonly string[],
  { from, to, concurrency = 64 }: { from: number; to: number; concurrency?: number },
): Promise<void> {
  let next = from;
  const work = async (): Promise<void> => {
    for (let i = next++; i < to; i = next++) await makeTransfer(keepers, wallets, i);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

function makeTransfer(keepers: Keepers, wallets: readonly string[], number: number): Promise<string> {
  const count = wallets.length;
  const source = number % count;
  // Every wallet pays every other one in turn, so no balance runs dry.
  const destination = (source + 1 + (Math.floor(number / count) % (count - 1))) % count;
  const body = {
    source: { type: 'wallet', wallet_id: wallets[source] ?? '' },
    destination: { type: 'wallet', wallet_id: wallets[destination] ?? '' },
    amount: '0.01',
  } as const;
  return submit(keepers, {
    decide: (book, context) => createTransfer(book, body, context),
    answer: CREATED,
    idempotency: { key: `bench-${number}`, fingerprint: FINGERPRINT },
  });
}

/** As long as a real one: the SHA-256 of a request in base64url. */
const FINGERPRINT = 'x'.repeat(43);
