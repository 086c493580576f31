/** Counters of what this process has written to the books: events, transfers, and fiat in and out. */
import type { Registry } from 'prom-client';
import type { BookEvent } from '../../ledger/event.ts';
import { createCounter } from '../../telemetry/counter.ts';

const CLEARING = 'clearing:';

/** Returns a function to call with the events of each command after they have been appended. */
export function createLedgerCounters(registry: Registry): (events: readonly BookEvent[]) => void {
  const written = createCounter(registry, 'ledger_events_total', 'Events written to books, by type.', [
    'type',
  ]);
  const created = createCounter(registry, 'ledger_transfers_total', 'Transfers created, by kind.', ['kind']);
  const stateChanges = createCounter(
    registry,
    'ledger_transfer_state_changes_total',
    'State changes of transfers, by new state.',
    ['state'],
  );
  const help = 'through a rail, in units of the currency (a floating-point approximation of the books).';
  const moneyIn = createCounter(registry, 'ledger_fiat_in_total', `Fiat received ${help}`, [
    'rail',
    'currency',
  ]);
  const moneyOut = createCounter(registry, 'ledger_fiat_out_total', `Fiat paid out ${help}`, [
    'rail',
    'currency',
  ]);

  return (events) => {
    for (const event of events) {
      written(event.type);
      if (event.type === 'transfer.created') created(event.data.kind);
      else if (event.type === 'transfer.state_changed') stateChanges(event.data.state);
      else if (event.type === 'posting.recorded') {
        for (const { account, amount } of event.data.lines) {
          if (!account.startsWith(CLEARING)) continue;
          const [, rail = '', currency = ''] = account.split(':');
          // A clearing account is negative for money received.
          const value = Number(amount);
          if (value < 0) moneyIn.add(-value, rail, currency);
          else moneyOut.add(value, rail, currency);
        }
      }
    }
  };
}
