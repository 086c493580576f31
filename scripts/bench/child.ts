/**
 * Child processes of a benchmark. Each measurement has its own, so that heaps and compiled code are separate.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Bench = {
  /** Sends a task and resolves to the response. One at a time. */
  ask(task: unknown): Promise<unknown>;
  /** Kills the process without cleanup. */
  kill(): Promise<void>;
};

/** Starts a file of this folder that uses `serveTasks`. */
export function startChild(file: string, flags: readonly string[] = []): Bench {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: [...flags, '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    async ask(task) {
      const answer = nextAnswer(child);
      child.send({ task });
      const first = await Promise.race([answer, ended.then((code) => ({ fault: `exit code ${code}` }))]);
      if ('fault' in first) throw new Error(`${file} failed: ${first.fault}`);
      return first.result;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

type AnswerMessage = { readonly result: unknown } | { readonly fault: string };

const nextAnswer = (child: ChildProcess): Promise<AnswerMessage> =>
  // Children send only messages of `serveTasks`.
  new Promise((resolve) => child.once('message', (message) => resolve(message as AnswerMessage)));

/** Runs one task in a separate process. */
export async function inChild(file: string, task: unknown, flags: readonly string[] = []): Promise<unknown> {
  const child = startChild(file, flags);
  try {
    return await child.ask(task);
  } finally {
    await child.kill();
  }
}

/**
 * The child's side: runs each task, and exits when the parent does. Does nothing in a process without a parent, so that a file
 * can contain both sides of a measurement.
 */
export function serveTasks(work: (task: never) => Promise<unknown>): void {
  if (process.send === undefined) return;
  const send = (message: AnswerMessage): void => void process.send?.(message);
  process.on('message', ({ task }: { task: unknown }) => {
    // The parent sends tasks of this child's type only.
    work(task as never).then(
      (result) => send({ result }),
      (error: unknown) =>
        send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => process.exit());
}
