/** Tokens that protect the forms of hosted pages against cross-site requests. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The form token is derived from the link's secret token, so only someone who has opened the page knows it. */
export const formToken = (linkToken: string, form: string): string =>
  createHmac('sha256', linkToken).update(`form ${form}`).digest('base64url');

export function isValidFormToken(given: string, linkToken: string, form: string): boolean {
  const expected = Buffer.from(formToken(linkToken, form));
  const found = Buffer.from(given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}
