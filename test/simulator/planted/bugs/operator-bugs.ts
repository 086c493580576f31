/** Bugs of what operators do. */
import type { PlantedBug } from '../planted-bug.ts';

export const OPERATOR_BUGS: readonly PlantedBug[] = [
  {
    name: 'own proposal approved',
    effect: 'The operator who proposed a reward or an approval lets it take effect.',
    edits: [
      {
        file: 'src/ledger/dual-control/dual-control.ts',
        find: `if (isSameOperator(operator, proposed_by)) return refuse('second_operator_required');`,
        replace: `if (operator === '') return refuse('second_operator_required');`,
      },
      {
        file: 'src/ledger/dual-control/proposal.ts',
        find: `data.proposed_by !== open.proposed_by || isSameOperator(data.executed_by, open.proposed_by)`,
        replace: `data.proposed_by !== open.proposed_by`,
      },
    ],
  },
  {
    name: 'proposal executed twice',
    effect: 'A proposal stays open after it was executed, so a reward is granted twice.',
    edits: [
      {
        file: 'src/ledger/dual-control/proposal.ts',
        find: `book.proposals.delete(id);`,
        replace: `if (event.type !== 'proposal.executed') book.proposals.delete(id);`,
      },
    ],
  },
  {
    name: 'statement line counted twice',
    effect: 'A line that an earlier statement contained is recorded again.',
    edits: [
      {
        file: 'src/reconciliation/statements/import-decisions.ts',
        find: `account?.lineKeys.has(lineKey({ bank_reference, amount: formatAmount(amount, decimals) })) !== true,`,
        replace: `account === undefined || lineKey({ bank_reference, amount: formatAmount(amount, decimals) }) !== '',`,
      },
    ],
  },
  {
    name: 'line added to a closed day',
    effect: 'A line that is imported after its day was closed belongs to that day.',
    edits: [
      {
        file: 'src/reconciliation/state/days.ts',
        find: `lastClosedDay === undefined || day > lastClosedDay ? day : dayAfter(lastClosedDay);`,
        replace: `lastClosedDay === undefined || day <= lastClosedDay ? day : day;`,
      },
    ],
  },
];
