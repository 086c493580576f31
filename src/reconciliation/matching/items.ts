/** The items of a bank account: lines with their movements, and what is left on either side. Pure. */

import type { Amount } from '../../ledger/amount.ts';
import { statementLineContext } from '../../ledger/sealing-context.ts';
import type { MonthlySeal } from '../../vault/seals.ts';
import type {
  Acceptance,
  BankLine,
  BreakOwner,
  ItemGroup,
  Movement,
  RailAccount,
  RecordedImport,
} from '../state/rail-account.ts';
import type { ReconciliationState } from '../state/state.ts';
import { hasReference, type PaymentText } from '../statements/statement.ts';
import { matchAccount, type Entry, type MatchedBy, type Suggestion } from './match-account.ts';

type ItemResult =
  | 'matched'
  | 'different_amount'
  | 'missing_at_bank'
  | 'missing_in_ledger'
  | 'duplicate'
  | 'written_off'
  /** A movement after the newest statement. */
  | 'awaiting_statement'
  /** A movement before the first statement, or of an account without statements. */
  | 'before_first_statement';

/** A line, a movement, or both. */
export type Item = {
  /** The ID of the line; of the movement if there is no line. */
  readonly id: string;
  readonly result: ItemResult;
  readonly line: BankLine | undefined;
  readonly movement: Movement | undefined;
  readonly by: MatchedBy | undefined;
  /** What the difference account would receive, or has received: the line less the movement. */
  readonly difference: Amount;
  readonly accepted: Acceptance | undefined;
  readonly owner: BreakOwner | undefined;
  /** What it may be, if nothing but the amount or a sum says so. */
  readonly suggestion: Suggestion | undefined;
  /** Settled together with others. */
  readonly group: ItemGroup | undefined;
  readonly reason: string | undefined;
  /** The day from which on nothing is open; undefined if there is none yet. */
  readonly settledOn: string | undefined;
};

/** What a line says. Some of it is sealed in the event. */
type WordsOf = (line: BankLine) => Pick<Entry, 'references' | 'text'>;

/** All items, in the order of their days. */
export function itemsOf(account: RailAccount, wordsOf: WordsOf): readonly Item[] {
  const settled = settledItems(account);
  return [...settled, ...openItems(account, wordsOf)].sort((a, b) =>
    dayOfItem(a) === dayOfItem(b) ? (a.id < b.id ? -1 : 1) : dayOfItem(a) < dayOfItem(b) ? -1 : 1,
  );
}

/** The day of the line; of the movement if there is no line. */
export const dayOfItem = ({ line, movement }: { readonly line: Dated; readonly movement: Dated }): string =>
  line?.day ?? movement?.day ?? '';
type Dated = { readonly day: string } | null | undefined;

/** Whether an operator has to decide about the item. */
export const isBreak = ({ result }: Pick<Item, 'result'>): boolean =>
  result === 'different_amount' ||
  result === 'missing_at_bank' ||
  result === 'missing_in_ledger' ||
  result === 'duplicate';

/** The day before which movements are contained in the first opening balance; undefined without a statement. */
export const reconciledSince = ({ bankClosed, imports }: RailAccount): string | undefined =>
  bankClosed?.since ?? firstStatement({ imports })?.opened_on;

export const firstStatement = ({
  imports,
}: Pick<RailAccount, 'imports'>): RecordedImport['view'] | undefined =>
  imports
    .map(({ view }) => view)
    .reduce<RecordedImport['view'] | undefined>(
      (first, each) => (first === undefined || each.opened_on < first.opened_on ? each : first),
      undefined,
    );

/** The last day of the newest statement; empty without one. */
export const statementsUntil = ({ imports }: Pick<RailAccount, 'imports'>): string =>
  imports.reduce((newest, { view }) => (view.closed_on > newest ? view.closed_on : newest), '');

type Sides = Pick<Item, 'line' | 'movement'>;

function settledItems({ lines, movements }: RailAccount): Item[] {
  const items: Item[] = [];
  for (const line of lines.values()) {
    const { settled } = line;
    if (settled === undefined || settled.kind === 'before') continue;
    if (settled.kind === 'grouped') {
      items.push(groupedItem({ line, movement: undefined }, settled.group));
      continue;
    }
    const movement = movements.get(settled.with ?? '');
    items.push(settledItem({ line, movement }, settled));
  }
  for (const movement of movements.values()) {
    const { settled } = movement;
    if (settled?.kind === 'grouped') items.push(groupedItem({ line: undefined, movement }, settled.group));
    if (settled?.kind === 'written_off' && settled.with === null)
      items.push(settledItem({ line: undefined, movement }, settled));
  }
  return items;
}

function settledItem(
  sides: Sides,
  settled: Extract<NonNullable<BankLine['settled']>, { kind: 'matched' | 'written_off' }>,
): Item {
  const isMatched = settled.kind === 'matched';
  return {
    ...itemOf(sides, settled.kind),
    by: isMatched ? settled.by : undefined,
    reason: isMatched ? undefined : settled.reason,
    settledOn: isMatched ? laterDay(sides) : settled.day,
  };
}

const groupedItem = (sides: Sides, group: ItemGroup): Item => ({
  ...itemOf(sides, 'matched'),
  ...{ by: 'operator', difference: 0n, group, reason: group.reason, settledOn: group.day },
});

const laterDay = ({ line, movement }: Sides): string => {
  const [a, b] = [line?.day ?? '', movement?.day ?? ''];
  return a > b ? a : b;
};

const itemOf = ({ line, movement }: Sides, result: ItemResult): Item => ({
  id: line?.id ?? movement?.id ?? '',
  ...{ result, line, movement, by: undefined, accepted: undefined, owner: undefined, group: undefined },
  suggestion: undefined,
  ...{ reason: undefined, settledOn: undefined },
  difference: (line?.amount ?? 0n) - (movement?.amount ?? 0n),
});

function openItems(account: RailAccount, wordsOf: WordsOf): Item[] {
  const { lines, movements, links, separations, accepted, owners } = account;
  const since = reconciledSince(account);
  const until = statementsUntil(account);
  const isOpen = ({ settled }: BankLine | Movement): boolean => settled === undefined;
  const results = matchAccount<Entry, Entry>(
    [...lines.values()].filter(isOpen).map((line) => ({ ...line, ...wordsOf(line) })),
    [...movements.values()].filter(isOpen),
    { links, separations },
  );
  return results.map((result) => {
    const line = 'line' in result ? lines.get(result.line.id) : undefined;
    const movement = 'movement' in result ? movements.get(result.movement.id) : undefined;
    const isBefore =
      line === undefined && movement !== undefined && (since === undefined || movement.day < since);
    const isAwaited = result.kind === 'missing_at_bank' && result.movement.day > until;
    const item = itemOf(
      { line, movement },
      isBefore ? 'before_first_statement' : isAwaited ? 'awaiting_statement' : result.kind,
    );
    return {
      ...item,
      by: 'by' in result ? result.by : undefined,
      suggestion: 'suggestion' in result && !isBefore ? result.suggestion : undefined,
      accepted: accepted.get(item.id),
      // A break of a movement keeps its owner when a line for it arrives.
      owner: owners.get(item.id) ?? owners.get(movement?.id ?? ''),
      settledOn: result.kind === 'matched' ? laterDay(item) : undefined,
    };
  });
}

// The references of lines. Most are sealed in the event, and are opened once for each line that is not settled.

export type LineReferences = {
  /** Opens what is sealed. Throws StoreUnavailable. */
  open(state: ReconciliationState): Promise<void>;
  /** Whether the texts of all lines that are not settled are open. */
  isComplete(state: ReconciliationState): boolean;
  readonly of: WordsOf;
};

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_./-]{4,}/gu;
const WORDS_MAX = 20;

export function createLineReferences(stream: string, seal: Pick<MonthlySeal, 'open'>): LineReferences {
  const opened = new Map<string, Pick<Entry, 'references' | 'text'>>();

  const unopened = ({ accounts }: ReconciliationState): BankLine[] =>
    [...accounts.values()].flatMap(({ lines }) =>
      [...lines.values()].filter(
        ({ id, sealed, settled }) => sealed !== null && settled === undefined && !opened.has(id),
      ),
    );

  return {
    async open(state) {
      for (const { id, sealed } of unopened(state)) {
        const text = sealed === null ? null : await seal.open(sealed, statementLineContext(stream, id));
        opened.set(id, text === null ? NO_WORDS : wordsIn(text));
      }
    },
    isComplete: (state) => unopened(state).length === 0,
    of({ id, bankReference }) {
      const { references, text = '' } = opened.get(id) ?? NO_WORDS;
      if (!hasReference(bankReference)) return { references, text };
      return { references: [bankReference, ...references], text: `${bankReference} ${text}` };
    },
  };
}

const NO_WORDS = { references: [], text: '' } as const;

function wordsIn(sealed: string): Pick<Entry, 'references' | 'text'> {
  // This service sealed it.
  const { text, references } = JSON.parse(sealed) as PaymentText;
  return {
    references: [...references, ...(text?.match(WORD) ?? []).slice(0, WORDS_MAX)],
    text: [...references, text ?? ''].join(' '),
  };
}
