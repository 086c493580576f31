/** `attention`: what needs an operator now. */
import type { Command } from 'commander';
import { apiAction, withExamples } from '../program.ts';
import { listAllOutcome } from './rails.ts';

export function fillAttention(attention: Command): void {
  withExamples(attention, ['attention', 'attention --json']);
  attention.action(
    apiAction(async (api) => {
      const found = await api.get('/attention');
      const isComplete = found['is_complete'] === true;
      const outcome = listAllOutcome(found, ['kind', 'count', 'since', 'detail'], 'Nothing needs attention.');
      if (isComplete) return outcome;
      return { ...outcome, note: 'Not everything could be checked: a store or a read model is unavailable.' };
    }),
  );
}
