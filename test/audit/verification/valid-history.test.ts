/** The audit accepts every history that the ledger can produce. */
import { expect } from 'chai';
import fc from 'fast-check';
import { formatAmount } from '../../../src/ledger/amount.ts';
import { runs } from '../../support/effort.ts';
import { tryCommand } from '../../support/random-ledger.ts';
import { auditedLedger } from '../../support/audited-ledger.ts';
import type { AuditedLedger } from '../../support/audited-ledger.ts';
import { randomCommands } from '../../support/random-commands.ts';
import type { RandomCommand } from '../../support/random-commands.ts';

/** Creates users with wallets and money. */
function populate(ledger: AuditedLedger): void {
  const anna = ledger.boughtWallet('1500000.00', '300.00');
  ledger.boughtWallet('20.00', '80.00');
  ledger.allocate({ coin_stock: '3.00000000', points_backing: '500000.00' });
  ledger.wallet(ledger.ownerOf(anna), 'svc-coin');
  ledger.wallet(undefined, 'svc-coin');
  ledger.payoutAccount(anna);
  ledger.payoutAccount(anna, { currency: 'cad', country: 'CA' });
  ledger.user();
}

function take(ledger: AuditedLedger, command: RandomCommand): void {
  if (command.do !== 'allocate') {
    tryCommand(ledger, command);
    return;
  }
  const coin_stock = formatAmount(BigInt(command.coin), 8);
  const points_backing = formatAmount(BigInt(command.points), 2);
  ledger.allocate(command.points % 3 === 0 ? { coin_stock } : { coin_stock, points_backing });
}

describe('Audit of a valid history', () => {
  it('has no findings for random commands with random pauses', async () => {
    const days = fc.array(fc.nat({ max: 3 * 86_400_000 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(randomCommands(60), days, async (commands, jumps) => {
        const ledger = auditedLedger();
        populate(ledger);
        for (const [at, command] of commands.entries()) {
          take(ledger, command);
          if (at % 10 === 9) ledger.advanceClock(jumps[(at - 9) / 10] ?? 0);
        }
        expect((await ledger.audit()).findings).to.deep.equal([]);
      }),
      { numRuns: runs(60) },
    );
  });
});
