/** The usual report of Mocha, with one last line that a machine can read: `12 passed, 0 failed, 1 skipped`. */
import Mocha from 'mocha';

class SummaryReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    // Registered after the one of Spec, so it speaks after the list of failures.
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
    });
  }
}

// Mocha takes a reporter from a file only as its default export.
export { SummaryReporter as default };
