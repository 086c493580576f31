/** The environments, which share nothing: each integrator has books of its own in both. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];
