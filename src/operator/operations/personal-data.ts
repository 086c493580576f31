/** Masks personal data for roles that may not see it. Only reviewers and admins may. */
import type { User } from '../../generated/api.ts';
import type { OperatorRole } from '../../platform/platform.ts';

export const roleSeesPersonalData = ({ role }: { readonly role: OperatorRole }): boolean =>
  role === 'reviewer' || role === 'admin';

/**
 * Masks a value: emails keep their host, phone numbers their last two digits, and all other values the first letter
 * of each word. A masked value stays as it is.
 */
export function mask(field: string, value: string | null | undefined): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field === 'phone' && /^•••• \d\d$/.test(value)) return value;
  const at = field === 'email' ? value.lastIndexOf('@') : -1;
  if (at !== -1) return `${initial(value.slice(0, at))}•••${value.slice(at)}`;
  if (field === 'phone' && /^\+?\d[\d ]+$/.test(value)) return `•••• ${value.slice(-2)}`;
  return value
    .split(' ')
    .map((word) => (MASKED.test(word) ? word : `${initial(word)}••••`))
    .join(' ');
}

const MASKED = /^.?••••$/u;

/** The first code point. */
const initial = (word: string): string => {
  const first = word.codePointAt(0);
  return first === undefined ? '' : String.fromCodePoint(first);
};

const PERSONAL = ['email', 'phone', 'first_name', 'last_name', 'business_name'] as const;
const PERSONAL_TEXTS: readonly string[] = [...PERSONAL, 'account_owner_name'];

/** The user document with masked personal data. Absent members stay absent. */
export function maskUser(body: string): string {
  // The users projection wrote it.
  const user = JSON.parse(body) as User;
  const hidden = PERSONAL.filter((name) => user[name] !== undefined).map((name) => [
    name,
    mask(name, user[name]),
  ]);
  return JSON.stringify({ ...user, ...Object.fromEntries(hidden) });
}

/**
 * An approval link grants access to the payment, so only its origin is shown. A link that is not a valid URL becomes
 * `about:blank`.
 */
export const maskLink = (link: string): string =>
  URL.canParse(link) ? `${new URL(link).origin}/` : 'about:blank';

/** The JSON body with all approval links masked. Metadata is unchanged, because it belongs to the integrator. */
export const maskLinks = (body: string): string =>
  body.includes('"approval_url"') ? maskMembers(body, { approval_url: maskLink }) : body;

/** An object of the API as JSON with all personal data and approval links masked, except in metadata. */
export const maskObject = (object: string): string =>
  maskMembers(object, {
    ...Object.fromEntries(PERSONAL_TEXTS.map((name) => [name, (value: string) => mask(name, value)])),
    approval_url: maskLink,
  });

/** Reasons of operators are free text, often about people. Only viewers decide nothing, so they need none of them. */
export const roleSeesReasons = ({ role }: { readonly role: OperatorRole }): boolean => role !== 'viewer';

const HIDDEN_REASON = 'Hidden from viewers.';

/** The JSON body without the reasons that operators gave. Codes of reasons stay, because the service chose them. */
export const maskReasons = (body: string): string =>
  body.includes('"reason"')
    ? maskMembers(body, { reason: () => HIDDEN_REASON, 'reason.message': () => HIDDEN_REASON })
    : body;

type Masks = Readonly<Record<string, (value: string) => string | null>>;

/** Replaces texts by the names of their members, or by the names of the object that contains them and of the member. */
const maskMembers = (body: string, masks: Masks): string =>
  JSON.stringify(maskedValue(JSON.parse(body), new Map(Object.entries(masks))));

function maskedValue(value: unknown, masks: ReadonlyMap<string, Masks[string]>, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, masks, parent));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (name === 'metadata') return [name, member] as const;
    if (typeof member !== 'string') return [name, maskedValue(member, masks, name)] as const;
    const maskFor = masks.get(name) ?? masks.get(`${parent}.${name}`);
    return [name, maskFor === undefined ? member : maskFor(member)] as const;
  });
  return Object.fromEntries(members);
}
