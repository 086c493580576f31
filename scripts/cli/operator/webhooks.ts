/** `webhooks`: endpoints that receive events, and deliveries to them. */
import type { Command } from 'commander';
import { environmentOption } from './keys.ts';
import { addDeliveries, addDelivery, addRedeliver } from './webhook-deliveries.ts';
import {
  apiAction,
  withoutUndefined,
  withExamples,
  pathSegment,
  listOutcome,
  withLimit,
  objectOutcome,
  wholeNumber,
} from '../program.ts';

const EXAMPLES = [
  'webhooks list --integrator int_01… --environment production',
  'webhooks deliveries we_01… --state failed',
  'webhooks deliveries --state pending --integrator int_01… --csv > waiting.csv',
  'webhooks delivery whd_01…',
  'webhooks redeliver whd_01…',
  "webhooks rotate-key we_01… --overlap 3600 --reason 'The key was leaked.'",
];

export function fillWebhooks(webhooks: Command): void {
  withExamples(webhooks, EXAMPLES);
  addList(webhooks);
  addRotateKey(webhooks);
  addDeliveries(webhooks);
  addDelivery(webhooks);
  addRedeliver(webhooks);
}

function addList(webhooks: Command): void {
  withLimit(webhooks.command('list'))
    .description('list webhook endpoints of all integrators, newest first')
    .option('--integrator <id>', 'only of this integrator')
    .addOption(environmentOption())
    .action(
      apiAction((api, _args, options) =>
        listOutcome(api, '/webhook_endpoints', options, {
          columns: [
            'id',
            'integrator_id',
            'environment',
            'webhook_endpoint.status',
            'webhook_endpoint.url',
            'webhook_endpoint.version',
          ],
          emptyText: 'There are no webhook endpoints.',
          query: { integrator_id: options['integrator'], environment: options['environment'] },
        }),
      ),
    );
}

function addRotateKey(webhooks: Command): void {
  webhooks
    .command('rotate-key')
    .description('rotate the key pair of an endpoint; both keys sign during the overlap')
    .argument('<endpoint>', 'ID of the webhook endpoint')
    .option('--overlap <seconds>', 'seconds until the old key stops signing (default: one day)', wholeNumber)
    .requiredOption('--reason <text>', 'reason; stored with the event')
    .action(
      apiAction(async (api, [endpoint], { overlap, reason }) => {
        const overlap_seconds = overlap === undefined ? undefined : Number(overlap);
        const body = withoutUndefined({ overlap_seconds, reason });
        return objectOutcome(await api.post(`/webhook_endpoints/${pathSegment(endpoint)}/rotate_key`, body));
      }),
    );
}
