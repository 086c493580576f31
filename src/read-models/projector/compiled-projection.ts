/** Projections as the projector runs them. */
import {
  versionedName,
  type EventShape,
  type Projection,
  type RecordedEvent,
  type Rule,
} from '../projection.ts';

/** A projection ready to run: its rules by type, and the collections with their versions. */
export type CompiledProjection<E extends EventShape> = {
  readonly byType: ReadonlyMap<string, Rule<RecordedEvent<E>> | 'ignore'>;
  /** How the names of its streams start. */
  readonly streams: string;
  /** Of all documents, unless each has the one of its stream. */
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
