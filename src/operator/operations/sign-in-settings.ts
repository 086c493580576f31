/** How operators sign in to the console. */
import type { OperatorRole } from '../../platform/platform.ts';

/** The names that lead to a claim: more than one for a claim within another one. */
export type ClaimPath = readonly string[];

/** An OpenID Connect provider, and what its claims mean. */
export type ProviderSettings = {
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** The name of the provider on the sign-in page. */
  readonly label: string;
  readonly scopes: readonly string[];
  readonly nameClaim: ClaimPath;
  readonly roleClaim: ClaimPath;
  /** The values of the role claim that give each role. */
  readonly roles: Readonly<Record<OperatorRole, readonly string[]>>;
  /** Authentication contexts, of which the provider must have used one; empty: any. */
  readonly acrValues: readonly string[];
  readonly sessionMs: number;
};

export type SignInSettings = {
  /** Whether operators may sign in to the console with an operator token. */
  readonly tokens: boolean;
  readonly provider: ProviderSettings | null;
};
