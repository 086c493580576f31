/** Skipping with a reason, which the runner lists at the end. */
import { recordRun } from './run-record.ts';

/** Skips the current test, or the suite of the current hook. With REQUIRE_SERVERS=1 it fails instead. */
export function skip(context: Mocha.Context, reason: string): never {
  if (process.env['REQUIRE_SERVERS'] === '1') throw new Error(`REQUIRE_SERVERS=1, but this ${reason}.`);
  const title = context.test?.parent?.fullTitle() ?? '';
  recordRun('skip', `${title}: ${reason}`);
  return context.skip();
}
