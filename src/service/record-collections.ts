/** The collections that no projection writes. Every node creates them, because the APIs read them on every node. */
import type { CollectionSpec } from '../read-models/port.ts';
import { SESSION_COLLECTIONS } from '../operator/operations/session-directory.ts';
import { ASSIGNMENT_COLLECTIONS } from '../operator/reviews/assignments.ts';
import { METRICS_COLLECTIONS } from '../minute-metrics/minute-record.ts';
import { REQUEST_COLLECTIONS } from '../request-log/entry.ts';
import { DELIVERY_COLLECTIONS } from '../webhooks/records/collections.ts';

export const RECORD_COLLECTIONS: readonly CollectionSpec[] = [
  ...DELIVERY_COLLECTIONS,
  ...REQUEST_COLLECTIONS,
  ...METRICS_COLLECTIONS,
  ...SESSION_COLLECTIONS,
  ...ASSIGNMENT_COLLECTIONS,
];
