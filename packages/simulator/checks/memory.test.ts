import { expect } from 'chai';
import { IS_FULL } from '../../../test/support/effort.ts';
import { watchGrowth } from './growth.ts';
import { simulate } from '../simulation.ts';

/** The files whose collections may have more than 200 elements, and the most that their limits allow. */
const LIMITS: Readonly<Record<string, number>> = {
  // The harness keeps the parts of a stream that it reads.
  'src/http/event-stream.ts': 1_000,
  // The live objects of a book. Transfers that have ended are not among them.
  'src/ledger/table.ts': 300,
  // The undo log of the decisions that are being appended.
  'src/ledger/evolve.ts': 300,
  // Pages of events, and the documents that one page changes.
  'src/event-store/authenticated-reader.ts': 2_000,
  'src/read-models/filtered-list.ts': 256,
  'src/read-models/projector/project-page.ts': 10_000,
  // Parts of files that are exported: 200 objects, or the lines of the postings of 500 events.
  'src/operator/lists/list-page.ts': 200,
  'src/reconciliation/journal.ts': 3_000,
  'src/formats/text.ts': 3_000,
  // In an audit: the events of books that reconciliation has not collected yet.
  'src/audit/rules/totals-check.ts': 100_000,
  // The open entries of a bank account, while they are matched.
  'src/reconciliation/matching/match-account.ts': 500,
  // Queues.
  'src/request-log/request-log.ts': 1_000,
  'src/webhooks/delivery-engine.ts': 1_000,
  'src/webhooks/delivery-recorder.ts': 1_300,
  'src/webhooks/first-attempts.ts': 1_100,
};

// Takes half a minute of processor time.
if (IS_FULL)
  describe('the memory of a node', () => {
    it('has no collections that grow with the number of commands', async () => {
      // What is compiled once for the process is large, but does not grow.
      await simulate({ seed: 1, nodes: 1, clients: 2, commands: 10, hasFaults: false, storage: 'servers' });
      const growth = watchGrowth(200);
      try {
        const { failure } = await simulate({
          ...{
            seed: 1,
            nodes: 1,
            clients: 8,
            commands: IS_FULL ? 2_000 : 600,
            hasFaults: true,
            storage: 'servers',
          },
        });
        expect(failure).to.equal(undefined);
      } finally {
        growth.stop();
      }
      // Otherwise nothing was watched.
      expect([...growth.sizes.keys()]).to.include('src/read-models/projector/project-page.ts');
      const tooLarge = [...growth.sizes].filter(([file, size]) => size > (LIMITS[file] ?? 0));
      expect(tooLarge).to.deep.equal([]);
    });
  });
