/** Decides the import of a bank statement, in steps that fit into one append each. Pure. */

import { StoreUnavailable } from '../../event-store/port.ts';
import type { BankStatement as StatementView, StatementPreview } from '../../generated/api.ts';
import type { ReconciliationEvent } from '../../generated/events.ts';
import { formatAmount, type Amount } from '../../ledger/amount.ts';
import { deriveId, type EnvironmentName } from '../../ledger/ids.ts';
import { refuse, refuseField, type Refusal } from '../../ledger/refusal.ts';
import { statementLineContext } from '../../ledger/sealing-context.ts';
import type { MonthlySeal } from '../../vault/seals.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';
import { accountKey, type RailAccount } from '../state/rail-account.ts';
import type { ReconciliationState } from '../state/state.ts';
import { gapBefore, presentStatement, type EventOrigin } from '../state/statements.ts';
import { findOverlap, type Overlap } from './overlap.ts';
import type { BoundAccounts, ImportedStatement } from './read-statement.ts';
import { accountHash, hasReference, maskAccount, type BankStatement, type CheckedLine } from './statement.ts';

/** A file that was read, and what the person who imports it says about it. */
export type StatementToImport = ImportedStatement & {
  readonly rail: string;
  readonly decimals: number;
  readonly account_changed?: boolean | undefined;
  readonly overlap?: 'new' | 'known' | undefined;
};

/** The stream, revision, and time of the next event. */
export type EventContext = { readonly stream: string; readonly revision: number; readonly now: number };

/** Seals the text of a line. */
type SealLine = (line: CheckedLine, lineId: string) => string | null;

type Refused = { readonly refusal: Refusal };

/** A line that no earlier statement contained. */
type NewLine = CheckedLine & { readonly balanceAfter: Amount };
type Plan = Omit<Overlap, 'known'> & {
  readonly statement: StatementToImport;
  readonly lines: readonly NewLine[];
  readonly known: Overlap['known'];
};

/** Few enough for one append to any event store, with the event that begins the import. */
const LINES_PER_APPEND = 100;
const PREVIEW_LINES_MAX = 1_000;

/** What the import will record. Refuses statement_exists and validation_failed. */
function planImport(state: Pick<ReconciliationState, 'accounts'>, file: StatementToImport): Plan | Refused {
  const account = state.accounts.get(accountKey(file));
  const existing_id = account?.files.get(file.sha256);
  if (existing_id !== undefined) return refuse('statement_exists', '', { existing_id });
  const field = file.format === 'json' ? 'statement' : 'content';
  const wrong = (problem: string) => refuseField(field, 'invalid_value', problem);
  const bound = account === undefined ? [] : accountsOf(account);
  if (file.account !== null && file.account_changed !== true && bound.length > 0) {
    const hash = accountHash(file.account);
    if (!bound.some((each) => each.hash === hash))
      return wrong(
        `The file is of the account ${maskAccount(file.account)}, but statements of ${file.rail} in ${file.currency} are of ${bound.map(({ masked }) => masked).join(' and ')}.`,
      );
  }
  const imports = account?.imports ?? [];
  const readings = [file, ...(file.otherOrder === undefined ? [] : [inOtherOrder(file, file.otherOrder)])];
  const found = readings.map((each) => ({
    statement: each,
    overlap: findOverlap(each, imports, file.overlap),
  }));
  const isFitting = ({ overlap }: (typeof found)[number]): boolean => 'known' in overlap && overlap.isProven;
  const chosen = found.length === 1 ? found : found.filter(isFitting);
  const [only, other] = chosen;
  if (only === undefined || other !== undefined)
    return wrong(
      'The balances fit both orders of the rows, from the oldest to the newest and the other way round. Set mapping.order.',
    );
  const { statement, overlap } = only;
  if ('problem' in overlap) return wrong(overlap.problem);
  let balance = overlap.opening;
  const lines = statement.lines.flatMap((line, i): NewLine[] => {
    balance += line.amount;
    return overlap.known.has(i) ? [] : [{ ...line, balanceAfter: balance }];
  });
  return { ...overlap, statement, lines };
}

const inOtherOrder = (file: StatementToImport, other: BankStatement): StatementToImport => ({
  ...file,
  ...other,
});

/** The account numbers that statements of this bank account had. */
const accountsOf = ({
  imports,
}: Pick<RailAccount, 'imports'>): readonly { hash: string; masked: string }[] => {
  const found = imports.flatMap(({ started }) => started.account ?? []);
  return [...new Map(found.map((each) => [each.hash, each])).values()];
};

/** What the statements of a rail say about its accounts, by currency. */
export const boundAccounts = (state: Pick<ReconciliationState, 'accounts'>, rail: string): BoundAccounts =>
  new Map(
    [...state.accounts.values()]
      .filter((each) => each.rail === rail)
      .map((each) => [
        each.currency,
        {
          hashes: accountsOf(each).map(({ hash }) => hash),
          mapping: each.imports.findLast(({ started }) => started.mapping !== undefined)?.started.mapping,
        },
      ]),
  );

/** The next events of the import, without its last one. Empty when all lines are recorded. */
function decideLines(
  state: ReconciliationState,
  { statement, lines, ...plan }: Plan,
  seal: SealLine,
  { stream, revision, now }: EventContext,
): readonly ReconciliationEvent[] {
  const running = runningImport(state.accounts.get(accountKey(statement)), { statement, lines });
  const statement_id = running?.statement.statement_id ?? deriveId('stm', now, stream, revision);
  const started: readonly ReconciliationEvent[] =
    running === undefined ? [startedEvent({ ...plan, statement }, statement_id)] : [];
  const done = running?.lines.length ?? 0;
  const left = lines.slice(done, done + LINES_PER_APPEND);
  return [
    ...started,
    ...left.map((line, i): ReconciliationEvent => {
      const line_id = deriveId('stl', now, stream, revision + started.length + i);
      const { booked_on, bank_reference, amount, balanceAfter } = line;
      const isOutside = booked_on < statement.opened_on || booked_on > statement.closed_on;
      return {
        type: 'statement.line_recorded',
        data: {
          ...{ statement_id, line_id, booked_on, bank_reference, sealed: seal(line, line_id) },
          amount: formatAmount(amount, statement.decimals),
          balance_after: formatAmount(balanceAfter, statement.decimals),
          ...(isOutside && { is_outside_period: true }),
        },
      };
    }),
  ];
}

/** The event that ends the import. Throws StoreUnavailable if another import replaced it. */
function decideEnd(
  state: ReconciliationState,
  plan: Plan,
  origin: EventOrigin,
): {
  readonly event: Extract<ReconciliationEvent, { type: 'statement.imported' }>;
  readonly view: StatementView;
} {
  const { statement, lines } = plan;
  const account = state.accounts.get(accountKey(statement));
  const running = runningImport(account, plan);
  if (running?.lines.length !== lines.length)
    // The same request can be repeated, and then begins the import again.
    throw new StoreUnavailable('another import for the same bank account began');
  const data = {
    statement_id: running.statement.statement_id,
    recorded_lines: lines.length,
    known_lines: plan.known.size,
    known_amount: formatAmount(knownAmount(plan), statement.decimals),
    continues: plan.isProven,
  };
  return {
    event: { type: 'statement.imported', data },
    view: presentStatement(running.statement, data, account, origin),
  };
}

const knownAmount = ({ known, statement }: Plan): Amount =>
  [...known].reduce((sum, at) => sum + (statement.lines[at]?.amount ?? 0n), 0n);

/** The import that the same file began, read in the same way, with the same new lines. */
function runningImport(
  account: RailAccount | undefined,
  { statement, lines }: Pick<Plan, 'statement' | 'lines'>,
): RailAccount['unfinished'] {
  const found = account?.unfinished;
  if (found?.statement.sha256 !== statement.sha256 || (found.statement.mapping ?? null) !== statement.mapping)
    return undefined;
  const isBegun = found.lines.every((recorded, i) => {
    const line = lines[i];
    return (
      line !== undefined &&
      recorded.bank_reference === line.bank_reference &&
      recorded.amount === formatAmount(line.amount, statement.decimals) &&
      recorded.booked_on === line.booked_on
    );
  });
  return isBegun ? found : undefined;
}

function startedEvent(
  { statement, opening, closing }: Pick<Plan, 'statement' | 'opening' | 'closing'>,
  statement_id: string,
): ReconciliationEvent {
  const { rail, currency, format, sha256, opened_on, closed_on, lines, decimals, account, mapping } =
    statement;
  return {
    type: 'statement.started',
    data: {
      ...{ statement_id, rail, currency, format, sha256, opened_on, closed_on, lines: lines.length },
      opening_balance: formatAmount(opening, decimals),
      closing_balance: formatAmount(closing, decimals),
      ...(account !== null && { account: { hash: accountHash(account), masked: maskAccount(account) } }),
      ...(mapping !== null && { mapping }),
    },
  };
}

/** What an import of the file would record. Refuses statement_exists and validation_failed. */
export function previewImport(
  state: Pick<ReconciliationState, 'accounts'>,
  file: StatementToImport,
  environment: EnvironmentName,
): StatementPreview | Refused {
  const plan = planImport(state, file);
  if ('refusal' in plan) return plan;
  const { statement, opening, closing, known, isProven } = plan;
  const { rail, currency, format, opened_on, closed_on, lines, decimals, account, mapping } = statement;
  const opening_balance = formatAmount(opening, decimals);
  const imports = state.accounts.get(accountKey(statement))?.imports ?? [];
  return {
    object: 'statement_preview',
    ...{ environment, rail, currency, format, opened_on, closed_on, opening_balance },
    closing_balance: formatAmount(closing, decimals),
    account: account === null ? null : maskAccount(account),
    line_count: lines.length,
    known_lines: known.size,
    gap: isProven ? null : gapBefore({ opened_on, closed_on, opening_balance }, knownAmount(plan), imports),
    lines: lines.slice(0, PREVIEW_LINES_MAX).map(({ booked_on, amount, bank_reference, details }, i) => ({
      ...{ booked_on, amount: formatAmount(amount, decimals) },
      bank_reference: hasReference(bank_reference) ? bank_reference : null,
      text: details.text,
      counterparty_name: details.counterparty_name,
      is_known: known.has(i),
    })),
    warnings: [...statement.warnings, ...planWarnings(plan, imports.length > 0)],
    // It was serialized by the reader.
    mapping: mapping === null ? null : (JSON.parse(mapping) as StatementPreview['mapping']),
  };
}

function* planWarnings({ statement, isProven }: Plan, hasImports: boolean): Generator<string> {
  if (statement.opening === undefined)
    yield 'The file has no opening balance; it follows from the closing balance and the lines.';
  if (hasImports && !isProven) yield 'The balances do not continue those of recorded statements.';
  if (
    statement.lines.some(
      ({ booked_on }) => booked_on < statement.opened_on || booked_on > statement.closed_on,
    )
  )
    yield 'Lines are booked on days outside the period of the statement.';
}

// Imports statements into the stream of an environment.

export type ImportStatement = (
  statement: StatementToImport,
  request: ReconciliationRequest,
) => Promise<StreamOutcome>;

export function createImportStatement(
  { environment, stream, state, events, next }: ReconciliationContext,
  seal: Pick<MonthlySeal, 'currentKey'>,
): ImportStatement {
  return async (file, request) => {
    const key = await seal.currentKey();
    const sealLine: SealLine = ({ details }, lineId) =>
      isEmpty(details) ? null : key.seal(JSON.stringify(details), statementLineContext(stream, lineId));
    const plan = createPlanning(state, file);
    const { actor, requestId } = request;
    for (let isMore = true; isMore;) {
      isMore = false;
      await events.submit({
        actor,
        requestId,
        decide({ now }) {
          const planned = plan();
          if ('refusal' in planned) return planned;
          const recorded = decideLines(state, planned, sealLine, next(now));
          isMore = recorded.length > 0;
          return { events: recorded, answer: { status: 200, body: '{}' } };
        },
      });
    }
    return events.submit({
      ...request,
      decide({ time }) {
        const planned = plan();
        if ('refusal' in planned) return planned;
        const { event, view } = decideEnd(state, planned, { environment, actor, time });
        return { events: [event], answer: { status: 201, body: JSON.stringify(view) } };
      },
    });
  };
}

/** The plan of an import, which changes only when statements are imported or voided. */
function createPlanning(state: ReconciliationState, file: StatementToImport): () => Plan | Refused {
  let planned: { readonly version: string; readonly plan: Plan | Refused } | undefined;
  return () => {
    const imports = state.accounts.get(accountKey(file))?.imports ?? [];
    const version = `${imports.length} ${imports.at(-1)?.view.id ?? ''}`;
    if (planned?.version !== version) planned = { version, plan: planImport(state, file) };
    return planned.plan;
  };
}

const isEmpty = (details: object): boolean =>
  Object.values(details).every((value) => value === null || (Array.isArray(value) && value.length === 0));
