/**
 * Mocha's usual report, with one last line that a machine can read: `12 passed, 0 failed, 1 skipped`. Under the runner,
 * which adds up several runs, the counts go into a file instead. Records tests that failed, or were run a second time.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';
import { recordRun } from './run-record.ts';

const PROGRESS_MS = 15_000;

class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    this.#showProgress(runner);
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

  /** Says from time to time how many of the runner's files have reported, which they do when all of their tests have ended. */
  #showProgress(runner: Mocha.Runner): void {
    const all = Number(process.env['TEST_FILES'] ?? 0);
    if (all < 2) return;
    const [files, started] = [new Set<string | undefined>(), Date.now()];
    runner.on(Mocha.Runner.constants.EVENT_TEST_END, (test: Mocha.Test) => files.add(test.file));
    const timer = setInterval(() => {
      const seconds = Math.round((Date.now() - started) / 1_000);
      console.log(`\n  [${files.size} of ${all} files, ${this.stats.failures} failures, ${seconds} s]`);
    }, PROGRESS_MS);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => clearInterval(timer));
  }
}

/** The file too: a title may occur in several. */
const oneLine = (test: Mocha.Test, error: Error): string =>
  `${test.file === undefined ? '' : `${relative('.', test.file)}: `}${test.fullTitle()}: ${error.message.split('\n', 1)[0]}`;

// Mocha loads a reporter from a file only by its default export.
export { SummaryReporter as default };
