/** What the parts of reconciliation share: the state, the writer of its stream, and the items of all accounts. */
import { StoreUnavailable, type StreamName } from '../event-store/port.ts';
import type { ReconciliationEvent } from '../generated/events.ts';
import type { EnvironmentName } from '../ledger/ids.ts';
import type {
  DecisionTime,
  StreamCommand,
  StreamDecision,
  StreamOutcome,
  StreamWriter,
} from '../writer/stream-writer.ts';
import type { AccountItems } from './days/close-decisions.ts';
import { itemsOf, type LineReferences } from './matching/items.ts';
import type { ReconciliationState } from './state/state.ts';
import type { EventContext } from './statements/import-decisions.ts';

/** A command without its decision: author, request, and idempotency key. */
export type ReconciliationRequest = Omit<StreamCommand<ReconciliationEvent>, 'decide'>;
export type Decided = StreamDecision<ReconciliationEvent>;

export type ReconciliationContext = {
  readonly environment: EnvironmentName;
  readonly stream: StreamName;
  readonly state: ReconciliationState;
  readonly events: StreamWriter<ReconciliationEvent>;
  readonly clock: () => number;
  /** Where the next event will be. */
  readonly next: (now: number) => EventContext;
  /** All accounts by rail and currency, with their items, after all events of other processes. Throws StoreUnavailable. */
  readItems(): Promise<readonly AccountItems[]>;
  /** Decides on the items. Throws StoreUnavailable. */
  submit(
    request: ReconciliationRequest,
    decide: (accounts: readonly AccountItems[], time: DecisionTime) => Decided,
  ): Promise<StreamOutcome>;
};

type ContextOptions = Pick<ReconciliationContext, 'environment' | 'stream' | 'state' | 'events' | 'clock'> & {
  readonly references: LineReferences;
};

export function createReconciliationContext({ references, ...parts }: ContextOptions): ReconciliationContext {
  const { stream, state, events } = parts;
  let newest: { readonly revision: number; readonly accounts: readonly AccountItems[] } | undefined;

  /** The texts of all lines must be open. */
  function items(): readonly AccountItems[] {
    if (newest?.revision === state.revision) return newest.accounts;
    const accounts = [...state.accounts.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, account]) => ({ account, items: itemsOf(account, references.of) }));
    newest = { revision: state.revision, accounts };
    return accounts;
  }

  return {
    ...parts,
    next: (now) => ({ stream, revision: state.revision, now }),
    async readItems() {
      await events.refresh();
      await references.open(state);
      return items();
    },
    async submit(request, decide) {
      await references.open(state);
      return events.submit({
        ...request,
        decide(time) {
          // The same request can be repeated.
          if (!references.isComplete(state))
            throw new StoreUnavailable('another process imported a statement at the same time');
          return decide(items(), time);
        },
      });
    },
  };
}
