/** The collections that the delivery engine writes itself. They are not part of a read model. */
import type { CollectionSpec } from '../../read-models/port.ts';
import { ATTEMPTS_COLLECTION } from './attempt-record.ts';
import { CURSORS_COLLECTION, DELIVERIES_COLLECTION, RETRIES_COLLECTION } from './delivery.ts';

export const DELIVERY_COLLECTIONS: readonly CollectionSpec[] = [
  { name: DELIVERIES_COLLECTION, kind: 'state' },
  { name: RETRIES_COLLECTION, kind: 'state' },
  { name: CURSORS_COLLECTION, kind: 'state' },
  { name: ATTEMPTS_COLLECTION, kind: 'state' },
];

/** Those that are retained as long as events are, with the prefixes of their IDs. */
export const RETAINED_DELIVERY_COLLECTIONS = [
  { collection: DELIVERIES_COLLECTION, prefix: 'whd' },
  { collection: RETRIES_COLLECTION, prefix: 'whr' },
  { collection: ATTEMPTS_COLLECTION, prefix: 'wha' },
] as const;
