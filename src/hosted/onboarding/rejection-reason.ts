/** Why an identity was not accepted: the usual reasons, which the pages show in the reader's language. */
import type { User } from '../../ledger/users/user.ts';
import { inEnglish } from '../languages/language.ts';
import type { Language } from '../languages/language.ts';

type Reason = User['rejection_reasons'][number];

export const REASON_CODES = [
  'document_expired',
  'document_unreadable',
  'details_mismatch',
  'address_unverified',
  'other',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

const isReasonCode = (code: string): code is ReasonCode => REASON_CODES.some((each) => each === code);

/** Undefined for another code. */
export const parseReasonCode = (code: string): ReasonCode | undefined =>
  isReasonCode(code) ? code : undefined;

/** The reason as an event records it. */
export const usualReason = (code: ReasonCode): Reason => ({ code, message: inEnglish(`reason.${code}`) });

/** A usual reason in the reader's language, and a message of a reviewer as it is. */
export const reasonText = ({ text }: Language, { code, message }: Reason): string =>
  isReasonCode(code) && message === inEnglish(`reason.${code}`) ? text(`reason.${code}`) : message;
