/** A projection in the form that the projector runs. */
import {
  versionedName,
  type EventShape,
  type Projection,
  type RecordedEvent,
  type Rule,
} from '../projection.ts';

/** The rules by event type, and the stored names of the collections. */
export type CompiledProjection<E extends EventShape> = {
  readonly byType: ReadonlyMap<string, Rule<RecordedEvent<E>> | 'ignore'>;
  /** The prefix of the names of its streams. */
  readonly streams: string;
  /** The scope of all documents; undefined where it is the stream of the event. */
  readonly scope: string | undefined;
  readonly state: string | undefined;
  readonly log: string | undefined;
};

export function compileProjection<E extends EventShape>(
  projection: Projection<E>,
  generation = 1,
): CompiledProjection<E> {
  const { rules, streams = '', scope, state, log, version } = projection;
  return {
    byType: new Map<string, Rule<RecordedEvent<E>> | 'ignore'>(Object.entries(rules)),
    streams,
    scope,
    state: state === undefined ? undefined : versionedName(state, version, generation),
    log: log === undefined ? undefined : versionedName(log, version, generation),
  };
}
