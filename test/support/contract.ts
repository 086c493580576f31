/**
 * A contract lists the behaviors that all adapters of a port share. It is a list of cases instead of mocha tests, so
 * that it can also run against a store that does nothing, which proves that each case can fail.
 */

/**
 * `run` throws if the store does not behave as expected. Each case uses its own data because all cases share the store.
 */
export type ContractCase<Context> = {
  readonly title: string;
  readonly run: (context: Context) => Promise<void>;
};

/** The store under test, opened once per suite. */
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
 * Runs the cases sequentially and returns the titles of the failed ones. A case that exceeds the deadline fails and is
 * abandoned.
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
