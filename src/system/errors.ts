/** Reads thrown values, which may be of any type. */

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether it is a system error with this code, such as `ENOENT`. */
export const hasErrorCode = (error: unknown, code: string): error is Error =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether it is a system error, from this system call if one is given. */
export const isSystemError = (error: unknown, syscall?: string): error is Error =>
  error instanceof Error && 'syscall' in error && (syscall === undefined || error.syscall === syscall);
