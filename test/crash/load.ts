/** Random writes by many concurrent clients. Each write is recorded with its key and its answer. */
import { randomInt, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Answer, Client } from '../support/client.ts';
import { waitFor } from '../support/wait-for.ts';
import { fundedWallet, newDepositAccount, transferBody } from '../support/api-steps.ts';

export type Kind = 'transfer' | 'batch' | 'reward' | 'deposit' | 'user';

/** A write, sent once or repeatedly with one key. */
export type Attempt = {
  readonly kind: Kind;
  readonly key: string;
  readonly path: string;
  // Written by a test, or parsed from a validated answer.
  readonly body: Answer['body'];
  /** The first answer. Without one the outcome is unknown. */
  answer?: Pick<Answer, 'status' | 'text' | 'body'>;
};

export type Holder = { readonly id: string; readonly user_id: string; readonly account_id: string };

export type World = {
  readonly holders: readonly Holder[];
  readonly attempts: Attempt[];
  /** The balances before the first attempt, in cents of a point. */
  readonly bought: bigint;
  readonly given: bigint;
};

const HOLDERS = 8;

/** A configuration file for a service with impatient clients, as environment variables. */
export function inAHurry(folder: string): { CONFIG_FILE: string } {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, 'rate_limit: { requests_per_second: 100000, burst: 100000 }\n');
  return { CONFIG_FILE: file };
}

/** A client that repeats a write until it is admitted, because a slow documents server may be behind. */
const patient = (client: Client): Client => ({
  ...client,
  post(path, body, options) {
    const repeatable = { idempotencyKey: randomUUID(), ...options };
    return waitFor(`POST ${path} to be admitted`, async () => {
      const answer = await client.post(path, body, repeatable);
      return answer.status === 503 ? undefined : answer;
    });
  },
});

/** Wallets with both kinds of points, and a deposit account for each. */
export async function createWorld(impatientClient: Client): Promise<World> {
  const client = patient(impatientClient);
  const holders = await Promise.all(
    Array.from({ length: HOLDERS }, async () => {
      const wallet = await fundedWallet(client, { cashable: '100.00', earned: '20.00' });
      const account = await newDepositAccount(client, wallet);
      return { id: wallet.id, user_id: wallet.user_id, account_id: account.id };
    }),
  );
  return { holders, attempts: [], bought: BigInt(HOLDERS) * 10_000n, given: BigInt(HOLDERS) * 2_000n };
}

const euros = (cents: number): string => (cents / 100).toFixed(2);

const transfer = (from: Holder, to: Holder): Attempt =>
  write('transfer', '/v1/transfers', transferBody(from.id, to.id, euros(randomInt(1, 2_000))));

/** A transfer between two random holders, which may exceed the balance. */
export function newTransfer({ holders, attempts }: World): Attempt {
  const attempt = transfer(...twoOf(holders));
  attempts.push(attempt);
  return attempt;
}

/** A batch of transfers between random holders. Some exceed the balance. */
function batch(holders: readonly Holder[]): Attempt {
  const transfers = Array.from({ length: randomInt(1, 60) }, () => {
    const [from, to] = twoOf(holders);
    return transferBody(from.id, to.id, euros(randomInt(1, 1_000)));
  });
  return write('batch', '/v1/transfer_batches', {
    mode: randomInt(2) === 0 ? 'atomic' : 'independent',
    transfers,
  });
}

/** A random attempt. Three in four are transfers, some in batches; some of those exceed the balance. */
export function newAttempt({ holders, attempts }: World): Attempt {
  const [from, to] = twoOf(holders);
  const dice = randomInt(20);
  const attempt: Attempt =
    dice < 15
      ? dice < 3
        ? batch(holders)
        : transfer(from, to)
      : dice < 17
        ? write('reward', '/v1/sandbox/rewards', { wallet_id: to.id, amount: euros(randomInt(1, 500)) })
        : dice < 19
          ? write('deposit', '/v1/sandbox/deposits', {
              deposit_account_id: to.account_id,
              amount: euros(randomInt(100, 500)),
            })
          : write('user', '/v1/users', {
              type: 'individual',
              external_reference: randomUUID(),
              first_name: 'Grace',
              email: 'grace@example.com',
            });
  attempts.push(attempt);
  return attempt;
}

const write = (kind: Kind, path: string, body: object): Attempt => ({ kind, key: randomUUID(), path, body });

function twoOf(holders: readonly Holder[]): [Holder, Holder] {
  const first = randomInt(holders.length);
  const second = (first + 1 + randomInt(holders.length - 1)) % holders.length;
  const [from, to] = [holders[first], holders[second]];
  if (from === undefined || to === undefined) throw new Error('There are too few holders.');
  return [from, to];
}

/**
 * Sends an attempt. If it was answered before, the answer must be the same, byte for byte. Returns false without a final
 * answer, because the service has stopped, is stopping, or is unavailable.
 */
export async function send(client: Client, attempt: Attempt): Promise<boolean> {
  const answer = await heard(client.post(attempt.path, attempt.body, { idempotencyKey: attempt.key }));
  if (answer === undefined) return false;
  if (answer.status === 503) {
    expectUnavailable(answer);
    return false;
  }
  const { answer: before } = attempt;
  if (before !== undefined) {
    expect(answer.text, 'a repeated key').to.equal(before.text);
    expect(answer.status).to.equal(before.status);
    expect(answer.headers.get('idempotent-replayed')).to.equal('true');
    return true;
  }
  if (answer.status >= 300) expect(answer.body.error?.code, answer.text).to.equal('insufficient_balance');
  attempt.answer = { status: answer.status, text: answer.text, body: answer.body };
  return true;
}

/** The answer of an unavailable service. */
export function expectUnavailable(answer: Answer): void {
  expect(answer.status, answer.text).to.equal(503);
  expect(answer.body.error.code).to.equal('service_unavailable');
  expect(Number(answer.headers.get('retry-after'))).to.be.at.least(1);
}

/** The answer, or undefined if the connection was lost first. */
export async function heard(request: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await request;
  } catch (error) {
    // fetch throws this without a connection.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Clients that send one attempt after another until one fails or `stop` is called. */
export async function drive(clients: number, next: () => Promise<boolean>): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (await next());
    }),
  );
}

/** Writes with these clients until `work` has ended, and at least so many times before and after. */
export async function writeDuring<Result>(
  client: Client,
  world: World,
  { clients, writes }: { readonly clients: number; readonly writes: number },
  work: () => Promise<Result>,
): Promise<Result> {
  let enough = Infinity;
  const written = (): number => done(world).length;
  const start = written();
  const writing = drive(clients, async () => {
    expect(await send(client, newAttempt(world))).to.equal(true);
    return written() < enough;
  });
  await waitFor('writes before', () => (written() >= start + writes ? true : undefined));
  try {
    return await work();
  } finally {
    enough = written() + writes;
    await writing;
  }
}

/** Processes each element, a few at a time. */
export async function forEach<T>(elements: Iterable<T>, work: (element: T) => Promise<void>): Promise<void> {
  const iterator = elements[Symbol.iterator]();
  await drive(16, async () => {
    const { done, value } = iterator.next();
    if (done === true) return false;
    await work(value);
    return true;
  });
}

/** The attempts that succeeded. */
export const done = ({ attempts }: World, kind?: Kind): (Attempt & Required<Pick<Attempt, 'answer'>>)[] =>
  attempts.filter((attempt): attempt is Attempt & Required<Pick<Attempt, 'answer'>> => {
    const { answer } = attempt;
    return answer !== undefined && answer.status < 300 && (kind === undefined || attempt.kind === kind);
  });

/** The transfers that were made, alone or in a batch, with what was asked for. */
export const madeTransfers = (
  world: World,
): { readonly body: Answer['body']; readonly transfer: Answer['body'] }[] => [
  ...done(world, 'transfer').map(({ body, answer }) => ({ body, transfer: answer.body })),
  ...done(world, 'batch').flatMap(({ body, answer }) =>
    answer.body.results.flatMap(({ transfer }: Answer['body'], at: number) =>
      transfer === null ? [] : [{ body: body.transfers[at], transfer }],
    ),
  ),
];

export const inDoubt = ({ attempts }: World): Attempt[] =>
  attempts.filter(({ answer }) => answer === undefined);
