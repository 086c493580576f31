/** Closes what was opened in the reverse order, and goes on when one part fails to close. */

type Close = () => unknown;

export type CloseStack = {
  /** Closes `parts` together, before everything that was added earlier. */
  add(...parts: readonly Close[]): void;
  /** Closes each part once. Throws an AggregateError with every error after all parts have been closed. */
  readonly close: () => Promise<void>;
};

export function createCloseStack(): CloseStack {
  const groups: (readonly Close[])[] = [];

  async function closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const group of groups.toReversed()) {
      const results = await Promise.allSettled(group.map((close) => Promise.resolve().then(close)));
      for (const result of results) if (result.status === 'rejected') errors.push(result.reason);
    }
    if (errors.length > 0) throw new AggregateError(errors, `${errors.length} parts failed to close.`);
  }

  let closed: Promise<void> | undefined;
  return {
    add: (...parts) => void groups.push(parts),
    close: () => (closed ??= closeAll()),
  };
}

/**
 * Runs `open` and adds a `close` to its result. When `open` throws, closes what it added to the stack and rethrows. When
 * that fails too, throws an AggregateError whose first error is the one from `open`.
 */
export async function openClosable<Opened extends object>(
  open: (stack: CloseStack) => Promise<Opened>,
): Promise<Opened & { close(): Promise<void> }> {
  const stack = createCloseStack();
  try {
    return { ...(await open(stack)), close: stack.close };
  } catch (error) {
    await stack.close().catch((closeError: unknown) => {
      throw new AggregateError([error, closeError], 'Opening failed, and so did closing what was open.');
    });
    throw error;
  }
}
