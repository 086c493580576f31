/** Bugs of what operators do. */
import type { PlantedBug } from '../planted-bug.ts';

export const OPERATOR_BUGS: readonly PlantedBug[] = [
  {
    name: 'own proposal approved',
    effect: 'The operator who proposed a reward or an approval lets it take effect.',
    edits: [
      {
        file: 'src/ledger/dual-control.ts',
        find: `if (isSameOperator(operator, open.proposed_by)) return refuse('second_operator_required');`,
        replace: `if (operator === '') return refuse('second_operator_required');`,
      },
      {
        file: 'src/ledger/dual-control.ts',
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
        file: 'src/ledger/dual-control.ts',
        find: `  proposals.set(id, endProposal(before, event));`,
        replace: `  if (event.type !== 'proposal.executed') proposals.set(id, endProposal(before, event));`,
      },
    ],
  },
  {
    name: 'statement line counted twice',
    effect: 'A line that an earlier statement contained is recorded again.',
    edits: [
      {
        file: 'src/reconciliation/statements/import-decisions.ts',
        find: `return overlap.known.has(i) ? [] : [{ ...line, balanceAfter: balance }];`,
        replace: `return overlap.known.has(-1 - i) ? [] : [{ ...line, balanceAfter: balance }];`,
      },
    ],
  },
  {
    name: 'line added to a closed day',
    effect: 'A line that is imported after its day was closed belongs to that day.',
    edits: [
      {
        file: 'src/reconciliation/state/rail-account.ts',
        find: `lastClosedDay === undefined || day > lastClosedDay ? day : dayAfter(lastClosedDay);`,
        replace: `lastClosedDay === undefined || day <= lastClosedDay ? day : day;`,
      },
    ],
  },
  {
    name: 'journal misses a posting',
    effect: 'The journal leaves out the postings of some events.',
    edits: [
      {
        file: 'src/reconciliation/journal.ts',
        find: `lines.push(...linesOf(stored, time));`,
        replace: `if (stored.revision % 50 !== 7) lines.push(...linesOf(stored, time));`,
      },
    ],
  },
  {
    name: 'large allocation without a proposal',
    effect: 'An allocation of any amount needs no second operator.',
    edits: [
      {
        file: 'src/treasury/treasury-proposals.ts',
        find: `tradesAtLeast : allocationsAtLeast;`,
        replace: `tradesAtLeast : allocationsAtLeast && null;`,
      },
    ],
  },
  {
    name: 'expired keys need attention',
    effect: 'Keys that have expired are still shown as ones that expire soon.',
    edits: [
      {
        file: 'src/operator/resources/attention.ts',
        find: `Date.parse(each) > now && Date.parse(each)`,
        replace: `Date.parse(each) > 0 && Date.parse(each)`,
      },
    ],
  },
  {
    name: 'metrics of a minute lost',
    effect: 'What a node has counted is gone when its minute ends.',
    edits: [
      {
        file: 'src/minute-metrics/minute-metrics.ts',
        find: `if (isEmpty(record)) return;`,
        replace: `if (isEmpty(record) || minute > 0) return;`,
      },
    ],
  },
  {
    name: 'checkpoint of an older size',
    effect: 'A checkpoint says that a stream has one event less than the hash belongs to.',
    edits: [
      {
        file: 'src/audit/checkpoints/checkpoint-writer.ts',
        find: `appendCheckpoint(folder, { stream, ...now, time,`,
        replace: `appendCheckpoint(folder, { stream, ...now, size: Math.max(1, now.size - 1), time,`,
      },
    ],
  },
];
