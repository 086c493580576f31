/** An end to waiting for others, who may never answer. */

/** The work's result; throws what `late` gives when it has none after so long. What comes of it later is not heard of any more. */
export async function withDeadline<T>(
  work: Promise<T>,
  deadlineMs: number,
  late: () => Error = () => new Error(`no answer within ${deadlineMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), deadlineMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
