/** Asks before a decision that cannot be undone, after a summary of what it is about. */
import type { Command } from 'commander';
import { UsageError } from './outcome.ts';
import type { JsonObject } from './outcome.ts';

/** Adds `--yes`, for scripts. */
export const withConfirmation = (command: Command): Command =>
  command.option('-y, --yes', 'do not ask for confirmation');

/**
 * Shows the objects on standard error and asks, unless `--yes` was given. Throws a UsageError if the answer is not yes, or
 * if nobody can answer.
 */
export async function confirm(
  command: Command,
  question: string,
  objects: readonly JsonObject[],
): Promise<void> {
  if (command.opts()['yes'] === true) return;
  const { summaryText } = await import('./output.ts');
  for (const object of objects) console.error(`${summaryText(object)}\n`);
  if (!process.stdin.isTTY)
    throw new UsageError('Nobody can confirm, because standard input is not a terminal. Add --yes.');
  const { askText } = await import('./integrator/prompt.ts');
  const answer = await askText(`${question}? yes or no`, 'no');
  if (!/^y(es)?$/i.test(answer)) throw new UsageError('Nothing was changed.');
}
