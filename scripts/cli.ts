#!/usr/bin/env node
/**
 * The command line `svc-ledger` for integrators and operators: API calls, the operator API, the audit, and the creation of
 * the first token. Exit codes: 0 success, 1 refused or failed, 2 invalid usage.
 */
import { runCli } from './cli/run-cli.ts';

// A reader such as `head` may close the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
await runCli(process.argv);
