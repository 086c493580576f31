/** What /readyz tells: whether the service can take requests, and if not, which part is in the way. */

export type ComponentHealth = {
  readonly ok: boolean;
  readonly detail?: string;
  readonly [more: string]: unknown;
};
export type Health = { readonly ready: boolean; readonly parts: Readonly<Record<string, ComponentHealth>> };
