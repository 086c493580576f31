/** `webhooks deliveries`, `webhooks delivery`, and `webhooks redeliver`. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { JsonObject } from '../outcome.ts';
import { apiAction, listOrCsvOutcome, listOutcome, objectOutcome, pathSegment } from '../program.ts';
import { listFilterQuery, withListFilters } from './transfers.ts';

const STATES = ['pending', 'succeeded', 'failed', 'dropped'];

const COLUMNS = ['event_id', 'event_type', 'state', 'attempt', 'response_status', 'error', 'attempted_at'];

export function addDeliveries(webhooks: Command): void {
  withListFilters(webhooks.command('deliveries'))
    .description('list deliveries to one endpoint, or to all of them, newest first')
    .argument('[endpoint]', 'ID of the webhook endpoint')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(STATES))
    .option('--type <type>', 'only deliveries of events of this type')
    .option('--event <id>', 'only deliveries of this event')
    .action(
      apiAction((api, [endpoint], options) => {
        const { state, type: event_type, event: event_id, ...rest } = options;
        const filters = { state, event_type, event_id };
        const further = listFilterQuery(rest);
        // One endpoint has a list of its own, which needs no other filter.
        if (endpoint !== undefined && !hasValues(further) && options['csv'] === undefined)
          return listOutcome(api, `/webhook_endpoints/${pathSegment(endpoint)}/deliveries`, options, {
            columns: ['id', ...COLUMNS, 'next_attempt_at'],
            emptyText: 'There are no deliveries.',
            query: filters,
          });
        return listOrCsvOutcome(api, '/webhook_deliveries', options, {
          columns: [
            ...['id', 'integrator_id', 'environment', 'webhook_delivery.webhook_endpoint_id'],
            ...COLUMNS.map((each) => `webhook_delivery.${each}`),
          ],
          emptyText: 'No deliveries match.',
          query: { ...further, ...filters, webhook_endpoint_id: endpoint },
        });
      }),
    );
}

const hasValues = (query: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(query).some((each) => each !== undefined);

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
