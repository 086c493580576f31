/**
 * Event IDs and idempotency keys occur once. What seems to occur again is looked up: the streams are read once more, and
 * only a text that really stood there before is a finding.
 */
import { createCompactSet } from './compact-set.ts';
import { Wrong, findingOf } from './finding.ts';
import type { Finding, RuleName } from './finding.ts';
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

/** Notes texts as they pass. */
export type Repeats = {
  add(text: string): void;
  /** Texts that seem to have occurred more than once. */
  readonly suspects: ReadonlySet<string>;
};

export function createRepeats(): Repeats {
  const seen = createCompactSet();
  const suspects = new Set<string>();
  return {
    add(text) {
      if (seen.add(text)) suspects.add(text);
    },
    suspects,
  };
}

/** The first event of each stream that really repeats what stood before it. Reads all again if there is any suspect. */
export async function confirmRepeats(
  source: Source,
  upTo: bigint,
  suspects: ReadonlySet<string>,
  { rule, noun, textOf }: Kind,
): Promise<Finding[]> {
  if (suspects.size === 0) return [];
  const first = new Map<string, SourceEvent>();
  const found = new Map<string, Finding>();
  for await (const page of source.pages(-1n, upTo)) {
    for (const event of page) {
      const text = textOf(event);
      if (text === undefined || !suspects.has(text)) continue;
      const before = first.get(text);
      if (before === undefined) first.set(text, event);
      else if (!found.has(event.stream))
        found.set(
          event.stream,
          findingOf(
            event,
            new Wrong(rule, `its ${noun} is that of revision ${before.revision} of ${before.stream}`),
          ),
        );
    }
  }
  return [...found.values()];
}
