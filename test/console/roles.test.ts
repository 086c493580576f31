/** Which pages and actions each role may use in the console. */
import { expect } from 'chai';
import { startConsole } from './console-world.ts';
import type { ConsoleWorld } from './console-world.ts';
import { createConsoleClient } from './console-client.ts';
import type { ConsoleClient } from './console-client.ts';
import type { RoleName } from '../support/service-with-operators.ts';

describe('The console', () => {
  let world: ConsoleWorld;
  const as = async (role: RoleName): Promise<ConsoleClient> => {
    const client = createConsoleClient(world.service.url);
    expect((await client.signIn(world.tokens[role])).status).to.equal(303);
    return client;
  };
  before(async () => {
    world = await startConsole();
  });
  after(() => world.close());

  const CHECKED = { reason: 'A test asks for it.', confirm: 'yes' };
  describe('for a role without permission', () => {
    const FORMS: Readonly<Record<string, readonly RoleName[]>> = {
      '/console/integrators/new': ['admin'],
      '/console/integrators/{integrator_id}/keys/new': ['admin'],
      '/console/keys/{key_id}/rotate': ['admin'],
      '/console/keys/{key_id}/revoke': ['admin'],
      '/console/tokens/new': ['admin'],
      '/console/tokens/{token_id}/revoke': ['admin'],
      '/console/rails/sandbox/bank_eft': ['admin'],
      '/console/transfers/{held_id}/settle': ['admin'],
      '/console/webhooks/{webhook_endpoint_id}/rotate': ['admin'],
      '/console/webhooks/{webhook_endpoint_id}/deliveries/{webhook_delivery_id}/redeliver': ['admin'],
      '/console/projections/wallets/rebuild': ['admin'],
      '/console/projections/wallets/verify': ['admin'],
      '/console/projections/drop-old': ['admin'],
      '/console/snapshots/rebuild': ['admin'],
      '/console/snapshots/drop': ['admin'],
      '/console/users/{user_id}/forget': ['admin'],
      '/console/wallets/{wallet_id}/freeze': ['admin', 'reviewer'],
      '/console/wallets/{wallet_id}/unfreeze': ['admin', 'reviewer'],
      '/console/transfers/{held_id}/approve': ['admin', 'reviewer'],
      '/console/transfers/{held_id}/reject': ['admin', 'reviewer'],
      '/console/users/{under_review_id}/identity': ['admin', 'reviewer'],
      '/console/wallets/{wallet_id}/reward': ['admin', 'treasury'],
      '/console/proposals/{proposal_id}/approve': ['admin', 'treasury'],
      '/console/proposals/{proposal_id}/withdraw': ['admin', 'treasury'],
      '/console/treasury/sandbox/trade': ['admin', 'treasury'],
      '/console/treasury/sandbox/allocate': ['admin', 'treasury'],
    };

    for (const role of ['admin', 'reviewer', 'treasury', 'viewer'] as const) {
      it(`hides and refuses the action: ${role}`, async () => {
        const client = await as(role);
        // All values used in these paths are strings.
        const known = world as unknown as Readonly<Record<string, string>>;
        for (const [pattern, roles] of Object.entries(FORMS)) {
          const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? name);
          const page = await client.get(path);
          expect(page.status, `${role} at ${pattern}`).to.equal(roles.includes(role) ? 200 : 403);
          if (roles.includes(role)) continue;
          const csrf = /name="csrf"\s+value="([^"]+)"/.exec(page.text)?.[1] ?? '';
          expect((await client.post(path, { csrf, ...CHECKED })).status, `${role} sends ${pattern}`).to.equal(
            403,
          );
        }
        const offered = [
          '/console/integrators',
          `/console/integrators/${world.integrator_id}`,
          '/console/tokens',
          '/console/rails',
          '/console/reviews',
          '/console/reviews/identities',
          '/console/proposals',
          '/console/treasury/sandbox',
          '/console/projections',
          '/console/webhooks',
          `/console/webhooks/${world.webhook_endpoint_id}`,
          `/console/deliveries/${world.webhook_delivery_id}`,
          '/console/audit',
          `/console/wallets/${world.wallet_id}`,
          `/console/transfers/${world.held_id}`,
          `/console/users/${world.under_review_id}`,
        ];
        for (const path of offered) {
          const page = await client.get(path);
          expect(page.status, path).to.equal(200);
          for (const [, href = ''] of page.text.matchAll(
            /<a class="button[^"]*"\s+href="(\/console\/[^"?]+)"/g,
          ))
            expect((await client.get(href)).status, `${role}: ${path} offers ${href}`).to.equal(200);
        }
      });
    }
  });
});
