/**
 * What was sent under the rules of notifications, as records that all nodes share. They decide only whether a message is sent
 * again: a record has no text, because anyone who can write to the document store could write one.
 */
import type { DocumentStore, StoredRecord } from '../read-models/port.ts';
import { randomUUID } from '../system/runtime.ts';

/** Times are in milliseconds since 1970. */
export type SentState = {
  /** `sending` also stands for a message whose process ended before it knew the outcome. */
  readonly state: 'waiting' | 'sending' | 'sent';
  readonly failures: number;
  readonly next_attempt_at: number;
  /** The first of these failures. */
  readonly failing_since?: number | undefined;
  /** When it was sent last, or may have been. Records of earlier releases have none. */
  readonly sent_at?: number | undefined;
};

export const NOTIFICATIONS = 'notifications';
const RECORDS_PAGE = 1_000;

/** Each value is another one, so that only one node replaces a record. */
export const sentValue = (sent: SentState): string => JSON.stringify({ ...sent, nonce: randomUUID() });

/** Only `sentValue` writes these records. */
export const sentState = ({ value }: Pick<StoredRecord, 'value'>): SentState =>
  JSON.parse(value) as SentState;

export const ruleOf = ({ key }: Pick<StoredRecord, 'key'>): string => key.split(' ')[0] ?? '';

type Records = Pick<DocumentStore, 'listRecords'>;

/** Throws StoreUnavailable. */
export async function listNotifications(documents: Records): Promise<readonly StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (;;) {
    const after = found.at(-1)?.key;
    const page = await documents.listRecords(NOTIFICATIONS, {
      ...(after === undefined ? {} : { after }),
      limit: RECORDS_PAGE,
    });
    found.push(...page);
    if (page.length < RECORDS_PAGE) return found;
  }
}

/** Several attempts have failed by then. */
const FAILING_MS = 60_000;

/**
 * The names of rules whose messages have not been accepted for a minute, with the beginning in milliseconds since 1970. Throws
 * StoreUnavailable.
 */
export async function failingRules(
  documents: Records,
  rules: readonly { readonly name: string }[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (rules.length === 0) return found;
  const names = new Set(rules.map(({ name }) => name));
  for (const record of await listNotifications(documents)) {
    const { failing_since: since } = sentState(record);
    const name = ruleOf(record);
    if (since === undefined || now - since < FAILING_MS || !names.has(name)) continue;
    found.set(name, Math.min(since, found.get(name) ?? since));
  }
  return found;
}
