/**
 * Checks money that comes back late: the return of a completed payout, and the reversal of a credited deposit. Each is about a
 * transfer that really completed, with exactly its amounts, at most once, and is followed by its posting. Credits of a wallet
 * repay what its user owes.
 */
import type { Book } from '../../ledger/book.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import type { DuplicateDetector } from '../chain/duplicate-detector.ts';
import { formatAmount, unscaledValue } from '../decimal.ts';
import { RuleViolation, originOfId, requireRule } from '../finding.ts';
import {
  isSame,
  receivableOf,
  type AccountsCheck,
  type ExpectedMovement,
  type Movement,
} from './accounts-check.ts';

type LateEvent = RecordedBookEvent<'payout.returned_late' | 'deposit.reversed'>;
type PostingEvent = RecordedBookEvent<'posting.recorded'>;

/** What a completed transfer moved. A late movement must name the same. */
export type CompletedFacts = {
  readonly transfer_id: string;
  readonly kind: 'onramp' | 'offramp';
  readonly wallet_id: string;
  readonly points: bigint;
  readonly amount: string;
  readonly currency: string;
  readonly rail: string;
};

/**
 * Completed transfers of all books. Memory must not grow with them, so each leaves a mark. A late movement leaves the mark of
 * what it names: it occurs twice if, and only if, such a transfer completed.
 */
export type CompletedMarks = Pick<DuplicateDetector, 'add'>;

type Due = {
  readonly transferId: string | null;
  readonly moves: readonly ExpectedMovement[];
  /** Of the event that requires the posting. */
  readonly time: string;
};

export class LateMovementsCheck {
  readonly #stream: string;
  readonly #accounts: AccountsCheck;
  readonly #marks: CompletedMarks;
  /** Marks of late movements by transfer, undefined for transfers that completed before the check began. There are few. */
  readonly #moved = new Map<string, string | undefined>();
  /** The last revision before the check began. */
  readonly #beganAfter: number;
  readonly #openBefore: ReadonlySet<string>;
  /** Late movements of transfers that completed before the check began. */
  unverified = 0;
  /** The posting that must be the next event. */
  #announced: Due | undefined;
  /** The posting that must be the next posting, at the same time. */
  #repayment: Due | undefined;
  /** Points that late movements brought into circulation, or took out of it. */
  circulating = 0n;

  /** The check continues after the last event of the book. */
  constructor(accounts: AccountsCheck, marks: CompletedMarks, from: Book) {
    this.#stream = from.stream;
    this.#accounts = accounts;
    this.#marks = marks;
    this.#beganAfter = from.revision;
    this.#openBefore = new Set([...from.transfers.values()].map(({ id }) => id));
    for (const [id] of from.lateMovements.entries()) this.#moved.set(id, undefined);
  }

  complete(facts: CompletedFacts): void {
    this.#marks.add(this.#markOf(facts));
  }

  /** Throws RuleViolation if a posting is missing before this event. */
  checkNothingMissing({ type, time }: Pick<RecordedBookEvent, 'type' | 'time'>): void {
    if (type !== 'posting.recorded')
      requireRule(
        this.#announced === undefined,
        'late_movement',
        'the posting of the late movement is missing',
      );
    requireRule(
      this.#repayment === undefined || this.#repayment.time === time,
      'late_movement',
      'a wallet was credited, but its user did not repay what is owed',
    );
  }

  /** `isOpen`: whether the transfer has not ended. */
  announce(event: LateEvent, isOpen: boolean): void {
    const { transfer_id, wallet_id } = event.data;
    const origin = originOfId(transfer_id, event.stream);
    requireRule(
      !isOpen && origin !== undefined && origin.revision < event.revision,
      'late_movement',
      `${transfer_id} has not completed before its money comes back`,
    );
    requireRule(
      !this.#moved.has(transfer_id),
      'late_movement',
      `the money of ${transfer_id} has already come back`,
    );
    if (origin !== undefined && origin.revision <= this.#beganAfter && !this.#openBefore.has(transfer_id)) {
      this.unverified += 1;
      this.#moved.set(transfer_id, undefined);
    } else {
      const mark = this.#markOf(factsOf(event));
      this.#marks.add(mark);
      this.#moved.set(transfer_id, mark);
    }
    const points = unscaledValue(event.data.points);
    this.circulating += event.type === 'deposit.reversed' ? -points : points;
    const moves = event.type === 'deposit.reversed' ? this.#reversal(event) : returnOf(event);
    this.#announced = { transferId: transfer_id, moves, time: event.time };
    requireRule(
      this.#accounts.balanceOf(wallet_id)?.unit !== 'svc-coin',
      'late_movement',
      `${wallet_id} is no wallet for points`,
    );
  }

  /** Whether the posting is one that had to follow. Call it before the posting is applied; `moves` are its lines. */
  isDue({ data }: PostingEvent, moves: readonly Movement[]): boolean {
    const due = this.#announced ?? this.#repayment;
    if (due === undefined) return false;
    const isRight = data.transfer_id === due.transferId && isSame(moves, due.moves);
    requireRule(isRight, 'late_movement', 'the posting is not the one that must follow');
    if (this.#announced === undefined) this.#repayment = undefined;
    this.#announced = undefined;
    return true;
  }

  /** Notes what a credit must repay. Call it after the posting is applied. */
  see(moves: readonly Movement[], { time }: Pick<PostingEvent, 'time'>): void {
    for (const { account, bucket, amount } of moves) {
      if (bucket !== 'available' || amount <= 0n) continue;
      const owed = -receivableOf(this.#accounts, account).amount;
      const there = this.#accounts.balanceOf(account);
      if (owed === 0n || there === undefined) continue;
      const repaid = smaller(owed, there.amount);
      const cashable = smaller(repaid, there.cashable);
      const moves = [
        { account, amount: -repaid, cashable: -cashable },
        { account: `receivable:${account}`, amount: repaid, cashable },
      ];
      this.#repayment = { transferId: null, moves, time };
    }
  }

  /** `isTwice`: whether a mark occurred more than once. Throws RuleViolation. */
  finish(isTwice: (mark: string) => boolean): void {
    requireRule(
      this.#announced === undefined && this.#repayment === undefined,
      'late_movement',
      'the posting of the last late movement, or of a repayment, is missing',
    );
    for (const [transferId, mark] of this.#moved)
      if (mark !== undefined && !isTwice(mark))
        throw new RuleViolation(
          'late_movement',
          `no transfer ${transferId} completed with the amounts that came back`,
        );
  }

  /** Cashable points first, then earned ones; the rest is owed. */
  #reversal({ data }: RecordedBookEvent<'deposit.reversed'>): readonly ExpectedMovement[] {
    const points = unscaledValue(data.points);
    const there = this.#accounts.balanceOf(data.wallet_id);
    const taken = smaller(points, there?.amount ?? 0n);
    const cashable = smaller(points, there?.cashable ?? 0n);
    requireRule(
      data.receivable === formatAmount(points - taken, 2),
      'late_movement',
      `the receivable must be what ${data.wallet_id} does not have`,
    );
    return nonZero([
      ...bankMoves(data, points, 1n),
      { account: data.wallet_id, amount: -taken, cashable: -cashable },
      { account: `receivable:${data.wallet_id}`, amount: taken - points, cashable: cashable - points },
    ]);
  }

  #markOf({ points, ...facts }: CompletedFacts): string {
    const { transfer_id, kind, wallet_id, amount, currency, rail } = facts;
    const parts = [this.#stream, transfer_id, kind, wallet_id, String(points), amount, currency, rail];
    return JSON.stringify(parts);
  }
}

function factsOf({ type, data }: LateEvent): CompletedFacts {
  const { transfer_id, wallet_id, points, amount, currency, rail } = data;
  const kind = type === 'deposit.reversed' ? 'onramp' : 'offramp';
  return { transfer_id, kind, wallet_id, points: unscaledValue(points), amount, currency, rail };
}

function returnOf({ data }: LateEvent): readonly ExpectedMovement[] {
  const points = unscaledValue(data.points);
  const credit = { account: data.wallet_id, amount: points, cashable: points };
  return nonZero([...bankMoves(data, points, -1n), credit]);
}

function bankMoves(
  { amount, currency, rail }: LateEvent['data'],
  points: bigint,
  sign: bigint,
): readonly ExpectedMovement[] {
  const fiat = sign * unscaledValue(amount);
  return [
    { account: `clearing:${rail}:${currency}`, amount: fiat, cashable: 0n },
    { account: `fiat_held:${currency}`, amount: -fiat, cashable: 0n },
    { account: 'points_issued', amount: sign * points, cashable: sign * points },
  ];
}

const nonZero = (moves: readonly ExpectedMovement[]): readonly ExpectedMovement[] =>
  moves.filter(({ amount, cashable }) => amount !== 0n || cashable !== 0n);

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
