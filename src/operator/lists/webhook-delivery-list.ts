/** The list of webhook deliveries of all books. */
import { presentDelivery } from '../../api/resources/deliveries.ts';
import type { ListedWebhookDelivery, WebhookDeliveriesQuery } from '../../generated/api.ts';
import { ENVIRONMENTS, decodeIdOrigin } from '../../ledger/ids.ts';
import { identifyBook } from '../../platform/books.ts';
import { parseBody } from '../../read-models/collection.ts';
import {
  DELIVERIES_COLLECTION,
  DELIVERY_STATES,
  endpointTerm,
  eventTerm,
  stateTerm,
  typeTerm,
} from '../../webhooks/delivery.ts';
import { matchingBooks } from '../operations/cross-book-list.ts';
import { TIME_FILTERS, anyOf, type FilterTable } from './filters.ts';
import {
  members,
  type CsvColumns,
  type ListCaller,
  type ListedObject,
  type OperatorList,
} from './list-page.ts';

/** The states that pages call something else than the API. */
export const DELIVERY_STATE_LABELS: Readonly<Record<string, string>> = {
  pending: 'Retrying',
  dropped: 'Discarded',
};

const filters: FilterTable<WebhookDeliveriesQuery> = {
  state: {
    label: 'State',
    input: {
      type: 'select',
      options: DELIVERY_STATES,
      labels: DELIVERY_STATE_LABELS,
    },
    conditionOf: (state) => anyOf(stateTerm(state)),
  },
  webhook_endpoint_id: {
    label: 'Endpoint ID',
    input: { type: 'id' },
    conditionOf: (id) => anyOf(endpointTerm(id)),
  },
  event_type: {
    label: 'Event type',
    input: { type: 'text' },
    conditionOf: (type) => anyOf(typeTerm(type)),
  },
  event_id: { label: 'Event ID', input: { type: 'id' }, conditionOf: (id) => anyOf(eventTerm(id)) },
  ...TIME_FILTERS,
  // Deliveries are in the scopes of their books.
  integrator_id: { label: 'Integrator', input: { type: 'integrator' } },
  environment: { label: 'Environment', input: { type: 'select', options: ENVIRONMENTS } },
};

async function present(
  { services }: ListCaller,
  { id, scope, body }: ListedObject,
): Promise<ListedWebhookDelivery> {
  const delivery = parseBody(DELIVERIES_COLLECTION, { body });
  // The event ID contains the revision.
  const origin = decodeIdOrigin(delivery.event_id, scope);
  const request_id = origin === undefined ? null : await services.requestIdAt(scope, origin.revision);
  return {
    ...{ id, object: 'operated_webhook_delivery', ...identifyBook(scope) },
    webhook_delivery: { ...presentDelivery(delivery), request_id },
  };
}

const deliveryIn = ({ webhook_delivery }: ListedWebhookDelivery) => webhook_delivery;

const CSV_COLUMNS: CsvColumns<ListedWebhookDelivery> = {
  ...members(deliveryIn, 'id', 'created_at', 'attempted_at'),
  ...members((item: ListedWebhookDelivery) => item, 'integrator_id', 'environment'),
  ...members(
    deliveryIn,
    'webhook_endpoint_id',
    'event_id',
    'event_type',
    'redelivery_id',
    'state',
    'attempt',
  ),
  ...members(deliveryIn, 'response_status', 'error', 'took_ms', 'next_attempt_at', 'request_id'),
};

export const WEBHOOK_DELIVERY_LIST: OperatorList<WebhookDeliveriesQuery, ListedWebhookDelivery> = {
  index: DELIVERIES_COLLECTION,
  scopesOf: (services, query) => [...matchingBooks(services, query).keys()],
  objects: DELIVERIES_COLLECTION,
  prefix: 'whd',
  filters,
  everything: anyOf(...DELIVERY_STATES.map(stateTerm)),
  // The delivery engine writes the records itself, so there is no event to wait for.
  wait: () => Promise.resolve(),
  present: (caller, found) => Promise.all(found.map((each) => present(caller, each))),
  csv: { fileName: 'webhook-deliveries', columns: CSV_COLUMNS },
};
