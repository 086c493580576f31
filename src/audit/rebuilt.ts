/**
 * The documents that events must have given, made again one event at a time by the projections' own rules. What is kept
 * is what can still change.
 */
import { entriesOf } from '../../projections/history.ts';
import { eventLogProjection } from '../../projections/event-log.ts';
import { nextTransferView } from '../../projections/views.ts';
import type { TransferView } from '../../projections/views.ts';
import type { FoldedDocument, ProjectedDocument, RecordedEvent, Rule } from '../documents/projection.ts';
import type { BookEvent } from '../ledger/event.ts';
import { isFinal } from '../ledger/transfer.ts';
import type { Decoded } from './decode.ts';
import type { SourceEvent } from './source.ts';

export type Expected = { readonly id: string; readonly stream: string; readonly value: object };
export type Entry = ReturnType<typeof entriesOf>[number];

/** What one event gives: documents that never change again. */
export type Given = {
  readonly entries: readonly Entry[];
  readonly events: readonly Expected[];
  /** A transfer that is over. */
  readonly transfer: Expected | undefined;
};

export type Rebuilt = {
  take(event: SourceEvent, decoded: Decoded): Given;
  /** Transfers that are not over. */
  open(): Expected[];
};

type Event = RecordedEvent<BookEvent>;

export function createRebuilt(): Rebuilt {
  const open = new Map<string, { stream: string; view: TransferView }>();
  const runEventLog = createRunner();

  const transferAfter = (event: Event): Expected | undefined => {
    if (event.type !== 'transfer.created' && event.type !== 'transfer.state_changed') return undefined;
    const id = event.data.transfer_id;
    const view = nextTransferView(open.get(id)?.view, event);
    if (!isFinal(view.kind, view.state)) {
      open.set(id, { stream: event.stream, view });
      return undefined;
    }
    open.delete(id);
    return { id, stream: event.stream, value: view };
  };

  return {
    take(stored, decoded) {
      const event = recorded(stored, decoded);
      return {
        entries: event.type === 'posting.recorded' ? entriesOf(event) : [],
        events: runEventLog(event),
        transfer: transferAfter(event),
      };
    },
    open: () => [...open].map(([id, { stream, view }]) => ({ id, stream, value: view })),
  };
}

function recorded({ type, stream, revision, position }: SourceEvent, { data, metadata }: Decoded): Event {
  const { time } = metadata;
  // The schema of the type was passed; personal fields stay sealed.
  return { type, data, stream, revision, position, time, scope: stream, metadata, personal: null } as Event;
}

/** Runs the rules of the event log over state in memory. */
function createRunner(): (event: Event) => Expected[] {
  const state = new Map<string, ProjectedDocument>();
  const rules: Readonly<Record<string, unknown>> = eventLogProjection.rules;
  return (event) => {
    // The rules of a type take events of that type.
    const rule = rules[event.type] as Rule<Event> | 'ignore' | undefined;
    if (rule === undefined || rule === 'ignore') return [];
    const folded = (rule.touches?.(event) ?? []).map((id): FoldedDocument => {
      const before = state.get(id);
      const next = rule.fold?.(before, event, id);
      const after = next === undefined ? before : (next ?? undefined);
      if (after === undefined) state.delete(id);
      else state.set(id, after);
      return { id, before, after };
    });
    return (rule.emit?.(event, folded) ?? []).map(({ id, value }) => ({
      id,
      stream: event.stream,
      // Documents of the interface are objects.
      value: value as object,
    }));
  };
}
