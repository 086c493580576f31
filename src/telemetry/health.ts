/** The health report of `/readyz`. */

/** Further members describe the component, such as how far a projection is behind. */
export type ComponentHealth = {
  readonly ok: boolean;
  readonly detail?: string;
  /** False for advice about the installation, which is shown in `/readyz` only. */
  readonly needs_attention?: false;
  readonly [more: string]: unknown;
};

/** Whether the service can take requests, and the state of each of its parts. */
export type Health = { readonly ready: boolean; readonly parts: Readonly<Record<string, ComponentHealth>> };
