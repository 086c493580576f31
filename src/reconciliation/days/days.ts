/** Days of an environment: the open ones, with their balances and breaks, and the closings. */

import { StoreUnavailable } from '../../event-store/port.ts';
import type { ReconciliationDay as DayView } from '../../generated/api.ts';
import type { EnvironmentName } from '../../ledger/ids.ts';
import { dayAfter, dayBefore } from '../../system/calendar.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';
import { reconciledSince } from '../matching/items.ts';
import { presentClosing, presentOpenDay } from '../present.ts';
import type { ClosedAccount, ClosedTotals, Closing, DayClosed } from '../state/rail-account.ts';
import {
  areTotalsComplete,
  checkClosing,
  closingData,
  decideMatches,
  type AccountItems,
} from './close-decisions.ts';

// The text of a closing, which is signed like a checkpoint (docs/reconciliation.md). Anyone can build it from the event, and
// check the signature with the service's public key:
//
//   svc-ledger/reconciliation-production
//   day 2026-11-20 after 2026-11-19
//   bank_eft usd ledger 0.00 50.00 … bank 1000.00 1050.00 …
//   balance usd clearing:bank_eft:usd 0.00 debit 50.00 credit 0.00 -50.00
//   kind usd onramp 1 50.00
//   break bank_eft usd 2026-11-20 stl_01… - -1.50
//   books 2 9f86d081…
//   time 2026-11-21T09:30:00.000Z

export function closingText(
  environment: EnvironmentName,
  { day, previous_day, accounts, totals }: Omit<DayClosed, 'signature'>,
  time: string,
): string {
  const after = previous_day === null ? '' : ` after ${previous_day}`;
  return [
    `svc-ledger/reconciliation-${environment}`,
    `day ${day}${after}`,
    ...accounts.map(accountText),
    ...(totals === undefined ? [] : totalsText(totals)),
    `time ${time}`,
    '',
  ].join('\n');
}

function accountText(account: ClosedAccount): string {
  const { rail, currency, bank, ledger_opening_balance, ledger_closing_balance, lines, movements } = account;
  const ledger = `ledger ${ledger_opening_balance} ${ledger_closing_balance} movements ${movements.count} ${movements.amount}`;
  if (bank === null) return `${rail} ${currency} ${ledger}`;
  return [
    `${rail} ${currency} ${ledger}`,
    `bank ${bank.opening_balance} ${bank.closing_balance} lines ${lines.count} ${lines.amount}`,
    `since ${bank.reconciled_since} ${bank.first_opening_balance}`,
    `difference ${bank.opening_difference} ${bank.written_off}`,
    `open ${bank.open_lines.count} ${bank.open_lines.amount} ${bank.open_movements.count} ${bank.open_movements.amount}`,
    `accepted ${bank.accepted_breaks}`,
  ].join(' ');
}

const totalsText = ({ trial_balance, kinds, breaks, books }: ClosedTotals): readonly string[] => [
  ...trial_balance.map(
    ({ account, unit, opening_balance, debit, credit, closing_balance }) =>
      `balance ${unit} ${account} ${opening_balance} debit ${debit} credit ${credit} ${closing_balance}`,
  ),
  ...kinds.map(({ kind, unit, count, amount }) => `kind ${unit} ${kind} ${count} ${amount}`),
  ...breaks.map(
    ({ rail, currency, day, line_id, movement_id, difference }) =>
      `break ${rail} ${currency} ${day} ${line_id ?? '-'} ${movement_id ?? '-'} ${difference}`,
  ),
  `books ${books.count} ${books.sha256}`,
];

/** Signs the text of a closing like a checkpoint. Returns the signature line. */
export type SignClosing = (text: string) => string;

/** The days after the first one until the second. */
type DayRange = { readonly after: string; readonly until: string };

export class Days {
  readonly #sign: SignClosing;
  readonly #context: ReconciliationContext;
  readonly #state: ReconciliationContext['state'];
  readonly #environment: ReconciliationContext['environment'];

  constructor(context: ReconciliationContext, sign: SignClosing) {
    this.#context = context;
    this.#sign = sign;
    this.#state = context.state;
    this.#environment = context.environment;
  }

  /** The IDs of all days, oldest first. Throws StoreUnavailable. */
  async list(): Promise<readonly string[]> {
    const accounts = await this.#context.readItems();
    const days = [...this.#state.closings.keys()];
    for (let day = this.#firstOpen(accounts); day <= this.#today(); day = dayAfter(day)) days.push(day);
    return days;
  }

  /** Undefined for days before the first entry and after today. Throws StoreUnavailable. */
  async get(day: string): Promise<DayView | undefined> {
    const accounts = await this.#context.readItems();
    const closing = this.#closingOf(day);
    if (closing !== undefined) return this.#presentClosed(closing);
    return day < this.#firstOpen(accounts) || day > this.#today()
      ? undefined
      : this.#presentOpen(accounts, day);
  }

  /** The days that were closed together with this one; only the day if it is open. */
  rangeOf(day: string): DayRange {
    const closing = this.#closingOf(day);
    if (closing === undefined) return { after: dayBefore(day), until: day };
    return { after: closing.previous_day ?? '', until: closing.day };
  }

  /**
   * Answers 200 with the closing. Refuses breaks_open and day_state_conflict. `without`: the accounts, such as `bank_eft:usd`, that
   * need no statement for this closing.
   */
  async close(
    day: string,
    without: readonly string[],
    request: ReconciliationRequest,
  ): Promise<StreamOutcome> {
    await this.#recordMatches(day, without, request);
    return this.#context.submit(request, (accounts, { now, time }) => {
      const done = this.#state.closings.get(day);
      if (done !== undefined)
        return { events: [], answer: { status: 200, body: JSON.stringify(this.#presentClosed(done)) } };
      const refused = checkClosing(this.#state, accounts, day, now, without);
      if (refused !== undefined) return refused;
      if (!areTotalsComplete(this.#state))
        throw new StoreUnavailable('a process of an earlier release collected movements without totals');
      const data = closingData(this.#state, accounts, day);
      const closed: DayClosed = {
        ...data,
        signature: this.#sign(closingText(this.#environment, data, time)),
      };
      const shown = this.#presentClosed({ ...closed, closed_by: request.actor, closed_at: time });
      return {
        events: [{ type: 'day.closed', data: closed }],
        answer: { status: 200, body: JSON.stringify(shown) },
      };
    });
  }

  #closingOf(day: string): Closing | undefined {
    return [...this.#state.closings.values()].find(
      (each) => day <= each.day && (each.previous_day === null ? day === each.day : day > each.previous_day),
    );
  }

  #presentClosed(closing: Closing): DayView {
    return presentClosing(
      this.#environment,
      closing,
      `${closingText(this.#environment, closing, closing.closed_at)}\n${closing.signature}\n`,
    );
  }

  #presentOpen(accounts: readonly AccountItems[], day: string): DayView {
    return presentOpenDay(this.#environment, accounts, {
      day,
      lastClosedDay: this.#state.lastClosedDay,
      blockedBy: (each, without) =>
        checkClosing(this.#state, accounts, each, this.#context.clock(), without)?.refusal.message,
    });
  }

  #today(): string {
    return this.#state.calendar.dayAt(this.#context.clock());
  }

  /** The first day that is not closed and may have entries. */
  #firstOpen(accounts: readonly AccountItems[]): string {
    if (this.#state.lastClosedDay !== undefined) return dayAfter(this.#state.lastClosedDay);
    const starts = accounts.flatMap(({ account }) => reconciledSince(account) ?? []);
    const posted = accounts.flatMap(({ account }) => [...account.movements.values()].map(({ day }) => day));
    return [...(starts.length > 0 ? starts : posted), this.#today()].reduce((first, each) =>
      each < first ? each : first,
    );
  }

  /** Records matches until the day, as long as nothing refuses the closing. */
  async #recordMatches(
    day: string,
    without: readonly string[],
    { actor, requestId }: ReconciliationRequest,
  ): Promise<void> {
    for (let isMore = true; isMore;) {
      isMore = false;
      await this.#context.submit({ actor, requestId }, (accounts, { now }) => {
        const refused = this.#state.closings.has(day)
          ? undefined
          : checkClosing(this.#state, accounts, day, now, without);
        const found =
          refused === undefined && !this.#state.closings.has(day) ? decideMatches(accounts, day) : [];
        isMore = found.length > 0;
        return { events: found, answer: { status: 200, body: '{}' } };
      });
    }
  }
}
