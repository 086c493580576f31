/** Reads large statements in a worker thread, so that no file occupies the event loop. */
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { StoreUnavailable } from '../../event-store/port.ts';
import type { StatementImport } from '../../generated/api.ts';
import { clearTimeout, setTimeout } from '../../system/runtime.ts';
import { threadModule } from '../../system/thread-module.ts';
import { readStatement, type BoundAccounts, type ImportedStatement } from './read-statement.ts';
import { InvalidStatement } from './statement.ts';

/** Smaller files are read faster than a thread starts. */
const INLINE_CHARACTERS_MAX = 64 * 1024;
const THREAD_TIMEOUT_MS = 60_000;
const THREAD_MEMORY_MB = 1_024;

type Task = {
  readonly statementThread: true;
  readonly input: StatementImport;
  readonly currencies: ReadonlyMap<string, number>;
  readonly bound: BoundAccounts;
};
/** A cloned error loses its class. */
type Result = { readonly statement: ImportedStatement } | { readonly invalid: string };

/** Throws InvalidStatement, and StoreUnavailable if the thread fails. */
export async function readStatementInThread(
  input: StatementImport,
  currencies: ReadonlyMap<string, number>,
  bound: BoundAccounts,
): Promise<ImportedStatement> {
  const size = input.content?.length ?? (input.statement?.lines.length ?? 0) * 100;
  if (size <= INLINE_CHARACTERS_MAX) return readStatement(input, currencies, bound);
  const result = await runInThread({ statementThread: true, input, currencies, bound });
  if ('invalid' in result) throw new InvalidStatement(result.invalid);
  return result.statement;
}

function runInThread(task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadModule('src/reconciliation/statements/read-thread'), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    });
    const timer = setTimeout(() => {
      resolve({ invalid: 'The file takes too long to read. Export shorter periods.' });
      void worker.terminate();
    }, THREAD_TIMEOUT_MS);
    worker.once('message', (result: Result) => resolve(result));
    worker.once('error', (error: Error & { readonly code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        resolve({ invalid: 'The file needs too much memory to be read. Export shorter periods.' });
      else reject(new StoreUnavailable(error.message, { cause: error }));
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new StoreUnavailable(`the thread that reads statements exited with code ${code}`));
    });
  });
}

const isTask = (data: unknown): data is Task =>
  typeof data === 'object' && data !== null && 'statementThread' in data;

function runTask({ input, currencies, bound }: Task): Result {
  try {
    return { statement: readStatement(input, currencies, bound) };
  } catch (error) {
    if (!(error instanceof InvalidStatement)) throw error;
    return { invalid: error.message };
  }
}

// Other worker threads may import this module.
if (!isMainThread && isTask(workerData)) parentPort?.postMessage(runTask(workerData));
