/**
 * Event IDs and idempotency keys must be unique. Duplicate candidates are confirmed with a second pass over the streams,
 * because marks can collide.
 */
import { RuleViolation, toFinding } from '../finding.ts';
import type { EventLocation, Finding, AuditRule } from '../finding.ts';
import { createDuplicateDetector } from './duplicate-detector.ts';
import type { DuplicateDetector } from './duplicate-detector.ts';
import type { EventSource, SourceEvent } from '../event-source.ts';

/** A text that must be unique, and the rule that its duplicates violate. */
type UniqueText = {
  readonly rule: AuditRule;
  readonly noun: string;
  /** The unique text of an event; undefined if it has none. */
  readonly textOf: (event: SourceEvent) => string | undefined;
};

export const EVENT_IDS: UniqueText = { rule: 'event_id', noun: 'ID', textOf: ({ id }) => id };

/** Idempotency keys are unique within a stream. */
export const IDEMPOTENCY_KEYS: UniqueText = {
  rule: 'idempotency_key',
  noun: 'idempotency key',
  textOf: ({ stream, metadata }) => {
    const key = metadata.includes('"idempotency":{') ? keyIn(metadata) : undefined;
    return key === undefined ? undefined : idempotencyKeyText(stream, key);
  },
};

export const idempotencyKeyText = (stream: string, key: string): string => `${stream} ${key}`;

function keyIn(metadata: string): string | undefined {
  try {
    // Metadata that does not match its schema is reported separately.
    return (JSON.parse(metadata) as { idempotency?: { key?: string } } | null)?.idempotency?.key;
  } catch {
    return undefined;
  }
}

/** Runs `work` with a duplicate detector and closes it afterwards. */
export async function withDuplicateDetector<T>(work: (marks: DuplicateDetector) => Promise<T>): Promise<T> {
  const marks = createDuplicateDetector();
  try {
    return await work(marks);
  } finally {
    marks.close();
  }
}

/** The first event of each stream with a text that an earlier event already has. Reads all events if there are candidates. */
export async function confirmDuplicates(
  source: EventSource,
  upTo: bigint,
  detector: Pick<DuplicateDetector, 'candidates'>,
  { rule, noun, textOf }: UniqueText,
): Promise<Finding[]> {
  const repeated = detector.candidates();
  if (repeated.count === 0) return [];
  const first = new Map<string, EventLocation>();
  const found = new Map<string, Finding>();
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const text = textOf(event);
      if (text === undefined || !repeated.mayContain(text)) continue;
      const before = first.get(text);
      const { stream, revision, id, type } = event;
      if (before === undefined) first.set(text, { stream, revision, id, type });
      else if (!found.has(stream))
        found.set(
          stream,
          toFinding(
            event,
            new RuleViolation(
              rule,
              `the ${noun} is already used by revision ${before.revision} of ${before.stream}`,
            ),
          ),
        );
    }
  }
  return [...found.values()];
}
