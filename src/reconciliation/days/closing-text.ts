/**
 * The text of a closing, which is signed like a checkpoint (docs/reconciliation.md). Anyone can build it from the event, and
 * check the signature with the service's public key:
 *
 *   svc-ledger/reconciliation-production
 *   day 2026-11-20 after 2026-11-19
 *   bank_eft usd ledger 0.00 50.00 … bank 1000.00 1050.00 …
 *   balance usd clearing:bank_eft:usd 0.00 debit 50.00 credit 0.00 -50.00
 *   kind usd onramp 1 50.00
 *   break bank_eft usd 2026-11-20 stl_01… - -1.50
 *   books 2 9f86d081…
 *   time 2026-11-21T09:30:00.000Z
 */
import type { EnvironmentName } from '../../ledger/environment.ts';
import type { ClosedAccount, ClosedTotals, DayClosed } from '../state/settlements.ts';

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
