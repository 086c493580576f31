/** Child process: opens a database file with a book and decides one command. The parent measures the time. */
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
  /** A graceful stop, which writes a snapshot. */
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
