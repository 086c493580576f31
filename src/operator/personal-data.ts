/** What a role may know of the people behind users: reviewers and admins who they are, everyone else that there is one. */
import type { Transfer, User } from '../generated/api.ts';
import type { OperatorRole } from '../platform/platform.ts';

export const roleSeesPersonalData = ({ role }: { readonly role: OperatorRole }): boolean =>
  role === 'reviewer' || role === 'admin';

/**
 * Whom a field is about, without saying who that is: the host of an e-mail address, the end of a phone number, and of
 * anything else the first letter of each word, as a name may look like either of them.
 */
export function mask(field: string, value: string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  const at = field === 'email' ? value.lastIndexOf('@') : -1;
  if (at !== -1) return `${initial(value.slice(0, at))}•••${value.slice(at)}`;
  if (field === 'phone' && /^\+?\d[\d ]+$/.test(value)) return `•••• ${value.slice(-2)}`;
  return value
    .split(' ')
    .map((word) => `${initial(word)}••••`)
    .join(' ');
}

/** The first character, also where that takes two units of text. */
const initial = (word: string): string => {
  const first = word.codePointAt(0);
  return first === undefined ? '' : String.fromCodePoint(first);
};

const PERSONAL = ['email', 'phone', 'first_name', 'last_name', 'business_name'] as const;

/** A user's document for somebody who is not to know the person. Members that are not there stay away. */
export function maskUser(body: string): string {
  // The users' projection wrote it.
  const user = JSON.parse(body) as User;
  const hidden = PERSONAL.filter((name) => user[name] !== undefined).map((name) => [
    name,
    mask(name, user[name]),
  ]);
  return JSON.stringify({ ...user, ...Object.fromEntries(hidden) });
}

/**
 * Whoever has the link of a payment by e-mail sees who is paid, and may decline it; so of the link there is where it
 * leads. Books may hold links of connectors that lead nowhere: of those there is nothing.
 */
export const maskLink = (link: string): string =>
  URL.canParse(link) ? `${new URL(link).origin}/` : 'about:blank';

/** A transfer's document for somebody who is not to know the person. */
export function maskTransfer(body: string): string {
  // The transfers' projection wrote it.
  const transfer = JSON.parse(body) as Transfer;
  const { deposit_instructions: details } = transfer;
  const link = details?.approval_url;
  if (link === undefined) return body;
  return JSON.stringify({
    ...transfer,
    deposit_instructions: { ...details, approval_url: maskLink(link) },
  });
}
