/** Decides that the import of a statement is void. Pure. */
import type { ReconciliationEvent } from '../../generated/events.ts';
import { refuse, refuseNotFound, type Refusal } from '../../ledger/refusal.ts';
import type { RailAccount, RecordedImport } from '../state/rail-account.ts';
import { accountOfStatement, type ReconciliationState } from '../state/state.ts';

type Voided = Extract<ReconciliationEvent, { type: 'statement.voided' }>;
type Refused = { readonly refusal: Refusal };

export type VoidableImport = { readonly account: RailAccount; readonly found: RecordedImport };

/** Refuses not_found, day_state_conflict, and break_state_conflict. */
export function requireVoidable(
  state: Pick<ReconciliationState, 'accounts' | 'statements' | 'lastClosedDay'>,
  id: string,
): VoidableImport | Refused {
  const account = accountOfStatement(state, id);
  const found = account?.imports.find(({ view }) => view.id === id);
  if (account === undefined || found === undefined) {
    const isVoided = state.statements.some((each) => each.id === id);
    return isVoided
      ? refuse('day_state_conflict', 'The statement was voided before.')
      : refuseNotFound('statement');
  }
  const { lastClosedDay = '' } = state;
  const isClosed =
    found.lines.some(({ day, settled }) => day <= lastClosedDay && settled?.kind !== 'before') ||
    (found.lines.length === 0 && found.view.closed_on <= lastClosedDay);
  if (isClosed) return refuse('day_state_conflict', `Its days are closed until ${lastClosedDay}.`);
  const later = repeatingImport(account, found);
  if (later !== undefined)
    return refuse(
      'day_state_conflict',
      `The statement ${later.view.id} contains some of its lines, and was imported later. Void that one first.`,
    );
  const settled = found.lines.find((line) => line.settled !== undefined && line.settled.kind !== 'before');
  if (settled !== undefined)
    return refuse('break_state_conflict', `Its line ${settled.id} was written off or settled in a group.`);
  return { account, found };
}

/** A later statement that counts on lines of this one. */
const repeatingImport = ({ imports }: RailAccount, found: RecordedImport): RecordedImport | undefined =>
  imports
    .slice(imports.indexOf(found) + 1)
    .find(
      ({ view }) =>
        found.lines.length > 0 &&
        view.known_lines > 0 &&
        view.opened_on <= found.view.closed_on &&
        view.closed_on >= found.view.opened_on,
    );

export const voidEvent = ({ found }: VoidableImport, reason: string): Voided => ({
  type: 'statement.voided',
  data: { statement_id: found.view.id, reason },
});
