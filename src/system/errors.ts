/** What was thrown, which may be anything, in words and by its code. */

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether it is a fault of the system with this code, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): error is Error =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether it is a fault of the system, in this call of it where one is named. */
export const isSystemError = (error: unknown, syscall?: string): error is Error =>
  error instanceof Error && 'syscall' in error && (syscall === undefined || error.syscall === syscall);
