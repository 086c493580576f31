/** Imports statements into the stream of an environment. */
import { statementLineContext } from '../../ledger/sealing-context.ts';
import type { MonthlySeal } from '../../vault/monthly-seal.ts';
import type { StreamOutcome } from '../../writer/stream-writer.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';
import { decideEnd, decideLines } from './import-decisions.ts';
import type { SealLine, StatementToImport } from './import-decisions.ts';

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
