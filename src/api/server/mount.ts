import type { Express } from 'express';
import type { Metrics } from './metrics.ts';

/** Adds the routes of another part of the service, such as the operator API. They precede the final 404. */
export type MountRoutes = (app: Express, metrics: Metrics) => void;
