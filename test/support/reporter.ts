/**
 * Mocha's usual report, with one last line that a machine can read: `12 passed, 0 failed, 1 skipped`. Under the runner,
 * which adds up several runs, the counts go into a file instead. Records tests that failed, or were run a second time.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';
import { recordRun } from './run-record.ts';

class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on(Mocha.Runner.constants.EVENT_TEST_RETRY, (test: Mocha.Test, error: Error) => {
      recordRun('repeat', oneLine(test, error));
    });
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test: Mocha.Test, error: Error) => {
      recordRun('failure', oneLine(test, error));
    });
    // Registered after Spec's listener, so it runs after the list of failures.
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const file = process.env['TEST_COUNTS_FILE'];
      if (file === undefined) console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
      else writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, skipped: pending }));
    });
  }
}

/** The file too: a title may occur in several. */
const oneLine = (test: Mocha.Test, error: Error): string =>
  `${test.file === undefined ? '' : `${relative('.', test.file)}: `}${test.fullTitle()}: ${error.message.split('\n', 1)[0]}`;

// Mocha loads a reporter from a file only by its default export.
export { SummaryReporter as default };
