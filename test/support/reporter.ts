/**
 * Mocha's usual report, with one last line that a machine can read: `12 passed, 0 failed, 1 skipped`. Under the runner,
 * which adds up several runs, the counts go into a file instead. Lists tests that were run a second time.
 */
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const repeated: string[] = [];
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      repeated.push(`  ${test.fullTitle()}: ${error.message}`);
    });
    // Registered after Spec's listener, so it runs after the list of failures.
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      if (repeated.length > 0) console.log(`Failed at the first attempt:\n${repeated.join('\n')}\n`);
      const { passes, failures, pending } = this.stats;
      const file = process.env['TEST_COUNTS_FILE'];
      if (file === undefined) console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
      else writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

// Mocha loads a reporter from a file only by its default export.
export { SummaryReporter as default };
