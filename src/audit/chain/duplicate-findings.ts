/**
 * Event IDs and idempotency keys occur once. What seems to occur again is looked up: the streams are read once more, and
 * only a text that really stood there before is a finding.
 */
import { RuleViolation, toFinding } from '../finding.ts';
import type { EventLocation, Finding, AuditRule } from '../finding.ts';
import { createDuplicateDetector } from './duplicate-detector.ts';
import type { DuplicateDetector } from './duplicate-detector.ts';
import type { EventSource, SourceEvent } from '../event-source.ts';

/** What is said of one that occurs again. */
type UniqueText = {
  readonly rule: AuditRule;
  readonly noun: string;
  /** The text of an event that has to be its alone; undefined where it has none. */
  readonly textOf: (event: SourceEvent) => string | undefined;
};

export const EVENT_IDS: UniqueText = { rule: 'event_id', noun: 'ID', textOf: ({ id }) => id };

/** A key is used once in its stream. */
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
    // Only metadata that passed its schema counts; any other is a finding of its own.
    return (JSON.parse(metadata) as { idempotency?: { key?: string } } | null)?.idempotency?.key;
  } catch {
    return undefined;
  }
}

/** Reads with marks at hand, which are closed however that ends. */
export async function withDuplicateDetector<T>(work: (marks: DuplicateDetector) => Promise<T>): Promise<T> {
  const marks = createDuplicateDetector();
  try {
    return await work(marks);
  } finally {
    marks.close();
  }
}

/** The first event of each stream that really repeats what stood before it. Reads all again if any text may. */
export async function confirmDuplicates(
  source: EventSource,
  upTo: bigint,
  marks: Pick<DuplicateDetector, 'repeated'>,
  { rule, noun, textOf }: UniqueText,
): Promise<Finding[]> {
  const repeated = marks.repeated();
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
            new RuleViolation(rule, `its ${noun} is that of revision ${before.revision} of ${before.stream}`),
          ),
        );
    }
  }
  return [...found.values()];
}
