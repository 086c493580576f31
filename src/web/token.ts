/** Tokens of hosted links: 256 random bits that only the link itself has. Everybody else keeps their hash. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 43 characters of base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** SHA-256 in lower-case hex. A plain hash is enough for what can't be guessed. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/**
 * The token of a link's form. Only who has read the page can know it, so no other site can send the form for them. It
 * follows from the link, and nothing has to be kept.
 */
export const formToken = (linkToken: string, form: string): string =>
  createHmac('sha256', linkToken).update(`form ${form}`).digest('base64url');

export function isValidFormToken(given: string, linkToken: string, form: string): boolean {
  const expected = Buffer.from(formToken(linkToken, form));
  const found = Buffer.from(given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
