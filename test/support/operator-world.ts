/** A valid request for every operation of the operator API. */
import { randomUUID } from 'node:crypto';
import type { Client, Operation } from './client.ts';
import { documentedOperations } from './client.ts';
import type { ServiceWithOperators } from './service-with-operators.ts';
import { createConsoleClient } from '../console/console-client.ts';
import { expectBody, fundedWallet, newDepositAccount, newUser, newWallet, onrampBody } from './api-steps.ts';
import { waitFor } from './wait-for.ts';
import { statementOf } from './statements.ts';
import { newEndpoint } from './webhook-client.ts';

export type OperatorWorld = Readonly<Record<string, string>>;

const LARGE_REWARD = '70000.00';
/** The settings of a service with such a world: a large reward is a proposal. */
export const OPERATOR_WORLD_SETTINGS = { dual_control: { rewards_at_least: LARGE_REWARD } };

type Objects = Readonly<Record<string, (service: ServiceWithOperators) => Promise<string>>>;

/** What operator operations need, by the parameters of their paths. Each call creates another one, or finds the only one. */
const OBJECTS: Objects = {
  integrator_id: async ({ admin }) => (await createIntegrator(admin)).id,
  key_id: async ({ admin }) => (await createKey(admin, (await createIntegrator(admin)).id)).id,
  token_id: async ({ admin }) =>
    expectBody(await admin.post('/operator/v1/tokens', { name: 'World', role: 'viewer' }), 201).id,
  wallet_id: async ({ sandbox }) => (await fundedWallet(sandbox, { earned: '10.00' })).id,
  proposal_id: proposedReward,
  transfer_id: async ({ sandbox }) => (await transferInReview(sandbox)).id,
  user_id: async ({ sandbox }) => (await userUnderReview(sandbox)).id,
  webhook_endpoint_id: async ({ sandbox }) => (await refusedDelivery(sandbox)).webhook_endpoint_id,
  webhook_delivery_id: async ({ sandbox }) => (await refusedDelivery(sandbox)).id,
  environment: () => Promise.resolve('sandbox'),
  day: () => Promise.resolve(new Date().toISOString().slice(0, 10)),
  rail: () => Promise.resolve('bank_eft'),
  projection: () => Promise.resolve('wallets'),
  object_id: async ({ sandbox }) => (await fundedWallet(sandbox, { earned: '10.00' })).id,
  deposit_account_id: async ({ sandbox }) => (await newDepositAccount(sandbox, await newWallet(sandbox))).id,
  session_id: consoleSession,
  saved_view_id: async ({ admin }) =>
    expectBody(
      await admin.post('/operator/v1/saved_views', {
        page: '/console/transfers',
        name: `World ${randomUUID()}`,
        query: 'state=in_review',
        shared: true,
      }),
      201,
    ).id,
  item_id: ({ operators }) => bankLine(operators.treasury),
  month: () => Promise.resolve(new Date().toISOString().slice(0, 7)),
};

/** Creates the objects of these parameters, of all unless given. */
export async function createOperatorWorld(
  service: ServiceWithOperators,
  parameters: readonly string[] = Object.keys(OBJECTS),
): Promise<OperatorWorld> {
  const world: Record<string, string> = {};
  for (const name of parameters) world[name] = (await OBJECTS[name]?.(service)) ?? name;
  return world;
}

const createIntegrator = async (admin: Client) =>
  expectBody(await admin.post('/operator/v1/integrators', { name: 'World' }), 201);

/** A reward that a treasury operator proposed. The admin can approve it. */
async function proposedReward({ sandbox, operators }: ServiceWithOperators): Promise<string> {
  const wallet = await fundedWallet(sandbox, { earned: '10.00' });
  const path = `/operator/v1/wallets/${wallet.id}/rewards`;
  return expectBody(await operators.treasury.post(path, { amount: LARGE_REWARD }), 202).id;
}

/** A line of a statement. All worlds have the same, because a statement is imported once. */
async function bankLine(treasury: Client): Promise<string> {
  const statement = statementOf([{ amount: '1.00', reference: 'world' }]);
  await treasury.post('/operator/v1/reconciliation/sandbox/statements', statement);
  return expectBody(await treasury.get('/operator/v1/reconciliation/sandbox/items?breaks=open&limit=1'), 200)
    .data[0].id;
}

/** The session of an administrator who signed in to the console. */
async function consoleSession({ url, admin }: ServiceWithOperators): Promise<string> {
  await createConsoleClient(url).signIn(admin.apiKey);
  return expectBody(await admin.get('/operator/v1/sessions?limit=1'), 200).data[0].id;
}

/** A name without an address, so nothing is sent. */
const LOST_URL = 'https://hooks.invalid/hooks';

/** The number of endpoints is limited, and no operation consumes one, so all worlds have the same. */
async function refusedDelivery(sandbox: Client) {
  const { data } = expectBody(await sandbox.get('/v1/webhook_endpoints?limit=100'), 200);
  const { id } =
    data.find(({ url }: { url: string }) => url === LOST_URL) ?? (await newEndpoint(sandbox, LOST_URL));
  await newUser(sandbox);
  return waitFor('a delivery', async () => {
    const path = `/v1/webhook_endpoints/${id}/deliveries?limit=1`;
    return expectBody(await sandbox.get(path), 200).data[0];
  });
}

export const createKey = async (admin: Client, integratorId: string, environment = 'sandbox') =>
  expectBody(
    await admin.post(`/operator/v1/integrators/${integratorId}/keys`, {
      environment,
      permissions: 'read_write',
    }),
    201,
  );

export async function userUnderReview(sandbox: Client) {
  const { id } = await newUser(sandbox);
  const status = { kyc_status: 'under_review', terms_status: 'approved' };
  return expectBody(await sandbox.post(`/v1/sandbox/users/${id}/kyc`, status), 200);
}

/** An on-ramp in review. */
export async function transferInReview(sandbox: Client) {
  const wallet = await newWallet(sandbox);
  const { id } = expectBody(await sandbox.post('/v1/transfers', onrampBody(wallet.id, '5.00')), 201);
  const deposit = { transfer_id: id, amount: '5.00', outcome: 'in_review' };
  return expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
}

/** Operations with a request in this file; other suites test the rest. */
export const knownOperations = (): readonly Operation[] =>
  documentedOperations('openapi-operator.json').filter(({ id, method }) => method === 'GET' || id in BODIES);

const BODIES: Readonly<Record<string, () => object | undefined>> = {
  createIntegrator: () => ({ name: randomUUID() }),
  createKey: () => ({ environment: 'sandbox', permissions: 'read', name: randomUUID() }),
  rotateKey: () => ({ overlap_seconds: 60 }),
  revokeKey: () => undefined,
  createOperatorToken: () => ({ name: randomUUID(), role: 'viewer' }),
  setOperatorTokenExpiry: () => ({ expires_at: '2099-01-01T00:00:00Z' }),
  revokeOperatorToken: () => undefined,
  reviewTransfer: () => ({ outcome: 'approved' }),
  addUserNote: () => ({ text: 'Called on Monday.' }),
  addTransferNote: () => ({ text: 'Called on Monday.' }),
  reviewKyc: () => ({ outcome: 'approved' }),
  assignTransferReview: () => ({ assigned_to: 'me' }),
  assignKycReview: () => ({ assigned_to: 'me' }),
  freezeWallet: () => ({ reason: 'A check.' }),
  unfreezeWallet: () => ({ reason: 'It is over.' }),
  grantReward: () => ({ amount: '1.00' }),
  collectMovements: () => undefined,
  importBankStatement: () => statementOf([{ amount: '1.00', reference: randomUUID() }]),
  recordTrade: () => ({ side: 'buy', coin_amount: '1', price: '2500.00' }),
  rotateSigningKey: () => ({ overlap_seconds: 60, reason: 'A test.' }),
  rebuildProjection: () => undefined,
  dropOldProjections: () => undefined,
  dropSnapshots: () => undefined,
  rebuildSnapshots: () => undefined,
};

/** Required query parameters, by operation. */
const QUERIES: Readonly<Record<string, string>> = {
  search: '?q=ada',
  exportJournal: '?period=2026-11',
  listParties: '?ids=usr_00000000000000000000000000',
};

export const operatorPath = ({ path }: Pick<Operation, 'path'>, world: OperatorWorld): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => world[name] ?? name);

/** Sends a valid request. */
export function sendAs(client: Client, operation: Operation, world: OperatorWorld, idempotencyKey?: string) {
  const body = BODIES[operation.id]?.();
  const path = operatorPath(operation, world) + (QUERIES[operation.id] ?? '');
  return client.request(operation.method, path, {
    ...(body === undefined ? {} : { body }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
}
