/** Reads large statements in a worker thread, so that no file occupies the event loop. */
import { StoreUnavailable } from '../../event-store/port.ts';
import type { StatementImport } from '../../generated/api.ts';
import { errorMessage } from '../../system/errors.ts';
import { ThreadFailed, defineThreadTask } from '../../system/thread-task.ts';
import { readStatement, type BoundAccounts, type ImportedStatement } from './read-statement.ts';
import { InvalidStatement } from './statement.ts';

/** Smaller files are read faster than a thread starts. */
const INLINE_CHARACTERS_MAX = 64 * 1024;
const THREAD_TIMEOUT_MS = 60_000;
const THREAD_MEMORY_MB = 1_024;

type Task = {
  readonly input: StatementImport;
  readonly currencies: ReadonlyMap<string, number>;
  readonly bound: BoundAccounts;
};
/** A cloned error loses its class. */
type Result = { readonly statement: ImportedStatement } | { readonly invalid: string };

const readInThread = defineThreadTask(
  'src/reconciliation/statements/read-thread',
  ({ input, currencies, bound }: Task): Result => {
    try {
      return { statement: readStatement(input, currencies, bound) };
    } catch (error) {
      if (!(error instanceof InvalidStatement)) throw error;
      return { invalid: error.message };
    }
  },
  { timeoutMs: THREAD_TIMEOUT_MS, memoryMb: THREAD_MEMORY_MB },
);

/** Throws InvalidStatement, and StoreUnavailable if the thread fails. */
export async function readStatementInThread(
  input: StatementImport,
  currencies: ReadonlyMap<string, number>,
  bound: BoundAccounts,
): Promise<ImportedStatement> {
  const size = input.content?.length ?? (input.statement?.lines.length ?? 0) * 100;
  if (size <= INLINE_CHARACTERS_MAX) return readStatement(input, currencies, bound);
  const result = await readInThread({ input, currencies, bound }).catch(withoutThread);
  if ('invalid' in result) throw new InvalidStatement(result.invalid);
  return result.statement;
}

function withoutThread(error: unknown): Result {
  const reason = error instanceof ThreadFailed ? error.reason : 'other';
  if (reason === 'time') return { invalid: 'The file takes too long to read. Export shorter periods.' };
  if (reason === 'memory')
    return { invalid: 'The file needs too much memory to be read. Export shorter periods.' };
  throw new StoreUnavailable(errorMessage(error), { cause: error });
}
