/** Items and days of reconciliation as the API shows them, compared with what the bank has booked. */
import { Difference } from '../checks/difference.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Json } from '../model/prediction.ts';
import type { Settled } from '../partner/partner.ts';
import { parseCents } from './bank.ts';
import type { Entry } from './bank.ts';

export const numberOf = (found: Json | undefined, name: string): number => parseCents(textOf(found, name));
const totalOf = (found: Json | undefined, name: string): number =>
  isObject(found) && isObject(found[name]) ? numberOf(found[name], 'amount') : NaN;
export const member = (found: Json | undefined, name: string): Json | undefined =>
  isObject(found) ? found[name] : undefined;
export const referenceOf = (item: Json): string => textOf(member(item, 'line'), 'bank_reference');

/** 100.00 points. */
export const PAYOUT_CENTS = 100;

export const isMissingAtBank = (item: Json, cents: number): boolean =>
  textOf(item, 'result') === 'missing_at_bank' && numberOf(member(item, 'movement'), 'amount') === cents;

export type Decision = 'written_off' | 'grouped';

/** The bank account on a day, whose amounts must explain each other. */
export function accountIn(found: Json): Json {
  const accounts = member(found, 'accounts');
  const account = (Array.isArray(accounts) ? (accounts as readonly Json[]) : []).find(
    (each) => textOf(each, 'rail') === 'wire',
  );
  if (account === undefined) throw new Difference('accountant: the day has no account of the rail');
  const [lines, movements] = [totalOf(account, 'open_lines'), totalOf(account, 'open_movements')];
  const explained =
    numberOf(account, 'ledger_closing_balance') +
    numberOf(account, 'opening_difference') +
    numberOf(account, 'written_off') +
    lines -
    movements;
  if (explained !== numberOf(account, 'closing_balance'))
    throw new Difference(`accountant: nothing explains the balance of ${JSON.stringify(account)}`);
  return account;
}

/** Each line and each movement is there once, and as it was decided. */
export function checkItems(
  items: readonly Json[],
  entries: readonly Entry[],
  decisions: ReadonlyMap<string, Decision>,
  settled: Settled,
): void {
  const lines = new Map(items.flatMap((each) => (member(each, 'line') ? [[referenceOf(each), each]] : [])));
  const count = items.filter((each) => member(each, 'line')).length;
  if (count !== entries.length || lines.size !== count)
    throw new Difference(`accountant: there are ${count} lines instead of ${entries.length}`);
  for (const { reference, cents } of entries) {
    const item = lines.get(reference);
    const decision = decisions.get(reference);
    const isRight =
      numberOf(member(item, 'line'), 'amount') === cents &&
      (decision !== 'written_off' || textOf(item, 'result') === 'written_off') &&
      (decision !== 'grouped' || isObject(member(item, 'group')));
    if (!isRight)
      throw new Difference(`accountant: ${reference} of ${cents} cents is ${JSON.stringify(item)}`);
  }
  const movements = items.flatMap((each) => member(each, 'movement') ?? []);
  const expected = settledCents(settled);
  const moved = movements.reduce((total: number, each) => total + numberOf(each, 'amount'), 0);
  if (movements.length !== expected.length || moved !== expected.reduce((a, b) => a + b, 0))
    throw new Difference(
      `accountant: ${movements.length} movements move ${moved} cents, not ${expected.join()}`,
    );
}

export const settledCents = (settled: Settled): readonly number[] => [
  ...[...settled.deposits.values()].map(parseCents),
  ...[...settled.outcomes.values()].flatMap((outcome) => (outcome === 'completed' ? -PAYOUT_CENTS : [])),
];
