/** The state of reconciliation in an environment, from the events of its stream. */
import type { BankStatement as StatementView } from '../../generated/api.ts';
import type { ReconciliationEvent, ReconciliationEventData } from '../../generated/events.ts';
import { countDecimals, parseStoredAmount, type Amount } from '../../ledger/amount.ts';
import { foldProposal, rememberEvent, type Proposal, type RecentEvents } from '../../ledger/dual-control.ts';
import type { EventLocation } from '../../ledger/event.ts';
import { deriveId } from '../../ledger/ids.ts';
import { DAY_MS } from '../../ledger/limits.ts';
import type { Calendar } from '../../system/calendar.ts';
import { BOOK_START, type BookCursor } from '../read-movements.ts';
import {
  addCollected,
  addWriteOff,
  closeTotals,
  createTotalsState,
  type TotalsState,
} from '../totals/totals-state.ts';
import {
  accountKey,
  applyClosing,
  createRailAccount,
  firstOpenDay,
  separate,
  settleGroup,
  settleMatches,
  writeOff,
  type Closing,
  type Movement,
  type RailAccount,
} from './rail-account.ts';
import { finishImport, voidImport, type EventOrigin } from './statements.ts';

/** What needs a second operator: a write-off, a void of a statement, or a separation of a match. */
export type ReconciliationAction = ReconciliationEventData<'proposal.created'>['action'];
export type WriteOff = Extract<ReconciliationAction, { type: 'write_off' }>;
export type StatementVoid = Extract<ReconciliationAction, { type: 'statement_void' }>;
export type Separation = Extract<ReconciliationAction, { type: 'separation' }>;
export type ReconciliationProposal = Proposal<ReconciliationAction>;

type WrittenOffAlone = {
  readonly revision: number;
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly account: RailAccount;
  readonly amount: Amount;
};

export type ReconciliationState = {
  /** The days of the environment. */
  readonly calendar: Calendar;
  /** The revision of the next event. */
  revision: number;
  /** By `accountKey`. */
  readonly accounts: Map<string, RailAccount>;
  /** All statements in the order imported. */
  readonly statements: StatementView[];
  /** How far each book was read, by stream. */
  readonly cursors: Map<string, BookCursor>;
  readonly totals: TotalsState;
  /** Closings by their last day, oldest first. */
  readonly closings: Map<string, Closing>;
  lastClosedDay: string | undefined;
  /** When movements were last collected. */
  collectedAt: string | undefined;
  /** All proposals. They are entered by people, so they fit in memory. */
  readonly proposals: Map<string, ReconciliationProposal>;
  /** The write-offs of the last day that one operator decided alone, oldest first. */
  writtenOffAlone: WrittenOffAlone[];
  /** The newest events, which say what a proposal had as its effect. */
  readonly recent: RecentEvents<ReconciliationEvent>;
};

export const createReconciliationState = (calendar: Calendar): ReconciliationState => ({
  calendar,
  revision: 0,
  accounts: new Map(),
  statements: [],
  cursors: new Map(),
  totals: createTotalsState(),
  closings: new Map(),
  lastClosedDay: undefined,
  collectedAt: undefined,
  proposals: new Map(),
  writtenOffAlone: [],
  recent: [],
});

type WriteOffEvent = Extract<ReconciliationEvent, { type: 'break.written_off' }> & EventLocation;

/** Whether an event is the effect of an action. */
function carriesOut(action: ReconciliationAction, { type, data }: ReconciliationEvent): boolean {
  switch (action.type) {
    case 'write_off':
      return (
        type === 'break.written_off' &&
        data.line_id === action.line_id &&
        data.movement_id === action.movement_id &&
        data.reason === action.reason &&
        data.lines.some(
          ({ account, amount }) =>
            account === `difference:${action.rail}:${action.currency}` && amount === action.amount,
        )
      );
    case 'statement_void':
      return (
        type === 'statement.voided' &&
        data.statement_id === action.statement_id &&
        data.reason === action.reason
      );
    case 'separation':
      return (
        type === 'items.separated' &&
        data.line_id === action.line_id &&
        data.movement_id === action.movement_id &&
        data.reason === action.reason
      );
  }
}

/** Applies one event. Throws a LedgerViolation if it executes a proposal with another effect than proposed. */
export function evolveReconciliation(
  state: ReconciliationState,
  event: ReconciliationEvent,
  origin: EventOrigin,
): void {
  const { environment, time } = origin;
  const recorded = { ...event, stream: `reconciliation-${environment}`, revision: state.revision, time };
  rememberEvent(state.recent, recorded);
  state.revision += 1;
  switch (event.type) {
    case 'request.recorded':
      return;
    case 'statement.started': {
      const { rail, currency, opening_balance } = event.data;
      openAccount(state, rail, currency, opening_balance).unfinished = { statement: event.data, lines: [] };
      return;
    }
    case 'statement.line_recorded':
      findUnfinished(state, event.data.statement_id)?.unfinished?.lines.push(event.data);
      return;
    case 'statement.imported': {
      const account = findUnfinished(state, event.data.statement_id);
      const view = account && finishImport(account, event.data, state.lastClosedDay, origin);
      if (view !== undefined) state.statements.push(view);
      return;
    }
    case 'statement.voided': {
      const { statement_id } = event.data;
      const account = accountOfStatement(state, statement_id);
      const view = account && voidImport(account, event.data, origin);
      const at = state.statements.findIndex(({ id }) => id === statement_id);
      if (view !== undefined && at !== -1) state.statements[at] = view;
      return;
    }
    case 'movements.collected':
      addMovements(state, event.data, origin.time);
      return;
    case 'totals.collected':
      addCollected(state.totals, event.data);
      return;
    case 'items.linked': {
      const { line_id, movement_id } = event.data;
      const account = accountOf(state, line_id);
      account?.links.set(line_id, movement_id);
      account?.separations.get(line_id)?.delete(movement_id);
      return;
    }
    case 'items.separated': {
      const { line_id, movement_id } = event.data;
      const account = accountOf(state, line_id);
      if (account !== undefined) separate(account, line_id, movement_id);
      return;
    }
    case 'break.accepted': {
      const { item_id, reason } = event.data;
      const acceptance = { reason, accepted_by: origin.actor, accepted_at: origin.time };
      accountOf(state, item_id)?.accepted.set(item_id, acceptance);
      return;
    }
    case 'break.assigned': {
      const { item_id, owner } = event.data;
      const owners = accountOf(state, item_id)?.owners;
      if (owner === null) owners?.delete(item_id);
      else owners?.set(item_id, { name: owner, assigned_by: origin.actor, assigned_at: origin.time });
      return;
    }
    case 'items.grouped': {
      const { line_ids, movement_ids } = event.data;
      const account = accountOf(state, line_ids[0] ?? movement_ids[0] ?? '');
      if (account !== undefined) settleGroup(account, event.data);
      return;
    }
    case 'break.written_off': {
      const account = accountOf(state, event.data.line_id ?? event.data.movement_id ?? '');
      if (account !== undefined) {
        writeOff(account, event.data);
        rememberWriteOff(state, account, { ...recorded, ...event, actor: origin.actor });
      }
      addWriteOff(state.totals, event.data);
      return;
    }
    case 'matches.recorded': {
      const account = state.accounts.get(accountKey(event.data));
      if (account !== undefined) settleMatches(account, event.data.pairs);
      return;
    }
    case 'day.closed':
      closeDay(state, event.data, origin);
      return;
    case 'proposal.executed':
    case 'proposal.created':
    case 'proposal.ended':
      foldProposal(state.proposals, { ...recorded, ...event }, state.recent, carriesOut);
      if (event.type === 'proposal.executed') decidedByTwo(state, recorded.revision - 1);
      return;
  }
}

/** The effect of a proposal is the event before its execution. */
function decidedByTwo(state: ReconciliationState, effect: number): void {
  state.writtenOffAlone = state.writtenOffAlone.filter(({ revision }) => revision !== effect);
}

function closeDay(
  state: ReconciliationState,
  data: ReconciliationEventData<'day.closed'>,
  { actor, time }: EventOrigin,
): void {
  state.closings.set(data.day, { ...data, closed_by: actor, closed_at: time });
  state.lastClosedDay = data.day;
  for (const each of data.accounts)
    applyClosing(openAccount(state, each.rail, each.currency, each.ledger_closing_balance), each);
  // Closings of earlier releases have no totals.
  if (data.totals !== undefined) closeTotals(state.totals, data.day);
}

function rememberWriteOff(
  state: ReconciliationState,
  account: RailAccount,
  { data, revision, time, actor }: WriteOffEvent & { readonly actor: string },
): void {
  const [at, name] = [Date.parse(time), `difference:${account.rail}:${account.currency}`];
  const amount = data.lines.reduce<Amount>(
    (sum, line) => (line.account === name ? sum + parseStoredAmount(line.amount) : sum),
    0n,
  );
  state.writtenOffAlone = [
    ...state.writtenOffAlone.filter((each) => each.at > at - DAY_MS),
    { revision, actor, at, account, amount },
  ];
}

function openAccount(
  { accounts }: ReconciliationState,
  rail: string,
  currency: string,
  amount: string,
): RailAccount {
  const key = accountKey({ rail, currency });
  const found = accounts.get(key) ?? createRailAccount(rail, currency, countDecimals(amount));
  accounts.set(key, found);
  return found;
}

const findUnfinished = ({ accounts }: ReconciliationState, id: string): RailAccount | undefined =>
  [...accounts.values()].find(({ unfinished }) => unfinished?.statement.statement_id === id);

function addMovements(
  state: ReconciliationState,
  { book, to_revision, to_hash, movements, pending }: ReconciliationEventData<'movements.collected'>,
  time: string,
): void {
  const cursor = state.cursors.get(book) ?? BOOK_START;
  const [references, quotes] = [new Map(cursor.pending), new Map(cursor.quotes)];
  for (const { transfer_id, references: found, quoted = [] } of pending) {
    if (found.length === 0) references.delete(transfer_id);
    else references.set(transfer_id, found);
    if (quoted.length === 0) quotes.delete(transfer_id);
    else quotes.set(transfer_id, quoted);
  }
  state.cursors.set(book, { revision: to_revision, hash: to_hash, pending: references, quotes });
  state.collectedAt = time;
  for (const { revision, posted_at, transfer_id, rail, currency, amount, ...known } of movements) {
    const id = deriveId('mov', Date.parse(posted_at), book, revision);
    const movement: Movement = {
      ...{ id, key: `${book} ${String(revision).padStart(15, '0')}`, book, revision },
      day: firstOpenDay(state.calendar.dayOf(posted_at), state.lastClosedDay),
      amount: parseStoredAmount(amount),
      ...{
        references: known.references,
        quoted: known.quoted ?? [],
        transferId: transfer_id,
        postedAt: posted_at,
        settled: undefined,
      },
    };
    openAccount(state, rail, currency, amount).movements.set(id, movement);
  }
}

/** The account of a statement that counts. */
export const accountOfStatement = (
  { accounts }: Pick<ReconciliationState, 'accounts'>,
  id: string,
): RailAccount | undefined =>
  [...accounts.values()].find(({ imports }) => imports.some(({ view }) => view.id === id));

/** The account with a line or a movement. */
const accountOf = (state: ReconciliationState, itemId: string): RailAccount | undefined =>
  [...state.accounts.values()].find(({ lines, movements }) => lines.has(itemId) || movements.has(itemId));
