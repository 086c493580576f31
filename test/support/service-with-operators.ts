/** A service with one operator per role. */
import { createOperatorClient } from './client.ts';
import type { Client } from './client.ts';
import { startSharedService } from './shared-service.ts';
import type { SharedService } from './shared-service.ts';
import { expectBody } from './api-steps.ts';

export const ROLES = ['admin', 'reviewer', 'treasury', 'viewer'] as const;
export type RoleName = (typeof ROLES)[number];

export type ServiceWithOperators = SharedService & {
  /** By role. */
  readonly operators: Readonly<Record<RoleName, Client>>;
  /** The first run's. */
  readonly admin: Client;
};

export async function startServiceWithOperators(settings?: object): Promise<ServiceWithOperators> {
  const service = await startSharedService(settings);
  const admin = createOperatorClient(service.url, service.credentials.operator_token);
  const operators: Partial<Record<RoleName, Client>> = {};
  for (const role of ROLES) operators[role] = await createOperatorTestClient(service.url, admin, role);
  // Every role has a token now.
  return { ...service, admin, operators: operators as Record<RoleName, Client> };
}

/** Creates another operator with a new token. */
export async function createOperatorTestClient(url: string, admin: Client, role: RoleName): Promise<Client> {
  const issued = await admin.post('/operator/v1/tokens', { name: `A ${role}`, role });
  return createOperatorClient(url, expectBody(issued, 201).secret);
}
