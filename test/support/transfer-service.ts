/** A service with low transfer limits, and steps that tests of transfers share. */
import type { Answer, Client } from './client.ts';
import { startTestService } from './service.ts';
import { expectBody } from './api-steps.ts';

type Body = Answer['body'];

export type TransferService = ReturnType<typeof callsOf> & {
  readonly sandbox: Client;
  close(): Promise<void>;
};

export async function startTransferService(): Promise<TransferService> {
  const service = await startTestService({}, Date.now, {
    reviews: { amount_at_least: { user_to_user: '1000.00', onramp: '50000.00' } },
    routes: { max: { points: '5000.00', fiat: '1000.00' }, min: { points: '0.05' } },
  });
  const { sandbox } = service;
  return { sandbox, close: () => service.close(), ...callsOf(sandbox) };
}

const callsOf = (sandbox: Client) => ({
  /** Creates a transfer. */
  post: (body: object) => sandbox.post('/v1/transfers', body),
  shown: async (id: string): Promise<Body> => expectBody(await sandbox.get(`/v1/transfers/${id}`), 200),
  review: (id: string, body: object) => sandbox.post(`/v1/sandbox/transfers/${id}/review_outcome`, body),
  /** Simulates a deposit for an on-ramp. */
  pay: (transfer_id: string, amount: string, more: object = {}) =>
    sandbox.post('/v1/sandbox/deposits', { transfer_id, amount, ...more }),
  balanceOf: async ({ user_id, id }: Body): Promise<Body> =>
    expectBody(await sandbox.get(`/v1/users/${user_id}/wallets/${id}/balance`), 200),
  /** Sets the KYC status of the wallet's owner. */
  kyc: async ({ user_id }: Body, kyc_status: string) =>
    void expectBody(await sandbox.post(`/v1/sandbox/users/${user_id}/kyc`, { kyc_status }), 200),
});
