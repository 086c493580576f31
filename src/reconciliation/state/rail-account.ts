/** What is known of the bank account of a rail and a currency, and of the clearing accounts of all books that it serves. */
import type { BankStatement as StatementView } from '../../generated/api.ts';
import type { ReconciliationEventData } from '../../generated/events.ts';
import type { Amount } from '../../ledger/amount.ts';
import type { Entry, MatchedBy } from '../matching/match-account.ts';

export type StartedStatement = ReconciliationEventData<'statement.started'>;
export type RecordedLine = ReconciliationEventData<'statement.line_recorded'>;

/** An import that has begun. Its lines do not count before it ends. */
type UnfinishedImport = { readonly statement: StartedStatement; readonly lines: RecordedLine[] };

type Item = Omit<Entry, 'references'> & {
  /** Undefined until an event says how it was settled. */
  settled: Settlement | undefined;
};

/** `day` is the day it was booked, or the day after the last closed one if that is later. */
export type BankLine = Item & {
  readonly bookedOn: string;
  readonly bankReference: string;
  readonly sealed: string | null;
};

/** `day` is the day it was posted (UTC), or the day after the last closed one if that is later. */
export type Movement = Item & {
  readonly book: string;
  readonly revision: number;
  readonly transferId: string | null;
  readonly postedAt: string;
  readonly references: readonly string[];
};

type Settlement =
  | { readonly kind: 'matched'; readonly with: string; readonly by: MatchedBy }
  | {
      readonly kind: 'written_off';
      readonly with: string | null;
      readonly day: string;
      readonly amount: Amount;
      readonly reason: string;
    }
  | { readonly kind: 'grouped'; readonly group: ItemGroup }
  /** A movement before the first statement, which its opening balance contains. */
  | { readonly kind: 'before' };

/** Lines and movements that have the same sum, and are settled together. */
export type ItemGroup = {
  readonly id: string;
  readonly lineIds: readonly string[];
  readonly movementIds: readonly string[];
  /** Sum of the lines, and of the movements. */
  readonly amount: Amount;
  readonly day: string;
  readonly reason: string;
};

/** Who works on a break. */
export type BreakOwner = {
  /** The name by which events name the operator. */
  readonly name: string;
  readonly assigned_by: string;
  readonly assigned_at: string;
};

/** An acceptance of a break: it does not prevent the closing of a day. */
export type Acceptance = {
  readonly reason: string;
  readonly accepted_by: string;
  readonly accepted_at: string;
};

/** What the closings of days say about the bank. */
type ClosedBalances = {
  /** Balance at the end of the last closed day. */
  readonly bank: Amount;
  readonly openingDifference: Amount;
  readonly firstOpening: Amount;
  readonly since: string;
};

export type RailAccount = {
  readonly rail: string;
  readonly currency: string;
  /** Of the currency, from the first amount. */
  readonly decimals: number;
  /** Oldest first. */
  readonly statements: StatementView[];
  /** The IDs of statements by the SHA-256 of their files. */
  readonly files: Map<string, string>;
  /** The lines of all statements, by reference and amount. */
  readonly lineKeys: Set<string>;
  unfinished: UnfinishedImport | undefined;
  /** By ID. */
  readonly lines: Map<string, BankLine>;
  readonly movements: Map<string, Movement>;
  /** IDs of movements by the IDs of lines, decided by operators. */
  readonly links: Map<string, string>;
  /** By the IDs of breaks. */
  readonly accepted: Map<string, Acceptance>;
  /** By the IDs of breaks. */
  readonly owners: Map<string, BreakOwner>;
  /** Balance of the difference account. */
  writtenOff: Amount;
  /** Balance of the movements at the end of the last closed day. */
  ledgerClosed: Amount;
  /** Undefined until the first closing with a statement. */
  bankClosed: ClosedBalances | undefined;
};

export const accountKey = ({ rail, currency }: { rail: string; currency: string }): string =>
  `${rail}:${currency}`;

export const createRailAccount = (rail: string, currency: string, decimals: number): RailAccount => ({
  ...{ rail, currency, decimals },
  statements: [],
  files: new Map(),
  lineKeys: new Set(),
  unfinished: undefined,
  lines: new Map(),
  movements: new Map(),
  links: new Map(),
  accepted: new Map(),
  owners: new Map(),
  writtenOff: 0n,
  ledgerClosed: 0n,
  bankClosed: undefined,
});
