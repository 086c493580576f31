/** What the claims of a provider say about an operator: the name, the role, and how the provider authenticated the person. */
import type { ClaimPath, ProviderSettings } from '../../operator/operations/sign-in-settings.ts';
import type { OperatorRole } from '../../platform/platform.ts';
import type { Claims } from './identity-provider.ts';

/** A person with several roles gets the first one. */
const ROLES_IN_ORDER: readonly OperatorRole[] = ['admin', 'treasury', 'reviewer', 'viewer'];
const NAME_LENGTH_MAX = 100;

/** The first role that a value of the role claim gives; undefined: no access. */
export function roleIn(
  claims: Claims,
  { roleClaim, roles }: Pick<ProviderSettings, 'roleClaim' | 'roles'>,
): OperatorRole | undefined {
  const value = claimAt(claims, roleClaim);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ROLES_IN_ORDER.find((role) => roles[role].some((each) => values.includes(each)));
}

/** The name, without control characters; the subject if the provider states none. */
export function nameIn(claims: Claims, { nameClaim }: Pick<ProviderSettings, 'nameClaim'>): string {
  const value = claimAt(claims, nameClaim);
  const name = typeof value === 'string' ? cleaned(value) : '';
  return name === '' ? cleaned(String(claims['sub'])) : name;
}

/** Whether the provider used one of the required authentication contexts. */
export const isAuthenticatedAsRequired = (
  claims: Claims,
  { acrValues }: Pick<ProviderSettings, 'acrValues'>,
): boolean => acrValues.length === 0 || acrValues.some((each) => each === claims['acr']);

function claimAt(claims: Claims, path: ClaimPath): unknown {
  let value: unknown = claims;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Claims)[name];
  }
  return value;
}

const cleaned = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_LENGTH_MAX)
    // Halves of a character, which the cut may leave.
    .replace(/\p{Cs}/gu, '');
