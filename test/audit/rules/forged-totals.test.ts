/** The totals of a closing over real books, checked with the key of the service, as `audit verify --checkpoints` does it. */
import { expect } from 'chai';
import { signatureLine } from '../../../src/audit/checkpoints/signed-note.ts';
import { eventStoreSource } from '../../../src/audit/event-source.ts';
import { RulesCheck } from '../../../src/audit/rules/rules-check.ts';
import { decodeMetadata } from '../../../src/event-store/codec.ts';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import { START, type StoredEvent } from '../../../src/event-store/port.ts';
import type { ReconciliationEventData } from '../../../src/generated/events.ts';
import { closingText } from '../../../src/reconciliation/days/days.ts';
import { loadReconciliation } from '../../../src/reconciliation/reconciliation.ts';
import type { ClosedTotals, DayClosed } from '../../../src/reconciliation/state/rail-account.ts';
import { Calendar } from '../../../src/system/calendar.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { writeAuditHistory } from '../../support/audit-history.ts';
import { AUTHENTICATION } from '../../support/event-macs.ts';
import { START_TIME } from '../../support/policy.ts';
import { NO_WRITE_OFF_LIMIT, TEST_SEAL, WHO, done } from '../../support/reconciliation-world.ts';

const KEY = deriveAuditSigningKey(Buffer.alloc(32, 'service'));
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAY = new Date(START_TIME).toISOString().slice(0, 10);

type Collected = ReconciliationEventData<'totals.collected'>;

/** Books of an integrator, and the closing of the days on which they were written. */
async function closedHistory(): Promise<readonly StoredEvent[]> {
  const eventStore = createMemoryEventStore();
  const { book, formerBook, nextBook } = await writeAuditHistory(eventStore);
  const reconciliation = await loadReconciliation('sandbox', {
    eventStore,
    authentication: AUTHENTICATION,
    seal: TEST_SEAL,
    sign: (text) => signatureLine(text, KEY),
    writeOffs: NO_WRITE_OFF_LIMIT,
    calendarOf: () => new Calendar(),
    clock: () => START_TIME + 40 * DAY_MS,
  });
  done(await reconciliation.collectMovements(new Set([book, formerBook, nextBook]), WHO));
  const last = new Date(START_TIME + 39 * DAY_MS).toISOString().slice(0, DAY.length);
  done(
    await reconciliation.days.close(
      last,
      ['bank_eft:usd', 'bank_eft:cad', 'bank_eft:eur', 'emailpay:cad'],
      WHO,
    ),
  );
  const source = eventStoreSource(eventStore);
  const events: StoredEvent[] = [];
  for await (const page of source.pages(START, await source.head())) events.push(...page);
  return events;
}

function verify(events: readonly StoredEvent[]): string {
  const rules = new RulesCheck({ key: KEY.publicKey });
  try {
    for (const event of events) rules.check(event);
    return 'valid';
  } catch (error) {
    return String(error);
  }
}

/** The events with other data, and closings signed again by the service's key. */
function forge(
  events: readonly StoredEvent[],
  {
    collected = (data) => data,
    closed = (data) => data,
  }: {
    readonly collected?: (data: Collected) => Collected;
    readonly closed?: (data: DayClosed) => DayClosed;
  },
): readonly StoredEvent[] {
  return events.map((event) => {
    if (event.type === 'totals.collected')
      return { ...event, data: JSON.stringify(collected(JSON.parse(event.data) as Collected)) };
    if (event.type !== 'day.closed') return event;
    const data = closed(JSON.parse(event.data) as DayClosed);
    const text = closingText('sandbox', data, decodeMetadata(event).time);
    return { ...event, data: JSON.stringify({ ...data, signature: signatureLine(text, KEY) }) };
  });
}

describe('The audit of the totals of a closing', () => {
  let events: readonly StoredEvent[];
  before(async () => {
    events = await closedHistory();
  });

  const closing = (): ClosedTotals => {
    const event = events.find(({ type }) => type === 'day.closed');
    const { totals } = JSON.parse(event?.data ?? '{}') as DayClosed;
    if (totals === undefined) throw new Error('there is no closing with totals');
    return totals;
  };
  const changed = (change: (totals: ClosedTotals) => Partial<ClosedTotals>): string =>
    verify(
      forge(events, {
        closed: (data) => ({
          ...data,
          ...(data.totals && { totals: { ...data.totals, ...change(data.totals) } }),
        }),
      }),
    );

  it('have every kind of posting that the ledger makes, and are valid', () => {
    expect(new Set(closing().kinds.map(({ kind }) => kind))).to.have.all.keys(
      ...['user_to_user', 'conversion', 'onramp', 'onramp_returned', 'offramp', 'reward', 'allocation'],
    );
    expect(verify(events)).to.equal('valid');
    expect(verify(forge(events, {}))).to.equal('valid');
  });

  it('are found to be forged, even if the service’s key signs them', () => {
    const row = (totals: ClosedTotals, change: object): Partial<ClosedTotals> => ({
      trial_balance: totals.trial_balance.map((each, at) => (at === 0 ? { ...each, ...change } : each)),
    });
    for (const change of [
      { closing_balance: '1.00' },
      { debit: '1.23' },
      { account: 'wallet' },
      { unit: 'eur' },
    ])
      expect(
        changed((totals) => row(totals, change)),
        JSON.stringify(change),
      ).to.contain('by its events');
    expect(changed(({ trial_balance }) => ({ trial_balance: trial_balance.slice(1) }))).to.contain(
      'the trial balance must have every account once',
    );
    for (const change of [{ count: 99 }, { amount: '0.01' }, { kind: 'reward' as const }])
      expect(
        changed(({ kinds }) => ({
          kinds: kinds.map((each, at) => (at === 1 ? { ...each, ...change } : each)),
        })),
        JSON.stringify(change),
      ).to.contain('the totals by kind are not those of the postings');
    expect(changed(({ books }) => ({ books: { ...books, count: books.count + 1 } }))).to.contain(
      'the books that the closing covers',
    );
    expect(changed(({ books }) => ({ books: { ...books, sha256: 'a'.repeat(64) } }))).to.contain(
      'the books that the closing covers',
    );
    const listed = { rail: 'bank_eft', currency: 'usd', line_id: null, movement_id: 'mov_x' };
    expect(changed(() => ({ breaks: [{ ...listed, day: DAY, difference: '1.00' }] }))).to.contain(
      'the number of listed breaks',
    );
  });

  it('are found to be missing', () => {
    const without = forge(events, {
      closed: (data) => {
        const { totals: _, ...rest } = data;
        return rest;
      },
    });
    expect(verify(without)).to.contain('a closing has totals exactly from version 2 on');
  });

  it('are found to be forged where they were collected', () => {
    const first = (data: Collected, change: (day: Collected['days'][number]) => object): Collected => ({
      ...data,
      days: data.days.map((day, at) => (at === 0 ? { ...day, ...change(day) } : day)),
    });
    for (const collected of [
      (data: Collected) => first(data, () => ({ day: '2020-01-01' })),
      (data: Collected) => first(data, ({ accounts }) => ({ accounts: accounts.slice(1) })),
      (data: Collected) =>
        first(data, ({ accounts }) => ({ accounts: accounts.map((each) => ({ ...each, debit: '0.07' })) })),
      (data: Collected) =>
        first(data, ({ kinds }) => ({ kinds: kinds.map((each) => ({ ...each, count: 77 })) })),
    ])
      expect(verify(forge(events, { collected }))).to.match(
        /the totals of book-\S+ are not those of its postings/,
      );
    expect(verify(forge(events, { collected: (data) => ({ ...data, to_hash: 'b'.repeat(64) }) }))).to.contain(
      'the last event of the totals is not in',
    );
    expect(
      verify(forge(events, { collected: (data) => ({ ...data, from_revision: data.from_revision + 1 }) })),
    ).to.contain('collected twice or left out');
  });
});
