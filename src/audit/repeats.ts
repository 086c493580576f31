/**
 * Event IDs and idempotency keys occur once. What seems to occur again is looked up: the streams are read once more, and
 * only a text that really stood there before is a finding.
 */
import { Wrong, findingOf } from './finding.ts';
import type { EventPlace, Finding, RuleName } from './finding.ts';
import { createMarks } from './marks.ts';
import type { Marks } from './marks.ts';
import type { Source, SourceEvent } from './source.ts';

/** What is said of one that occurs again. */
type Kind = {
  readonly rule: RuleName;
  readonly noun: string;
  /** The text of an event that has to be its alone; undefined where it has none. */
  readonly textOf: (event: SourceEvent) => string | undefined;
};

export const EVENT_IDS: Kind = { rule: 'event_id', noun: 'ID', textOf: ({ id }) => id };

/** A key is used once in its stream. */
export const KEYS: Kind = {
  rule: 'idempotency_key',
  noun: 'idempotency key',
  textOf: ({ stream, metadata }) => {
    const key = metadata.includes('"idempotency":{') ? keyIn(metadata) : undefined;
    return key === undefined ? undefined : keyText(stream, key);
  },
};

export const keyText = (stream: string, key: string): string => `${stream} ${key}`;

function keyIn(metadata: string): string | undefined {
  try {
    // Only metadata that passed its schema counts; any other is a finding of its own.
    return (JSON.parse(metadata) as { idempotency?: { key?: string } } | null)?.idempotency?.key;
  } catch {
    return undefined;
  }
}

/** Reads with marks at hand, which are closed however that ends. */
export async function withMarks<T>(work: (marks: Marks) => Promise<T>): Promise<T> {
  const marks = createMarks();
  try {
    return await work(marks);
  } finally {
    marks.close();
  }
}

/** The first event of each stream that really repeats what stood before it. Reads all again if any text may. */
export async function confirmRepeats(
  source: Source,
  upTo: bigint,
  marks: Pick<Marks, 'repeated'>,
  { rule, noun, textOf }: Kind,
): Promise<Finding[]> {
  const repeated = marks.repeated();
  if (repeated.count === 0) return [];
  const first = new Map<string, EventPlace>();
  const found = new Map<string, Finding>();
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const text = textOf(event);
      if (text === undefined || !repeated.mayHave(text)) continue;
      const before = first.get(text);
      const { stream, revision, id, type } = event;
      if (before === undefined) first.set(text, { stream, revision, id, type });
      else if (!found.has(stream))
        found.set(
          stream,
          findingOf(
            event,
            new Wrong(rule, `its ${noun} is that of revision ${before.revision} of ${before.stream}`),
          ),
        );
    }
  }
  return [...found.values()];
}
