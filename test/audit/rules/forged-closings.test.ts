/** The signature of a closing, checked with the key of the service, as `audit verify --checkpoints` does it. */
import { expect } from 'chai';
import { signatureLine } from '../../../src/audit/checkpoints/signed-note.ts';
import { RulesCheck } from '../../../src/audit/rules/rules-check.ts';
import { decodeMetadata } from '../../../src/event-store/codec.ts';
import type { StoredEvent } from '../../../src/event-store/port.ts';
import { closingText } from '../../../src/reconciliation/days/days.ts';
import type { DayClosed } from '../../../src/reconciliation/state/rail-account.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import {
  RECONCILIATION_STREAM,
  WHO,
  createReconciliationWorld,
  done,
  itemsOf,
} from '../../support/reconciliation-world.ts';
import { statementOf } from '../../support/statements.ts';

const KEY = deriveAuditSigningKey(Buffer.alloc(32, 'service'));
const OTHER_KEY = deriveAuditSigningKey(Buffer.alloc(32, 'somebody'));

/** A closed day with one break that was accepted. */
async function closedDay(): Promise<readonly StoredEvent[]> {
  const world = createReconciliationWorld({ sign: (text) => signatureLine(text, KEY) });
  await world.import(statementOf([{ amount: '-1.50', reference: 'B-1' }], { opening_balance: '100.00' }));
  const reconciliation = await world.reconciliation();
  const [fee] = await itemsOf(reconciliation, { breaks: 'open' });
  const accept = { resolution: 'accept', reason: 'Fee' } as const;
  done(await reconciliation.resolve(fee?.id ?? '', accept, { ...WHO, operator: 'Ana' }));
  done(await reconciliation.days.close('2026-03-02', [], WHO));
  return world.eventStore.read(RECONCILIATION_STREAM, 0, 100);
}

function verify(events: readonly StoredEvent[], key = KEY.publicKey): string {
  const rules = new RulesCheck({ key });
  try {
    for (const event of events) rules.check(event);
    return 'valid';
  } catch (error) {
    return String(error);
  }
}

/** The events with another closing. */
const forged = (events: readonly StoredEvent[], forge: (data: DayClosed, time: string) => DayClosed) =>
  events.map((event) =>
    event.type === 'day.closed'
      ? {
          ...event,
          data: JSON.stringify(forge(JSON.parse(event.data) as DayClosed, decodeMetadata(event).time)),
        }
      : event,
  );

const changeTotal = (data: DayClosed): DayClosed => ({
  ...data,
  accounts: data.accounts.map((each) => ({
    ...each,
    bank: each.bank && { ...each.bank, closing_balance: '99.50' },
  })),
});

describe('The signature of a closing', () => {
  it('is valid with the key of the service', async () => {
    const events = await closedDay();
    expect(events.map(({ type }) => type)).to.include('day.closed');
    expect(verify(events)).to.equal('valid');
  });

  it('is found to be forged with another key, also over the same totals', async () => {
    const events = await closedDay();
    const resigned = forged(events, (data, time) => ({
      ...data,
      signature: signatureLine(closingText('production', data, time), OTHER_KEY),
    }));
    expect(verify(resigned)).to.contain('the signature of the closing is not valid');
    expect(verify(events, OTHER_KEY.publicKey)).to.contain('the signature of the closing is not valid');
  });

  it('is found to be forged if it is that of another day, or was shortened', async () => {
    const events = await closedDay();
    const another = forged(events, (data, time) => ({
      ...data,
      signature: signatureLine(closingText('production', { ...data, day: '2026-03-01' }, time), KEY),
    }));
    const sandbox = forged(events, (data, time) => ({
      ...data,
      signature: signatureLine(closingText('sandbox', data, time), KEY),
    }));
    const shortened = forged(events, (data) => ({ ...data, signature: data.signature.slice(0, -4) }));
    for (const each of [another, sandbox, shortened])
      expect(verify(each)).to.contain('the signature of the closing is not valid');
  });

  it('does not help a changed total, even if the service’s key signs it', async () => {
    const events = await closedDay();
    expect(verify(forged(events, changeTotal))).to.contain('closing_balance of bank_eft in usd is 98.50');
    const signed = forged(events, (data, time) => {
      const changed = changeTotal(data);
      return { ...changed, signature: signatureLine(closingText('production', changed, time), KEY) };
    });
    expect(verify(signed)).to.contain('closing_balance of bank_eft in usd is 98.50');
  });

  it('covers what no event proves: that no accepted break was left out', async () => {
    const events = await closedDay();
    const fewer = forged(events, (data) => ({
      ...data,
      ...(data.totals && { totals: { ...data.totals, breaks: [] } }),
      accounts: data.accounts.map((each) => ({
        ...each,
        bank: each.bank && { ...each.bank, accepted_breaks: 0 },
      })),
    }));
    expect(verify(fewer)).to.contain('the signature of the closing is not valid');
  });
});
