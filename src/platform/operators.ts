/**
 * Operators. A token identifies its operator by name; a provider identifies a person by issuer and subject, and the ID
 * derives from both, so every node knows it without a look-up.
 */
import { createHash } from 'node:crypto';
import type { OperatorRole, Platform } from './platform.ts';

/** Who a provider says that somebody is. Both texts together never belong to anybody else. */
type ProviderIdentity = { readonly issuer: string; readonly subject: string };

/** The caller of the operator API, or the user of the console. */
export type Operator = {
  /** `opt_…` for a token, `opr_…` for a person whom a provider identified. */
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Absent for tokens. */
  readonly identity?: ProviderIdentity;
};

/** A person whom a provider identified, with the name of the newest sign-in. */
export type IdentifiedOperator = ProviderIdentity & {
  readonly id: string;
  readonly name: string;
  /** The first sign-in. */
  readonly created_at: string;
};

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ISSUER_DIGITS = 6;
const SUBJECT_DIGITS = 20;

/** `opr_`, 6 digits for the issuer, and 20 for the subject: operators of one provider have the same first digits. */
export const operatorIdOf = ({ issuer, subject }: ProviderIdentity): string =>
  `opr_${digitsOf([issuer], ISSUER_DIGITS)}${digitsOf([issuer, subject], SUBJECT_DIGITS)}`;

const digitsOf = (texts: readonly string[], count: number): string =>
  [...createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, count)]
    .map((byte) => DIGITS.charAt(byte % DIGITS.length))
    .join('');

type Known = Pick<Platform, 'tokens' | 'operators'>;

/** The name of a token's operator, or of a person; undefined if the ID is unknown. */
export const nameOfOperator = ({ tokens, operators }: Known, id: string): string | undefined =>
  (tokens.get(id) ?? operators.get(id))?.name;
