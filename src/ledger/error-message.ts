/** The messages of errors. Every message of a code begins with the same sentence, from `schemas/errors.json`. */
import type { ErrorCode } from '../generated/api.ts';
import { ERRORS } from '../generated/errors.ts';

/** The message of a code, and what is specific to this case, if anything. */
export const messageOf = (code: ErrorCode, specifics = ''): string =>
  specifics === '' ? ERRORS[code].message : `${ERRORS[code].message} ${specifics}`;
