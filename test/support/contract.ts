/**
 * A contract is the list of behaviours that every adapter of a port shares. It is a list of cases, not mocha code, so
 * that the same cases can be run against a store that does nothing, to prove that each of them is able to fail.
 */

/** `run` throws when the store under test does not behave. It has its own data: other cases use the same store. */
export type ContractCase<Context> = {
  readonly title: string;
  readonly run: (context: Context) => Promise<void>;
};

/** What a case gets: the store under test, opened once for the whole suite, and how to let go of it. */
export type Closable = { close(): Promise<void> };

/** Registers a suite in which every case is one test. */
export function describeContract<Context extends Closable>(
  name: string,
  cases: readonly ContractCase<Context>[],
  open: () => Promise<Context>,
): void {
  describe(name, () => {
    let context: Context | undefined;
    before(async () => {
      context = await open();
    });
    after(async () => {
      await context?.close();
    });
    for (const { title, run } of cases) {
      it(title, async () => {
        if (context === undefined) throw new Error('The store under test did not open.');
        await run(context);
      });
    }
  });
}

/**
 * Runs the cases one after another and gives the titles of those that failed. A case that has not ended by the
 * deadline counts as failed and is left to itself.
 */
export async function failuresOf<Context extends Closable>(
  cases: readonly ContractCase<Context>[],
  open: () => Promise<Context>,
  deadlineMs = 1_000,
): Promise<string[]> {
  const context = await open();
  const failed: string[] = [];
  for (const { title, run } of cases) {
    if (!(await succeeds(() => run(context), deadlineMs))) failed.push(title);
  }
  await context.close();
  return failed;
}

async function succeeds(run: () => Promise<void>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const ended = (async () => {
    try {
      await run();
      return true;
    } catch {
      return false;
    }
  })();
  const result = await Promise.race([ended, late]);
  clearTimeout(timer);
  return result;
}
