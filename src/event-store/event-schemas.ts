/** The schemas of all event types, by kind of stream. */
import type { ErrorObject } from 'ajv';
import {
  activityEventVersions,
  eventVersions,
  platformEventVersions,
  reconciliationEventVersions,
  treasuryEventVersions,
} from '../generated/events.ts';
import {
  validateActivityEventData,
  validateEventData,
  validatePlatformEventData,
  validateReconciliationEventData,
  validateTreasuryEventData,
} from '../generated/validators.js';

export type StreamKind = 'book' | 'treasury' | 'platform' | 'activity' | 'reconciliation';

/** After it returns false, `errors` describes the mismatch until the next call. */
type EventValidator = { (data: unknown): boolean; errors?: ErrorObject[] | null };

type EventSchema = {
  /** The latest version. */
  readonly version: number;
  /** Validates data of the latest version. */
  readonly validate: EventValidator;
};

const schemasOf = (
  versions: Readonly<Record<string, number>>,
  validators: object,
): ReadonlyMap<string, EventSchema> =>
  new Map(
    // Both objects are generated from the same list of types.
    Object.entries(validators as Readonly<Record<string, EventValidator>>).map(([type, validate]) => [
      type,
      { version: versions[type] ?? 1, validate },
    ]),
  );

export const EVENT_SCHEMAS: Readonly<Record<StreamKind, ReadonlyMap<string, EventSchema>>> = {
  book: schemasOf(eventVersions, validateEventData),
  treasury: schemasOf(treasuryEventVersions, validateTreasuryEventData),
  platform: schemasOf(platformEventVersions, validatePlatformEventData),
  activity: schemasOf(activityEventVersions, validateActivityEventData),
  reconciliation: schemasOf(reconciliationEventVersions, validateReconciliationEventData),
};

/**
 * Types that are not validated before each append: validating them would add 5 to 10 percent to the time of a transfer.
 * test/event-store/event-schemas.test.ts proves that the ledger generates them as their schemas say.
 */
export const UNVALIDATED_TYPES: ReadonlySet<string> = new Set(['posting.recorded', 'transfer.created']);

/** What an encoder needs to know of a type. */
export type EncodingSchema = { readonly version: number; readonly validate?: EventValidator };

/** The schemas by which a writer encodes events of this kind of stream. Throws for an unknown type. */
export function encodingSchemasOf(kind: StreamKind): (type: string) => EncodingSchema {
  const schemas = new Map<string, EncodingSchema>(
    [...EVENT_SCHEMAS[kind]].map(([type, schema]) => [
      type,
      UNVALIDATED_TYPES.has(type) ? { version: schema.version } : schema,
    ]),
  );
  return (type) => {
    const schema = schemas.get(type);
    if (schema === undefined) throw new Error(`${kind} streams have no event type ${type}`);
    return schema;
  };
}
