/** The audit accepts every history that the ledger can produce. */
import { expect } from 'chai';
import fc from 'fast-check';
import { runs } from '../../support/effort.ts';
import { auditedLedger, populate, take } from '../../support/audited-ledger.ts';
import { randomCommands } from '../../support/random-commands.ts';

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
