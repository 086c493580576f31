/** `webhooks`: where events are delivered to. */
import type { Command } from 'commander';
import { environmentOption } from './keys.ts';
import { addDeliveries, addRedeliver } from './webhook-deliveries.ts';
import {
  apiAction,
  given,
  group,
  pathSegment,
  listOutcome,
  withLimit,
  objectOutcome,
  wholeNumber,
} from '../program.ts';

const EXAMPLES = [
  'webhooks list --integrator int_01… --environment production',
  'webhooks deliveries we_01… --state failed',
  'webhooks redeliver whd_01…',
  "webhooks rotate-key we_01… --overlap 3600 --reason 'The key has leaked.'",
];

export function addWebhooks(program: Command): void {
  const webhooks = group(program, 'webhooks', 'where events are delivered to', EXAMPLES);
  addList(webhooks);
  addRotateKey(webhooks);
  addDeliveries(webhooks);
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
          none: 'There is no webhook endpoint.',
          query: { integrator_id: options['integrator'], environment: options['environment'] },
        }),
      ),
    );
}

function addRotateKey(webhooks: Command): void {
  webhooks
    .command('rotate-key')
    .description('give an endpoint a new key pair; both sign until the overlap is over')
    .argument('<endpoint>', 'ID of the webhook endpoint')
    .option('--overlap <seconds>', 'how long the old key still signs (a day when left out)', wholeNumber)
    .option('--reason <text>', 'why; kept with the event')
    .action(
      apiAction(async (api, [endpoint], { overlap, reason }) => {
        const overlap_seconds = overlap === undefined ? undefined : Number(overlap);
        const body = given({ overlap_seconds, reason });
        return objectOutcome(await api.post(`/webhook_endpoints/${pathSegment(endpoint)}/rotate_key`, body));
      }),
    );
}
