/**
 * Computes the expected documents from events, with the rules of the projections. It keeps only state that later events can
 * change.
 */
import { eventLogProjection } from '../../../projections/event-log.ts';
import { nextTransferView, type TransferView } from '../../../projections/views.ts';
import { historyEntriesOf } from '../../../projections/wallets.ts';
import type { BookEvent } from '../../ledger/event.ts';
import { presentLateMovement } from '../../ledger/present.ts';
import { isFinalState } from '../../ledger/transfer.ts';
import type { FoldedDocument, ProjectedDocument, RecordedEvent, Rule } from '../../read-models/projection.ts';
import type { SourceEvent } from '../event-source.ts';
import type { DecodedEvent } from '../rules/event-decoder.ts';

export type ExpectedDocument = { readonly id: string; readonly stream: string; readonly value: object };
export type Entry = ReturnType<typeof historyEntriesOf>[number];

/** Documents that are final after an event. */
type EventDocuments = {
  readonly entries: readonly Entry[];
  readonly events: readonly ExpectedDocument[];
  /** The transfer, if it reached a final state, or its late movement. */
  readonly transfer: ExpectedDocument | undefined;
};

type DocumentRebuilder = {
  apply(event: SourceEvent, decoded: DecodedEvent): EventDocuments;
  /** Transfers that have not reached a final state. */
  openTransfers(): ExpectedDocument[];
};

type Event = RecordedEvent<BookEvent>;

export function createDocumentRebuilder(): DocumentRebuilder {
  const open = new Map<string, { stream: string; view: TransferView }>();
  const runEventLog = createEventLogRunner();

  const transferAfter = (event: Event): ExpectedDocument | undefined => {
    if (event.type === 'payout.returned_late' || event.type === 'deposit.reversed')
      return { id: event.data.transfer_id, stream: event.stream, value: presentLateMovement(event) };
    if (event.type !== 'transfer.created' && event.type !== 'transfer.state_changed') return undefined;
    const id = event.data.transfer_id;
    const view = nextTransferView(open.get(id)?.view, event);
    if (!isFinalState(view.kind, view.state)) {
      open.set(id, { stream: event.stream, view });
      return undefined;
    }
    open.delete(id);
    return { id, stream: event.stream, value: view };
  };

  return {
    apply(stored, decoded) {
      const event = recorded(stored, decoded);
      return {
        entries: event.type === 'posting.recorded' ? historyEntriesOf(event) : [],
        events: runEventLog(event),
        transfer: transferAfter(event),
      };
    },
    openTransfers: () => [...open].map(([id, { stream, view }]) => ({ id, stream, value: view })),
  };
}

function recorded(
  { type, stream, revision, position }: SourceEvent,
  { data, metadata }: DecodedEvent,
): Event {
  const { time } = metadata;
  // decodeEvent has validated the data. Personal fields stay encrypted, so nothing is hashed.
  const keyedTerm = (text: string): string => text;
  return {
    type,
    data,
    stream,
    revision,
    position,
    time,
    scope: stream,
    metadata,
    personal: null,
    keyedTerm,
  } as Event;
}

/** Runs the rules of the event log projection over in-memory state. */
function createEventLogRunner(): (event: Event) => ExpectedDocument[] {
  const state = new Map<string, ProjectedDocument>();
  const rules: Readonly<Record<string, unknown>> = eventLogProjection.rules;
  return (event) => {
    // Each rule accepts events of the type it is registered for.
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
      // The event log writes objects.
      value: value as object,
    }));
  };
}
