/** People whom the OpenID Connect provider identified when they signed in to the console. */
import type { SignedInOperator } from '../../generated/api.ts';
import type { IdentifiedOperator } from '../../platform/operators.ts';
import { pageInMemory } from '../operations/memory-page.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import { freshPlatform } from '../operations/services.ts';

export const operatorHandlers = {
  listOperators: async ({ services, query }) =>
    pageInMemory([...(await freshPlatform(services)).operators.values()].map(present), query),
} satisfies Partial<OperatorHandlers>;

const present = (operator: IdentifiedOperator): SignedInOperator => ({ ...operator, object: 'operator' });
