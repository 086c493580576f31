/**
 * Loaded before every test file. Randomized tests use the seed of the run, so that a failure can be repeated. Settings of a service
 * in the shell of a developer apply neither to tests nor to the programs that they start; EVENTSTORE_URL and MONGODB_URL say which
 * servers some suites use.
 */
import fc from 'fast-check';
import { runs } from './effort.ts';

const SETTINGS =
  /^(PORT|HOST|DATA_DIR|PUBLIC_URL|MASTER_KEY|ROLES|LOG_LEVEL|CONFIG_FILE|CHECKPOINT_.*|MONITORING_TOKEN|BASE_URL|API_KEY|OPERATOR_TOKEN|OTEL_.*)$/;
for (const name of Object.keys(process.env))
  if (SETTINGS.test(name)) Reflect.deleteProperty(process.env, name);

const seed = process.env['TEST_SEED'];
fc.configureGlobal({ numRuns: runs(100), ...(seed === undefined ? {} : { seed: Number(seed) }) });
