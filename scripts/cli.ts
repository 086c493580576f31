/**
 * The command line for operators. It covers the operator API, the audit, and the creation of the first token.
 * Exit codes: 0 success, 1 refused or failed, 2 invalid usage.
 */
import { runCli } from './cli/run-cli.ts';

await runCli(process.argv);
