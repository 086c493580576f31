/**
 * A ledger with a valid history: all money comes from deposits, rewards, or a treasury whose stream is audited too. Tests
 * then append forged events.
 */
import type { EventSource } from '../../src/audit/event-source.ts';
import { verify, type Verification, type VerifyOptions } from '../../src/audit/verification/verification.ts';
import { FIRST_HASH } from '../../src/event-store/codec.ts';
import type { StoredEvent } from '../../src/event-store/port.ts';
import { lastAllocation, receiveAllocation } from '../../src/ledger/allocations.ts';
import { formatAmount, parseStoredAmount } from '../../src/ledger/amount.ts';
import { deriveId, type IdPrefix } from '../../src/ledger/ids.ts';
import type { Policy } from '../../src/ledger/policy.ts';
import { encodeEvent } from './encode-event.ts';
import { TREASURY, arrival, review, reward } from './ledger-commands.ts';
import { createLedger, idIn, type Ledger } from './ledger.ts';
import type { RandomCommand } from './random-commands.ts';
import { tryCommand } from './random-ledger.ts';
import { START_TIME, STREAM } from './policy.ts';
import { storedEvents } from './project-book.ts';

export type AuditedLedger = Ledger & {
  /** Records an allocation in the treasury and receives it in the book. */
  allocate(amounts: { coin_stock?: string; points_backing?: string }): void;
  /** A wallet with bought and earned points. */
  boughtWallet(bought: string, earned?: string): string;
  /** The ID of an object created by the next event, or by a later one. */
  idHere(prefix: IdPrefix, ahead?: number): string;
  /** All events in global order. */
  stored(): StoredEvent[];
  audit(options?: VerifyOptions): Promise<Verification>;
};

/** A treasury event, and the number of book events before it. */
type TreasuryRow = {
  readonly after: number;
  readonly type: string;
  readonly data: object;
  readonly time: string;
};

export function auditedLedger(policy?: Policy): AuditedLedger {
  const ledger = createLedger(policy);
  const { book } = ledger;
  const treasury: TreasuryRow[] = [];
  const now = (): number => Math.max(book.time, START_TIME);

  const inTreasury = (prefix: 'trd' | 'alc', type: string, data: (id: string, time: string) => object) => {
    const id = deriveId(prefix, now(), TREASURY, treasury.length);
    const time = new Date(now()).toISOString();
    treasury.push({ after: ledger.events.length, type, data: data(id, time), time });
    return id;
  };

  const buyCoin = (): string =>
    inTreasury('trd', 'trade.recorded', (trade_id, traded_at) => ({
      trade_id,
      side: 'buy',
      coin_amount: '1000000.00000000',
      price: '2500.00',
      counterparty: null,
      traded_at,
    }));

  const deposit = (wallet: string, points: bigint): void => {
    const account = ledger.depositAccount(wallet);
    // In POLICY, one point is worth one cent.
    const events = ledger.run(arrival(account, formatAmount(points / 100n, 2)));
    const id = idIn(events, 'transfer_id');
    if (book.transfers.get(id)?.state === 'in_review') ledger.run(review(id, 'approved'));
  };

  return {
    ...ledger,
    allocate(amounts) {
      if (treasury.length === 0) buyCoin();
      const previous_allocation_id = lastAllocation(book, TREASURY);
      const allocation_id = inTreasury('alc', 'allocation.recorded', (id) => ({
        allocation_id: id,
        integrator_id: 'int_test',
        previous_allocation_id,
        ...amounts,
      }));
      const data = { allocation_id, treasury: TREASURY, previous_allocation_id, ...amounts };
      ledger.run((on) => receiveAllocation(on, data));
    },
    boughtWallet(bought, earned = '0.00') {
      const id = ledger.wallet();
      deposit(id, parseStoredAmount(bought));
      if (parseStoredAmount(earned) > 0n) ledger.run(reward(id, earned));
      return id;
    },
    idHere: (prefix, ahead = 0) => deriveId(prefix, now(), STREAM, book.revision + 1 + ahead),
    stored: () => merged(storedEvents(ledger.events), treasury),
    audit: (options) => verify(sourceOf(merged(storedEvents(ledger.events), treasury)), options),
  };
}

/** Events of both streams in global order. */
function merged(book: readonly StoredEvent[], treasury: readonly TreasuryRow[]): StoredEvent[] {
  let hash = FIRST_HASH;
  const rows = treasury.map(({ after, type, data, time }, revision) => {
    const metadata = { schema_version: 1, time, actor: 'operator:opt_test', request_id: 'req_1' };
    const encoded = encodeEvent(hash, TREASURY, revision, { type, data }, metadata);
    hash = encoded.hash;
    return { after, event: { ...encoded.event, stream: TREASURY, revision } };
  });
  const all = book.flatMap((event, at) => [
    ...rows.filter(({ after }) => after === at).map((row) => row.event),
    event,
  ]);
  return all.map((event, at) => ({ ...event, position: BigInt(at) }));
}

export const sourceOf = (events: readonly StoredEvent[]): EventSource => ({
  gapless: true,
  head: () => Promise.resolve(BigInt(events.length - 1)),
  async *pages(after, upTo) {
    yield await Promise.resolve(events.filter(({ position }) => position > after && position <= upTo));
  },
  read: (of, from, count) =>
    Promise.resolve(
      events.filter(({ stream, revision }) => stream === of && revision >= from).slice(0, count),
    ),
  streams: () => [...new Set(events.map(({ stream }) => stream))],
  close: () => Promise.resolve(),
});

/** Creates users with wallets and money. */
export function populate(ledger: AuditedLedger): void {
  const anna = ledger.boughtWallet('1500000.00', '300.00');
  ledger.boughtWallet('20.00', '80.00');
  ledger.allocate({ coin_stock: '3.00000000', points_backing: '500000.00' });
  ledger.wallet(ledger.ownerOf(anna), 'svc-coin');
  ledger.wallet(undefined, 'svc-coin');
  ledger.payoutAccount(anna);
  ledger.payoutAccount(anna, { currency: 'cad', country: 'CA' });
  ledger.user();
}

/** Runs a command that may be refused. */
export function take(ledger: AuditedLedger, command: RandomCommand): void {
  if (command.do !== 'allocate') {
    tryCommand(ledger, command);
    return;
  }
  const coin_stock = formatAmount(BigInt(command.coin), 8);
  const points_backing = formatAmount(BigInt(command.points), 2);
  ledger.allocate(command.points % 3 === 0 ? { coin_stock } : { coin_stock, points_backing });
}
