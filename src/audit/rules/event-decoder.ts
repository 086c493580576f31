/** Parses stored events and validates data and metadata against their schemas. */
import type { ErrorObject } from 'ajv';
import { ACTIVITY_STREAM } from '../../../projections/activity.ts';
import type { StoredMetadata } from '../../event-store/codec.ts';
import { EVENT_SCHEMAS, type StreamKind } from '../../event-store/event-schemas.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import { validateEventMetadata } from '../../generated/validators.js';
import { isKnownVersion, upcast } from '../../ledger/event.ts';
import { parseBookStream } from '../../ledger/ids.ts';
import { RuleViolation } from '../finding.ts';

/** Throws RuleViolation if no stream of the service can have this name. */
export function streamKindOf(stream: string): StreamKind {
  if (stream === 'platform') return 'platform';
  if (stream === ACTIVITY_STREAM) return 'activity';
  if (/^treasury-(sandbox|production)$/.test(stream)) return 'treasury';
  if (/^reconciliation-(sandbox|production)$/.test(stream)) return 'reconciliation';
  if (parseBookStream(stream) !== undefined) return 'book';
  throw new RuleViolation('stream_name', 'the service has no stream with this name');
}

export type DecodedEvent = { readonly data: unknown; readonly metadata: StoredMetadata };

/** Returns valid data and metadata. Throws RuleViolation with the path of the first mismatch. */
export function decodeEvent(kind: StreamKind, event: StoredEvent): DecodedEvent {
  const schema = EVENT_SCHEMAS[kind].get(event.type);
  if (schema === undefined)
    throw new RuleViolation('schema', `${kind} streams have no event type ${event.type}`);
  const metadata = parsed('metadata', event.metadata);
  if (!validateEventMetadata(metadata)) throw mismatch('metadata', validateEventMetadata.errors);
  const data = toLatestVersion(kind, event, metadata.schema_version, schema.version);
  if (!schema.validate(data)) throw mismatch('data', schema.validate.errors);
  return { data, metadata };
}

/** Upcasts data to the latest version. */
function toLatestVersion(
  kind: StreamKind,
  { type, data }: StoredEvent,
  version: number,
  known: number,
): unknown {
  const stored = parsed('data', data);
  try {
    if (kind === 'book') return upcast(type, version, stored);
    if (isKnownVersion(version, known)) return stored;
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
