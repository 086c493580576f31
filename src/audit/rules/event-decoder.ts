/** Parses stored events and validates data and metadata against their schemas. */
import type { ErrorObject } from 'ajv';
import type { StoredMetadata } from '../../event-store/codec.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import { eventVersions, platformEventVersions, treasuryEventVersions } from '../../generated/events.ts';
import {
  validateEventData,
  validateEventMetadata,
  validatePlatformEventData,
  validateTreasuryEventData,
} from '../../generated/validators.js';
import { upcast } from '../../ledger/upcast.ts';
import { RuleViolation } from '../finding.ts';

export type StreamKind = 'book' | 'treasury' | 'platform';

/** Throws RuleViolation if no stream of the service can have this name. */
export function streamKindOf(stream: string): StreamKind {
  if (stream === 'platform') return 'platform';
  if (/^treasury-(sandbox|production)$/.test(stream)) return 'treasury';
  if (/^book-.+-(sandbox|production)$/.test(stream)) return 'book';
  throw new RuleViolation('stream_name', 'the service has no stream with this name');
}

type Check = { (data: unknown): boolean; errors?: ErrorObject[] | null };
type Shape = { readonly version: number; readonly check: Check };

const shapesOf = (versions: Readonly<Record<string, number>>, checks: object): ReadonlyMap<string, Shape> =>
  new Map(
    // Both objects are generated from the same list of types.
    Object.entries(checks as Readonly<Record<string, Check>>).map(([type, check]) => [
      type,
      { version: versions[type] ?? 1, check },
    ]),
  );

const SHAPES: Readonly<Record<StreamKind, ReadonlyMap<string, Shape>>> = {
  book: shapesOf(eventVersions, validateEventData),
  treasury: shapesOf(treasuryEventVersions, validateTreasuryEventData),
  platform: shapesOf(platformEventVersions, validatePlatformEventData),
};

export type DecodedEvent = { readonly data: unknown; readonly metadata: StoredMetadata };

/** Returns valid data and metadata. Throws RuleViolation with the path of the first mismatch. */
export function decodeEvent(kind: StreamKind, event: StoredEvent): DecodedEvent {
  const shape = SHAPES[kind].get(event.type);
  if (shape === undefined)
    throw new RuleViolation('schema', `${kind} streams have no event type ${event.type}`);
  const metadata = parsed('metadata', event.metadata);
  if (!validateEventMetadata(metadata)) throw mismatch('metadata', validateEventMetadata.errors);
  const data = toLatestVersion(kind, event, metadata.schema_version, shape.version);
  if (!shape.check(data)) throw mismatch('data', shape.check.errors);
  return { data, metadata };
}

/** Upcasts data to the latest version. Only books can contain older versions. */
function toLatestVersion(
  kind: StreamKind,
  { type, data }: StoredEvent,
  version: number,
  known: number,
): unknown {
  const stored = parsed('data', data);
  if (version === known) return stored;
  try {
    if (kind === 'book') return upcast(type, version, stored);
  } catch {
    // Any upcast failure means that the version is unknown.
  }
  throw new RuleViolation('schema', `${type} has no version ${version}`);
}

function parsed(part: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RuleViolation('schema', `${part} is not valid JSON`);
  }
}

function mismatch(part: string, errors: ErrorObject[] | null | undefined): RuleViolation {
  const [error] = errors ?? [];
  const more: unknown = error?.params;
  const where = `${part}${error?.instancePath.replaceAll('/', '.') ?? ''}`;
  return new RuleViolation('schema', `${where} does not match its schema: ${JSON.stringify(more ?? {})}`);
}
