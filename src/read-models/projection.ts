/**
 * A projection: pure rules that turn events into documents. It reads neither the clock nor a store, so the same events
 * always produce the same documents, and a rebuild reproduces all IDs and times.
 */
import type { Metadata } from '../event-store/codec.ts';
import type { CollectionSpec, StoredDocument } from './port.ts';

export type EventShape = { readonly type: string; readonly data: unknown };

/** An event as projections receive it: decoded, upcast to its newest version, and with personal fields unsealed. */
export type RecordedEvent<E extends EventShape> = E & {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** ISO 8601, from the metadata. */
  readonly time: string;
  /** The scope of documents made from the event: its stream. */
  readonly scope: string;
  readonly metadata: Metadata;
  /** Unsealed personal fields. `null` when the event has none or the person was forgotten. */
  readonly personal: Readonly<Record<string, unknown>> | null;
  /**
   * A keyed hash of a text, the same for every event. Personal texts become terms only through it, so that documents and their
   * backups do not reveal them.
   */
  readonly keyedTerm: (text: string) => string;
};

/** A document before it is stored. `value` becomes the JSON body. Rules replace it and never mutate it. */
export type ProjectedDocument<Value = unknown> = { readonly value: Value; readonly terms: readonly string[] };

/** A document to append to the log. Its ID is derived from the event, so a replayed event produces the same document. */
export type LogDocument = ProjectedDocument & { readonly id: string };

/** A state document that an event touched; `undefined` where there is none. Both are the same object if nothing changed. */
export type FoldedDocument<Value = unknown> = {
  readonly id: string;
  readonly before: ProjectedDocument<Value> | undefined;
  readonly after: ProjectedDocument<Value> | undefined;
};

/** Rewrites the log documents that have this term, in the scope of the event. `change` must be idempotent. */
export type Amendment = { readonly term: string; change(value: unknown): unknown };

/** How a projection handles one event type. Members are methods, so that a rule for one type is assignable to the map. */
export type Rule<Event, Value = unknown> = {
  /** The IDs of the state documents that the event changes or that `emit` reads. */
  touches?(event: Event): readonly string[];
  /** Returns the document after the event. `null` deletes it; `undefined` or the same object leaves it unchanged. */
  fold?(
    before: ProjectedDocument<Value> | undefined,
    event: Event,
    id: string,
  ): ProjectedDocument<Value> | null | undefined;
  /** Returns documents to append to the log, once per event. `folded` has the order of `touches`. */
  emit?(event: Event, folded: readonly FoldedDocument<Value>[]): readonly LogDocument[];
  /**
   * The ID of a document that `emit` returns for this event in any state. If the state already contains the event, this
   * document must exist, or documents of the log were lost. Undefined if it returns none for some state.
   */
  logId?(event: Event): string | undefined;
  /** Changes documents of the log, which are otherwise immutable. Used to erase personal fields. */
  amend?(event: Event): Amendment;
};

/**
 * How a log stores several objects in one document. The objects of a document have consecutive IDs. Nothing amends such a
 * log, because readers keep its documents in memory.
 */
export type Packing = {
  /** The first version of the projection that stores several objects in one document. Later versions read all of them. */
  readonly sinceVersion: number;
  /** The ID of the document that contains an object; at most the object's ID. IDs that are time bounds stay unchanged. */
  readonly containerIdOf: (id: string) => string;
  /** Returns the objects of a document in ID order. Each term of the document is a term of at least one object. */
  readonly unpack: (document: StoredDocument) => readonly LogDocument[];
};

/** A projection names every event type, with a rule or with `ignore`. */
export type Projection<E extends EventShape, Value = unknown> = {
  readonly name: string;
  /** Increase it when the rules change. The documents are then rebuilt in new collections. */
  readonly version: number;
  /** Reads only streams whose names start with this; all streams when absent. */
  readonly streams?: string;
  /** A single scope for all documents. When absent, the scope is the event's stream. */
  readonly scope?: string;
  /** The collections that only this projection writes; names without the version. */
  readonly state?: string;
  readonly log?: string;
  /**
   * The first version whose documents have the terms that lists use now. While an older generation is read, lists with filters
   * are unavailable; the whole list and single objects are not.
   */
  readonly listedSince?: number;
  /** Set when one document of the log contains several objects. */
  readonly packing?: Packing;
  readonly rules: {
    readonly [T in E['type']]: Rule<RecordedEvent<Extract<E, { type: T }>>, Value> | 'ignore';
  };
};

/**
 * The name of a collection or checkpoint: version 2 of `wallets` is `wallets_v2`, and its second generation, built by the
 * same rules, is `wallets_v2_g2`.
 */
export function versionedName(name: string, version: number, generation = 1): string {
  return generation === 1 ? `${name}_v${version}` : `${name}_v${version}_g${generation}`;
}

/** What a projection writes, apart from its rules. */
export type ProjectionCollections = Pick<Projection<EventShape>, 'name' | 'version' | 'state' | 'log'>;

/** The collections that a generation of the projection writes. */
export function collectionsOf(
  { state, log, version }: ProjectionCollections,
  generation = 1,
): CollectionSpec[] {
  const specs: CollectionSpec[] = [];
  if (log !== undefined) specs.push({ name: versionedName(log, version, generation), kind: 'log' });
  if (state !== undefined) specs.push({ name: versionedName(state, version, generation), kind: 'state' });
  return specs;
}
