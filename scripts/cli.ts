#!/usr/bin/env node
/**
 * The command line `svc-ledger` for integrators and operators: API calls, the operator API, the audit, and the creation of
 * the first token. Exit codes: 0 success, 1 refused or failed, 2 invalid usage.
 */
import { runCli } from './cli/run-cli.ts';
import { ignoreClosedOutput } from './cli/terminal.ts';

ignoreClosedOutput();
await runCli(process.argv);
