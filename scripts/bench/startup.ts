/** Child process: opens a file with a book and decides one command. The parent looks at the clock. */
import { makeTransfers, openWriters } from './book.ts';
import type { OpenedWriters } from './book.ts';
import { serveTasks } from './child.ts';

export type StartTask =
  | {
      readonly kind: 'decide';
      readonly file: string;
      readonly wallets: readonly string[];
      readonly number: number;
    }
  /** An orderly end, which leaves a snapshot of the newest state. */
  | { readonly kind: 'close' };

let opened: OpenedWriters | undefined;

serveTasks(async (task: StartTask) => {
  if (task.kind === 'close') {
    await opened?.close();
    return;
  }
  opened = await openWriters(task.file);
  await makeTransfers(opened, task.wallets, { from: task.number, to: task.number + 1 });
});
