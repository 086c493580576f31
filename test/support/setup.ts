/** Loaded before every test file: randomized tests use the seed of the run, so that a failure can be repeated. */
import fc from 'fast-check';

const seed = process.env['TEST_SEED'];
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
