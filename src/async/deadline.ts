import { clearTimeout, setTimeout } from '../system/runtime.ts';
/** Returns the work's result. Throws the error from `createError` after `deadlineMs`; a late result is ignored. */
export async function withDeadline<T>(
  work: Promise<T>,
  deadlineMs: number,
  createError: () => Error = () => new Error(`no answer within ${deadlineMs} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), deadlineMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
