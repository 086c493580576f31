/** What delivers webhook events: targets, signatures, and senders. */
import { COLLECTIONS } from '../../projections/collections.ts';
import { deliveryTargetsProjection } from '../../projections/delivery-targets.ts';
import { eventLogProjection } from '../../projections/event-log.ts';
import { redeliveriesProjection } from '../../projections/webhook-endpoints.ts';
import { eventRetentionSeconds } from '../config/config-file.ts';
import type { ApprovalLinks } from '../rails/approval-links.ts';
import type { DocumentStore } from '../read-models/port.ts';
import type { ReasonOpener } from '../vault/sealed-reasons.ts';
import type { KeyRing } from '../system/key-ring.ts';
import { createResponseSeal } from '../vault/seals.ts';
import { createWebhookSigningKeys } from '../vault/webhook-signing-keys.ts';
import { createOriginRates } from '../webhooks/attempt-limits.ts';
import { createWebhookSender, type WebhookSender } from '../webhooks/webhook-sender.ts';
import { createWebhooks } from '../webhooks/webhooks.ts';
import type { Base, Dependencies } from './dependencies.ts';
import { instrumentSender } from './instruments.ts';
import { caughtUpCheck } from './projection-progress.ts';

/** Deliveries start once these projections have caught up: they decide which events are delivered to which endpoints. */
const DELIVERY_PROJECTIONS = [eventLogProjection, redeliveriesProjection, deliveryTargetsProjection];

export function createDelivery(
  { config, log, clock, stores, history, writers, metrics, minuteMetrics }: Base,
  masterKey: KeyRing,
  outgoing: Outgoing,
  createHttpSender = createWebhookSender,
): Pick<
  Dependencies,
  'signingKeys' | 'responseSeal' | 'sender' | 'originRates' | 'webhooks' | 'requestCounter'
> {
  const settings = config.file.webhooks;
  const signingKeys = createWebhookSigningKeys(masterKey);
  const responseSeal = createResponseSeal(masterKey);
  const createSender = (): WebhookSender =>
    instrumentSender(createHttpSender({ timeoutMs: settings.timeout_seconds * 1_000 }));
  const originRates = createOriginRates(settings.origin_attempts_per_second);
  const requestCounter = { count: 0 };
  const webhooks = createWebhooks({
    ...{ settings, writers, signingKeys, responseSeal, originRates, log, clock },
    registry: metrics.registry,
    sender: createSender(),
    onAttempt: ({ target, result: { succeeded, error } }) =>
      minuteMetrics.countAttempt(target.stream, succeeded ? undefined : (error ?? 'status')),
    documents: asDelivered(stores.documents, outgoing),
    shared: config.mongoUrl !== undefined,
    isReady: caughtUpCheck(stores.documents, DELIVERY_PROJECTIONS, () => history.breaks()),
    breaks: () => history.breaks() ?? 0n,
    retentionMs: eventRetentionSeconds(config.file) * 1_000,
    requests: () => requestCounter.count,
  });
  return { signingKeys, responseSeal, sender: createSender(), originRates, webhooks, requestCounter };
}

type Outgoing = { readonly approvalLinks: ApprovalLinks; readonly reasons: Pick<ReasonOpener, 'openJson'> };

/** Events are stored without the links of payments and with sealed reasons. They are delivered with links and open reasons. */
function asDelivered(documents: DocumentStore, { approvalLinks, reasons }: Outgoing): DocumentStore {
  async function completed<Found extends { readonly body: string; readonly scope: string }>(
    collection: string,
    found: Found[],
  ): Promise<Found[]> {
    if (collection !== COLLECTIONS.events) return found;
    const all: Found[] = [];
    for (const each of found)
      all.push({ ...each, body: await reasons.openJson(approvalLinks.complete(each.body), each.scope) });
    return all;
  }
  return {
    ...documents,
    getMany: async (collection, ids) => completed(collection, await documents.getMany(collection, ids)),
    list: async (collection, query) => completed(collection, await documents.list(collection, query)),
  };
}
