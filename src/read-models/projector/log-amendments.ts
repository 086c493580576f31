/** Amendments: changes to documents of a log, which are otherwise immutable. They erase personal fields. */
import type { Document, DocumentStore, DocumentWrite, StoredDocument } from '../port.ts';
import type { EventShape, RecordedEvent, Rule } from '../projection.ts';
import type { CompiledProjection } from './compiled-projection.ts';

/** A rule to apply to one event of a page. */
export type Step<E extends EventShape> = {
  /** The index of the event in the page. */
  readonly index: number;
  readonly event: RecordedEvent<E>;
  readonly rule: Rule<RecordedEvent<E>>;
  readonly ids: readonly string[];
};

const PAGE_DOCUMENTS = 500;

/** The stored log documents that steps change, by the index of the step. Almost no step changes any. */
export async function loadAmended<E extends EventShape>(
  { log, scope: shared }: CompiledProjection<E>,
  steps: readonly Step<E>[],
  documents: DocumentStore,
): Promise<Map<number, readonly StoredDocument[]>> {
  const amended = new Map<number, readonly StoredDocument[]>();
  for (const { index, rule, event } of steps) {
    const amendment = rule.amend?.(event);
    if (amendment === undefined) continue;
    if (log === undefined) throw new Error('A projection without a log collection amends it.');
    const found: StoredDocument[] = [];
    for (let after = ''; ; after = found.at(-1)?.id ?? '') {
      const query = { scope: shared ?? event.scope, terms: [amendment.term], after } as const;
      const page = await documents.list(log, { ...query, order: 'oldest', limit: PAGE_DOCUMENTS });
      found.push(...page);
      if (page.length < PAGE_DOCUMENTS) break;
    }
    amended.set(index, found);
  }
  return amended;
}

/** Changes stored documents, and documents that earlier events of the page have added to `logs`. */
export function applyAmendment<E extends EventShape>(
  { event, rule }: Step<E>,
  stored: readonly StoredDocument[],
  { log: collection, scope: shared }: CompiledProjection<E>,
  logs: DocumentWrite[],
): void {
  const amendment = rule.amend?.(event);
  if (amendment === undefined || collection === undefined) return;
  const { position } = event;
  const scope = shared ?? event.scope;
  const change = ({ id, terms, body }: Document): DocumentWrite => {
    const value = amendment.change(JSON.parse(body));
    return { collection, id, document: { id, scope, terms, body: toBody(value) }, position };
  };
  for (const [at, { document }] of logs.entries())
    if (document?.scope === scope && document.terms.includes(amendment.term)) logs[at] = change(document);
  // A document that this page writes again was changed above.
  const added = new Set(logs.map(({ id }) => id));
  for (const document of stored)
    if (document.position < position && !added.has(document.id)) logs.push(change(document));
}

/** The JSON of a projected value. Throws for a value that is not an object. */
export function toBody(value: unknown): string {
  // JSON.stringify returns undefined for `undefined` and functions, which its declared type does not say.
  const body = JSON.stringify(value) as string | undefined;
  if (body === undefined || body === 'null') throw new Error('A projected value is not an object.');
  return body;
}
