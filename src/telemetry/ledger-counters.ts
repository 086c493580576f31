/** What this process has written into the books, counted as it is acknowledged: transfers, and money in and out. */
import type { Registry } from 'prom-client';
import type { BookEvent } from '../ledger/event.ts';
import { createCounter } from './counter.ts';

const CLEARING = 'clearing:';

/** To be called with the events of each command, once they are in the stream. */
export function createLedgerCounters(registry: Registry): (events: readonly BookEvent[]) => void {
  const written = createCounter(registry, 'ledger_events_total', 'Events written to books, by type.', [
    'type',
  ]);
  const created = createCounter(registry, 'ledger_transfers_total', 'Transfers created, by kind.', ['kind']);
  const steps = createCounter(
    registry,
    'ledger_transfer_steps_total',
    'Steps of transfers, by the state they lead to.',
    ['state'],
  );
  const help = 'through a rail, in units of the currency. As exact as floating point; the books are exact.';
  const moneyIn = createCounter(registry, 'ledger_fiat_in_total', `Fiat that came in ${help}`, [
    'rail',
    'currency',
  ]);
  const moneyOut = createCounter(registry, 'ledger_fiat_out_total', `Fiat that went out ${help}`, [
    'rail',
    'currency',
  ]);

  return (events) => {
    for (const event of events) {
      written(event.type);
      if (event.type === 'transfer.created') created(event.data.kind);
      else if (event.type === 'transfer.state_changed') steps(event.data.state);
      else if (event.type === 'posting.recorded') {
        for (const { account, amount } of event.data.lines) {
          if (!account.startsWith(CLEARING)) continue;
          const [, rail = '', currency = ''] = account.split(':');
          // The account is minus what came in.
          const value = Number(amount);
          if (value < 0) moneyIn.add(-value, rail, currency);
          else moneyOut.add(value, rail, currency);
        }
      }
    }
  };
}
