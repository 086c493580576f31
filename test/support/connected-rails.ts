/** A service with rails of a connector, and common calls to both. */
import type { Answer, Client } from './client.ts';
import { startExampleConnector } from './example-connector.ts';
import type { ExampleConnector } from './example-connector.ts';
import { startTestService } from './service.ts';
import type { RunningService, ServiceOverrides } from './service.ts';
import { expectBody, onrampBody } from './api-steps.ts';
import { waitFor } from './wait-for.ts';

type Body = Answer['body'];

export type ConnectedRails = ReturnType<typeof callsOf> & {
  readonly connector: ExampleConnector;
  readonly service: RunningService;
  readonly sandbox: Client;
  close(): Promise<void>;
};

/** Resolves when the rails are up. */
export async function startConnectedRails(overrides: ServiceOverrides = {}): Promise<ConnectedRails> {
  const connector = await startExampleConnector();
  const service = await startTestService(
    connector.env,
    Date.now,
    {
      rails: {
        bank_eft: { providers: { sandbox: connector.provider } },
        // A rail that is not built in.
        wire: {
          type: 'bank',
          currencies: {
            gbp: { country: 'GB', min: '2.00' },
            jpy: { country: 'JP', min: '100', max: '9000' },
          },
          checks_payouts: true,
          providers: { sandbox: connector.provider },
        },
      },
      points: { prices: { usd: '0.01', cad: '0.01', eur: '0.01', gbp: '0.02', jpy: '1' } },
      reviews: { amount_at_least: { offramp: '5000.00' } },
    },
    overrides,
  );
  const { sandbox } = service;
  const calls = callsOf(connector, sandbox);
  await calls.settings({ service_url: service.url });
  await calls.available(true);
  return {
    ...{ connector, service, sandbox, ...calls },
    async close() {
      await service.close();
      await connector.stop();
    },
  };
}

function callsOf(connector: ExampleConnector, sandbox: Client) {
  const availability = async (rail = 'bank_eft'): Promise<boolean[]> =>
    expectBody(await sandbox.get('/v1/routes?kind=onramp'), 200)
      .data.filter(({ source }: Body) => source.rail === rail)
      .map((route: Body) => route.available);
  const available = (wanted: boolean) =>
    waitFor(`the rail is ${wanted ? 'up' : 'down'}`, async () =>
      (await availability()).every((is) => is === wanted) ? true : undefined,
    );
  const quoted = ({ deposit_instructions }: Body): string => deposit_instructions.reference;
  const pay = (to: Body, amount: string, more: object = {}) =>
    connector.control('deposits', { to: quoted(to), amount, ...more });
  const balanceOf = async ({ user_id, id }: Body): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200);
  const transfer = async (id: string): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/transfers/${id}`), 200);
  const onramp = async (wallet: Body, more: object = {}, amount = '5.00'): Promise<Body> =>
    expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, amount, more)), 201);
  const settings = (body: object) => connector.control('settings', body);
  return { availability, available, quoted, pay, balanceOf, transfer, onramp, settings };
}
