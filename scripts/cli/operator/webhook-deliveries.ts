/** `webhooks deliveries`, `webhooks delivery`, and `webhooks redeliver`. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { JsonObject } from '../outcome.ts';
import { apiAction, pathSegment, listOutcome, withLimit, objectOutcome } from '../program.ts';

const STATES = ['pending', 'succeeded', 'failed', 'dropped'];

export function addDeliveries(webhooks: Command): void {
  withLimit(webhooks.command('deliveries'))
    .description('list deliveries to an endpoint, newest first')
    .argument('<endpoint>', 'ID of the webhook endpoint')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(STATES))
    .option('--event <id>', 'only deliveries of this event')
    .action(
      apiAction((api, [endpoint], options) =>
        listOutcome(api, `/webhook_endpoints/${pathSegment(endpoint)}/deliveries`, options, {
          columns: [
            'id',
            'event_id',
            'event_type',
            'state',
            'attempt',
            'response_status',
            'error',
            'attempted_at',
            'next_attempt_at',
          ],
          emptyText: 'There are no deliveries.',
          query: { state: options['state'], event_id: options['event'] },
        }),
      ),
    );
}

export function addDelivery(webhooks: Command): void {
  webhooks
    .command('delivery')
    .description('show a delivery with every attempt: what was sent, and what the endpoint responded')
    .argument('<delivery>', 'ID of the delivery')
    .action(
      apiAction(async (api, [id]) => {
        const delivery = await api.get(`/webhook_deliveries/${pathSegment(id)}`);
        return { json: delivery, view: { data: { ...delivery, request_body: eventIn(delivery) } } };
      }),
    );
}

/** The event that was sent, for people: not as text. */
function eventIn({ request_body }: JsonObject): unknown {
  return typeof request_body === 'string' ? (JSON.parse(request_body) as unknown) : null;
}

export function addRedeliver(webhooks: Command): void {
  webhooks
    .command('redeliver')
    .description('deliver the event of a delivery again')
    .argument('<delivery>', 'ID of the delivery')
    .action(
      apiAction(async (api, [id]) =>
        objectOutcome(await api.post(`/webhook_deliveries/${pathSegment(id)}/redeliver`)),
      ),
    );
}
