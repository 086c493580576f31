/**
 * What a projection is: pure rules that turn events into documents. It reads no clock and no store, so that the same
 * events always give the same documents, and a rebuild gives the IDs and times it gave before.
 */
import type { Metadata } from '../event-store/codec.ts';
import type { CollectionSpec, StoredDocument } from './port.ts';

export type EventShape = { readonly type: string; readonly data: unknown };

/** An event as projections see it: decoded, in its newest shape, with personal fields opened. */
export type RecordedEvent<E extends EventShape> = E & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** ISO 8601, from the metadata. */
  readonly time: string;
  /** The book that documents made from the event belong to: the stream. */
  readonly scope: string;
  readonly metadata: Metadata;
  /** Personal fields. `null` when the event has none, or they were forgotten. */
  readonly personal: Readonly<Record<string, unknown>> | null;
};

/** A document in the making. `value` becomes its body as JSON, `terms` are what it is listed by. Never changed in place. */
export type ProjectedDocument<Value = unknown> = { readonly value: Value; readonly terms: readonly string[] };

/** A document to add to the log. The ID follows from the event, so that the same event gives the same document. */
export type LogDocument = ProjectedDocument & { readonly id: string };

/** A state document an event touched. `undefined` where there is none. Both are the same object when nothing changed. */
export type FoldedDocument<Value = unknown> = {
  readonly id: string;
  readonly before: ProjectedDocument<Value> | undefined;
  readonly after: ProjectedDocument<Value> | undefined;
};

/**
 * Log documents to write again, in the scope of the event: those with this term, as `change` makes them of what they are.
 * Doing it twice has to give the same.
 */
export type Amendment = { readonly term: string; change(value: unknown): unknown };

/** What a projection does with one type of event. (Methods, so that a rule for one type fits among rules for all.) */
export type Rule<Event, Value = unknown> = {
  /** The IDs of the state documents that the event changes, or that `emit` has to see. */
  touches?(event: Event): readonly string[];
  /** The document after the event. `null` deletes; `undefined`, or the same object, changes nothing. */
  fold?(
    before: ProjectedDocument<Value> | undefined,
    event: Event,
    id: string,
  ): ProjectedDocument<Value> | null | undefined;
  /** Documents to add to the log, once per event. `folded` is in the order of `touches`. */
  emit?(event: Event, folded: readonly FoldedDocument<Value>[]): readonly LogDocument[];
  /** What is to change in the log, which otherwise stays as it is: for what has to be forgotten. */
  amend?(event: Event): Amendment;
};

/** How objects lie in the documents of a log that hold several each. Those of one document follow one another by ID. */
export type Packing = {
  /** The ID of the document that has an object in it: no greater than the object's. The beginning of a time stays as it is. */
  readonly containerIdOf: (id: string) => string;
  /** The objects of a document in the order of their IDs. Every term of the document is one of theirs. */
  readonly unpack: (document: StoredDocument) => readonly LogDocument[];
};

/** Every type of event is named: with a rule, or as one to ignore. */
export type Projection<E extends EventShape, Value = unknown> = {
  readonly name: string;
  /** Raised when the rules change: the documents are then built again, in collections of their own. */
  readonly version: number;
  /** The streams it is made from, by how their names start; all when absent. Events of others are passed over. */
  readonly streams?: string;
  /** One scope for the documents made from all streams; each stream's own when absent. */
  readonly scope?: string;
  /** The collections it alone writes, by their names without the version. */
  readonly state?: string;
  readonly log?: string;
  /** Set when a document of the log holds several objects. */
  readonly packing?: Packing;
  readonly rules: {
    readonly [T in E['type']]: Rule<RecordedEvent<Extract<E, { type: T }>>, Value> | 'ignore';
  };
};

/**
 * `wallets` of version 2 is `wallets_v2`: the name of a collection, and of a projection's checkpoint. When the same rules
 * are built again they get a further part: `wallets_v2_g2`.
 */
export function versionedName(name: string, version: number, generation = 1): string {
  return generation === 1 ? `${name}_v${version}` : `${name}_v${version}_g${generation}`;
}

/** The collections a projection writes. */
export function collectionsOf<E extends EventShape>(
  { state, log, version }: Projection<E>,
  generation = 1,
): CollectionSpec[] {
  const specs: CollectionSpec[] = [];
  if (log !== undefined) specs.push({ name: versionedName(log, version, generation), kind: 'log' });
  if (state !== undefined) specs.push({ name: versionedName(state, version, generation), kind: 'state' });
  return specs;
}
