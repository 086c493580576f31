/**
 * How events of dual control name operators, and whether two names may belong to one person
 * (docs/adr/0055-sign-in-at-a-provider.md). A token has a name, and all tokens with one name belong to one operator. A
 * person whom a provider identified is named with the ID that derives from issuer and subject, because people can change
 * their names.
 */
const PROVIDER_ID = /\((opr_(?<issuer>[0-9a-hjkmnp-tv-z]{6})[0-9a-hjkmnp-tv-z]{20})\)$/;

/** An operator as events name it: `Ana`, or `Ana (opr_…)` if a provider identified Ana. */
export const operatorNameOf = ({
  id,
  name,
  identity,
}: {
  readonly id: string;
  readonly name: string;
  readonly identity?: object;
}): string => (identity === undefined ? name : `${name} (${id})`);

/** The name of a person without the ID that a provider gives it. */
export const nameWithoutId = (name: string): string => name.replace(PROVIDER_ID, '').trim();

/** Whether a name looks like that of a person whom a provider identified. No token may have such a name. */
export const hasProviderId = (name: string): boolean => PROVIDER_ID.test(name);

/**
 * Whether two names may belong to one operator. People of one provider are told apart by ID, tokens by name; case,
 * surrounding spaces, and the way that Unicode composes a letter make no difference. A person may also have a token, or an
 * account of another provider, so these cannot be told apart.
 */
export function isSameOperator(a: string, b: string): boolean {
  const [first, second] = [PROVIDER_ID.exec(a), PROVIDER_ID.exec(b)];
  if (first === null && second === null) return comparable(a) === comparable(b);
  if (first?.groups?.['issuer'] !== second?.groups?.['issuer']) return true;
  return first?.[1] === second?.[1];
}

const comparable = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
