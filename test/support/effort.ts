/** How much a run of the tests tries: every night everything, otherwise what a developer can wait for. */

/** `npm test -- --full` sets it. */
export const IS_FULL = process.env['TEST_FULL'] === 'true';

/** A quarter of many similar cases, another one with each seed; all of them every night. */
export const isTried = (index: number): boolean =>
  IS_FULL || (index + Number(process.env['TEST_SEED'] ?? 0)) % 4 === 0;

/** How often an expensive randomized test runs, given how often it does every night. Seeds differ from run to run. */
export const runs = (full: number): number => (IS_FULL ? full : Math.ceil(full / 4));
