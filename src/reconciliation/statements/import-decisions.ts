/** Decides the import of a bank statement, in steps that fit into one append each. Pure. */

import { StoreUnavailable } from '../../event-store/port.ts';
import type { BankStatement as StatementView } from '../../generated/api.ts';
import type { ReconciliationEvent } from '../../generated/events.ts';
import { formatAmount } from '../../ledger/amount.ts';
import { deriveId } from '../../ledger/ids.ts';
import { refuse, type Refusal } from '../../ledger/refusal.ts';
import { statementLineContext } from '../../ledger/sealing-context.ts';
import type { MonthlySeal } from '../../vault/seals.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';
import { accountKey, type RailAccount } from '../state/rail-account.ts';
import type { ReconciliationState } from '../state/state.ts';
import { presentStatement, type EventOrigin } from '../state/statements.ts';
import type { ImportedStatement } from './read-statement.ts';
import { lineKey, type CheckedLine } from './statement.ts';

type StatementToImport = ImportedStatement & { readonly rail: string; readonly decimals: number };

/** The stream, revision, and time of the next event. */
export type EventContext = { readonly stream: string; readonly revision: number; readonly now: number };

/** Seals the text of a line. */
type SealLine = (line: CheckedLine, lineId: string) => string | null;

type Refused = { readonly refusal: Refusal };

/** Few enough for one append to any event store, with the event that begins the import. */
const LINES_PER_APPEND = 100;

/** The next events of the import, without its last one. Empty when all lines are recorded. Refuses statement_exists. */
function decideLines(
  state: ReconciliationState,
  statement: StatementToImport,
  seal: SealLine,
  { stream, revision, now }: EventContext,
): { readonly events: readonly ReconciliationEvent[] } | Refused {
  const account = state.accounts.get(accountKey(statement));
  const existing_id = account?.files.get(statement.sha256);
  if (existing_id !== undefined) return refuse('statement_exists', '', { existing_id });
  const running = runningImport(account, statement);
  const statement_id = running?.statement.statement_id ?? deriveId('stm', now, stream, revision);
  const started: readonly ReconciliationEvent[] =
    running === undefined ? [startedEvent(statement, statement_id)] : [];
  const done = running?.lines.length ?? 0;
  const left = newLines(account, statement).slice(done, done + LINES_PER_APPEND);
  return {
    events: [
      ...started,
      ...left.map((line, i): ReconciliationEvent => {
        const line_id = deriveId('stl', now, stream, revision + started.length + i);
        const { booked_on, bank_reference, amount } = line;
        return {
          type: 'statement.line_recorded',
          data: {
            ...{ statement_id, line_id, booked_on, bank_reference, sealed: seal(line, line_id) },
            amount: formatAmount(amount, statement.decimals),
          },
        };
      }),
    ],
  };
}

/** The event that ends the import. Refuses statement_exists. Throws StoreUnavailable if another import replaced it. */
function decideEnd(
  state: ReconciliationState,
  statement: StatementToImport,
  origin: EventOrigin,
):
  | {
      readonly event: Extract<ReconciliationEvent, { type: 'statement.imported' }>;
      readonly view: StatementView;
    }
  | Refused {
  const account = state.accounts.get(accountKey(statement));
  const existing_id = account?.files.get(statement.sha256);
  if (existing_id !== undefined) return refuse('statement_exists', '', { existing_id });
  const running = runningImport(account, statement);
  const added = newLines(account, statement);
  if (running?.lines.length !== added.length)
    // The same request can be repeated, and then begins the import again.
    throw new StoreUnavailable('another import for the same bank account began');
  const isNew = new Set(added);
  const known = statement.lines.filter((line) => !isNew.has(line));
  const data = {
    statement_id: running.statement.statement_id,
    recorded_lines: added.length,
    known_lines: known.length,
    known_amount: formatAmount(
      known.reduce((sum, { amount }) => sum + amount, 0n),
      statement.decimals,
    ),
  };
  return {
    event: { type: 'statement.imported', data },
    view: presentStatement(running.statement, data, account, origin),
  };
}

const runningImport = (account: RailAccount | undefined, { sha256 }: StatementToImport) =>
  account?.unfinished?.statement.sha256 === sha256 ? account.unfinished : undefined;

/** The lines that no earlier statement contained. */
const newLines = (
  account: RailAccount | undefined,
  { lines, decimals }: StatementToImport,
): readonly CheckedLine[] =>
  lines.filter(
    ({ bank_reference, amount }) =>
      account?.lineKeys.has(lineKey({ bank_reference, amount: formatAmount(amount, decimals) })) !== true,
  );

function startedEvent(statement: StatementToImport, statement_id: string): ReconciliationEvent {
  const { rail, currency, format, sha256, opened_on, closed_on, opening, closing, lines, decimals } =
    statement;
  return {
    type: 'statement.started',
    data: {
      ...{ statement_id, rail, currency, format, sha256, opened_on, closed_on, lines: lines.length },
      opening_balance: formatAmount(opening, decimals),
      closing_balance: formatAmount(closing, decimals),
    },
  };
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
  /** False when all lines are recorded. Undefined if it was refused. */
  async function recordLines(
    statement: StatementToImport,
    sealLine: SealLine,
    { actor, requestId }: ReconciliationRequest,
  ): Promise<boolean | undefined> {
    let isMore = false;
    const outcome = await events.submit({
      actor,
      requestId,
      decide({ now }) {
        const decided = decideLines(state, statement, sealLine, next(now));
        if ('refusal' in decided) return decided;
        isMore = decided.events.length > 0;
        return { events: decided.events, answer: { status: 200, body: '{}' } };
      },
    });
    return outcome.kind === 'refused' ? undefined : isMore;
  }

  return async (statement, request) => {
    const key = await seal.currentKey();
    const sealLine: SealLine = ({ details }, lineId) =>
      isEmpty(details) ? null : key.seal(JSON.stringify(details), statementLineContext(stream, lineId));
    while (await recordLines(statement, sealLine, request));
    return events.submit({
      ...request,
      decide({ time }) {
        const decided = decideEnd(state, statement, { environment, actor: request.actor, time });
        if ('refusal' in decided) return decided;
        return { events: [decided.event], answer: { status: 201, body: JSON.stringify(decided.view) } };
      },
    });
  };
}

const isEmpty = (details: object): boolean =>
  Object.values(details).every((value) => value === null || (Array.isArray(value) && value.length === 0));
