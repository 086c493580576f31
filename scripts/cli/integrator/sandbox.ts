/** `sandbox`: the whole sandbox of an integrator. */
import type { Command } from 'commander';
import { findAccess } from '../access.ts';
import type { GlobalOptions } from '../access.ts';
import { createApiClient } from '../api-client.ts';
import { confirm, withConfirmation } from '../confirm.ts';
import { printOutcome } from '../output.ts';
import { commandFromArguments, withExamples } from '../program.ts';

export function fillSandbox(sandbox: Command): void {
  withExamples(sandbox, ['sandbox reset', 'sandbox reset --yes --profile ci']);
  withConfirmation(
    sandbox.command('reset').description('empty the sandbox: everything but the API keys is gone'),
  ).action((...given: unknown[]) => reset(commandFromArguments(given)));
}

async function reset(command: Command): Promise<void> {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { baseUrl } = findAccess(options, 'api_key');
  await confirm(command, 'Delete everything in this sandbox', [{ service: baseUrl }]);
  const { idempotencyKey } = options;
  const done = await createApiClient(options).explained(({ sandbox }) => sandbox.reset({ idempotencyKey }));
  printOutcome({ json: done, view: { fields: done } }, options.json === true);
}
