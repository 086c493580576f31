/** Invariants of a book over HTTP after any number of failures, once no attempt has an unknown outcome. */
import { expect } from 'chai';
import type { Answer, Client } from '../support/client.ts';
import { expectBody, listAll } from '../support/api-steps.ts';
import { done, madeTransfers } from './load.ts';
import type { World } from './load.ts';

type Body = Answer['body'];

const cents = (text: string): bigint => BigInt(text.replace('.', ''));

/** The three amounts of a wallet's balance. */
type Figures = { readonly available: bigint; readonly pending: bigint; readonly cashable: bigint };

export async function figuresOf(client: Client, { holders }: World): Promise<Map<string, Figures>> {
  const found = new Map<string, Figures>();
  for (const { id, user_id } of holders) {
    const wallet = expectBody(await client.get(`/v1/users/${user_id}/wallets/${id}`), 200);
    const { available, pending, cashable } = wallet.balance;
    found.set(id, {
      available: cents(available),
      pending: cents(pending),
      cashable: cents(cashable),
    });
  }
  return found;
}

/** Each wallet has the sum of its answers, and all wallets together have what came in from outside. */
export function expectSums(world: World, figures: ReadonlyMap<string, Figures>): void {
  const wanted = new Map(world.holders.map(({ id }) => [id, 12_000n]));
  const move = (id: string, amount: bigint): void => void wanted.set(id, (wanted.get(id) ?? 0n) + amount);
  for (const { body } of madeTransfers(world)) {
    move(body.source.wallet_id, -cents(body.amount));
    move(body.destination.wallet_id, cents(body.amount));
  }
  for (const { kind, body, answer } of done(world)) {
    if (kind === 'reward') move(body.wallet_id, cents(body.amount));
    if (kind === 'deposit') move(answer.body.destination.wallet_id, cents(body.amount) * 100n);
  }
  expect(new Map([...figures].map(([id, { available }]) => [id, available]))).to.deep.equal(wanted);
  const sum = (bucket: keyof Figures): bigint =>
    [...figures.values()].reduce((total, figure) => total + figure[bucket], 0n);
  const came = (kind: 'deposit' | 'reward'): bigint =>
    done(world, kind).reduce((total, { body }) => total + cents(body.amount), 0n);
  const bought = world.bought + came('deposit') * 100n;
  expect(sum('cashable')).to.equal(bought);
  expect(sum('available')).to.equal(bought + world.given + came('reward'));
  expect(sum('pending')).to.equal(0n);
}

const transfersAndDeposits = (world: World): Body[] => [
  ...madeTransfers(world).map(({ transfer }) => transfer),
  ...done(world, 'deposit').map(({ answer }) => answer.body),
];

/** Every acknowledged transfer and user is in its list exactly once, as answered. The lists contain nothing else. */
export async function expectLists(client: Client, world: World): Promise<void> {
  const transfers = await listAll(client, '/v1/transfers');
  const setUp = world.holders.length;
  const answered = transfersAndDeposits(world);
  expectEachOnce(transfers, answered, setUp);
  const users = await listAll(client, '/v1/users');
  expectEachOnce(
    users,
    done(world, 'user').map(({ answer }) => answer.body),
    setUp,
  );
}

function expectEachOnce(listed: readonly Body[], wanted: readonly Body[], more: number): void {
  const byId = new Map<string, Body>(listed.map((object) => [object.id, object]));
  expect(byId.size, 'IDs in the list').to.equal(listed.length);
  for (const object of wanted) expect(byId.get(object.id)).to.deep.equal(object);
  expect(new Set(wanted.map(({ id }) => id)).size, 'IDs in the answers').to.equal(wanted.length);
  expect(listed.length).to.equal(wanted.length + more);
}

/** The entries of each bucket lead to its balance without gaps, and every transfer has both of its legs. */
export async function expectHistory(
  client: Client,
  world: World,
  figures: ReadonlyMap<string, Figures>,
): Promise<void> {
  const moved = new Map<string, Map<string, bigint>>();
  for (const { id, user_id } of world.holders) {
    const balance = { available: 0n, pending: 0n, cashable: 0n };
    const newestFirst = await listAll(client, `/v1/users/${user_id}/wallets/${id}/history`);
    for (const entry of newestFirst.reverse()) {
      const bucket: keyof Figures = entry.bucket;
      balance[bucket] += cents(entry.amount);
      expect(cents(entry.balance_after), entry.id).to.equal(balance[bucket]);
      if (entry.transfer_id !== null && bucket === 'available')
        legsOf(moved, entry.transfer_id).set(id, cents(entry.amount));
    }
    expect(balance).to.deep.equal(figures.get(id));
  }
  for (const { body, transfer } of madeTransfers(world)) {
    const legs = [
      [body.source.wallet_id, -cents(body.amount)],
      [body.destination.wallet_id, cents(body.amount)],
    ] as const;
    expect([...legsOf(moved, transfer.id)]).to.have.deep.members(legs);
  }
}

function legsOf(moved: Map<string, Map<string, bigint>>, transfer: string): Map<string, bigint> {
  const legs = moved.get(transfer) ?? new Map<string, bigint>();
  moved.set(transfer, legs);
  return legs;
}

/** The versions of each object are consecutive in the event log, without gaps or duplicates. */
export async function expectEventLog(client: Client, world: World): Promise<void> {
  const newestFirst = await listAll(client, '/v1/events');
  expect(new Set(newestFirst.map(({ id }) => id)).size).to.equal(newestFirst.length);
  const versions = new Map<string, number[]>();
  const deposits: string[] = [];
  for (const { type, object_version, data } of newestFirst.reverse()) {
    // Announces a step that has its own event.
    if (type === 'deposit.received') deposits.push(data.id);
    else versions.set(data.id, [...(versions.get(data.id) ?? []), object_version]);
  }
  for (const [id, found] of versions) expect(found, id).to.deep.equal(found.map((_, i) => i + 1));
  for (const { id, version } of transfersAndDeposits(world)) expect(versions.get(id)).to.have.length(version);
  for (const { answer } of done(world, 'user')) expect(versions.get(answer.body.id)).to.deep.equal([1]);
  expect(new Set(deposits).size).to.equal(deposits.length);
  const arrived = done(world, 'deposit').map(({ answer }) => answer.body.id);
  expect(deposits)
    .to.include.members(arrived)
    .and.have.length(arrived.length + world.holders.length);
}

/** Checks all of the above. Returns the balances of the wallets, for comparison with other sources. */
export async function expectBookInOrder(client: Client, world: World): Promise<Map<string, Figures>> {
  const figures = await figuresOf(client, world);
  expectSums(world, figures);
  await expectLists(client, world);
  await expectHistory(client, world, figures);
  await expectEventLog(client, world);
  return figures;
}
