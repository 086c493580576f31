/** What the suites of the hosted pages begin with: users with links, and payments to approve. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { MemoryApp } from '../support/memory-app.ts';

export type Links = { readonly user_id: string; readonly kyc: string; readonly terms: string };

type Wanted = {
  readonly production?: boolean;
  readonly user?: object;
  readonly redirect_url?: string;
};

const keyOf = (app: MemoryApp, production = false): string =>
  production ? app.keys.production : app.keys.sandbox;

export async function newLinks(app: MemoryApp, wanted: Wanted = {}): Promise<Links> {
  const body = { type: 'individual', external_reference: randomUUID(), ...wanted.user };
  const user = await app.call('POST', '/v1/users', { key: keyOf(app, wanted.production), body });
  expect(user.status, user.text).to.equal(201);
  return freshLinks(app, user.body.id, wanted);
}

export async function freshLinks(app: MemoryApp, user_id: string, wanted: Wanted = {}): Promise<Links> {
  const { redirect_url, production } = wanted;
  const answer = await app.call('POST', `/v1/users/${user_id}/onboarding_links`, {
    key: keyOf(app, production),
    body: redirect_url === undefined ? {} : { redirect_url },
    as: 'createOnboardingLinks',
  });
  expect(answer.status, answer.text).to.equal(201);
  const { kyc, terms } = JSON.parse(answer.text);
  return { user_id, kyc: kyc.url, terms: terms.url };
}

/** A user as the API shows it. */
export async function userNow(app: MemoryApp, userId: string, production = false) {
  const answer = await app.call('GET', `/v1/users/${userId}`, { key: keyOf(app, production), as: 'getUser' });
  return JSON.parse(answer.text);
}

/** The types of the events about an object, oldest first. */
export async function eventTypes(app: MemoryApp, id: string, production = false): Promise<string[]> {
  const answer = await app.call('GET', `/v1/events?object_id=${id}`, { key: keyOf(app, production) });
  return answer.body.data.map(({ type }) => type).reverse();
}

/** Fields of a person that pass. */
export const PERSON = {
  first_name: 'Ada',
  last_name: 'Moreau',
  birth_day: '27',
  birth_month: '3',
  birth_year: '1985',
  country: 'CA',
  line1: '1 Harbour Street',
  city: 'Halifax',
  postal_code: 'B3H 0A1',
};

/** A one-off on-ramp by emailpay in the sandbox, and the page on which its payer approves it. */
export async function newPayment(app: MemoryApp, user: object = { first_name: 'Ada', last_name: 'Moreau' }) {
  const { user_id } = await newLinks(app, { user });
  const approved = { kyc_status: 'approved' };
  await app.call('POST', `/v1/sandbox/users/${user_id}/kyc`, { body: approved });
  const wallet = await app.call('POST', `/v1/users/${user_id}/wallets`, { body: { asset: 'svc-points' } });
  const transfer = await app.call('POST', '/v1/transfers', {
    body: {
      source: { type: 'fiat', currency: 'cad', rail: 'emailpay' },
      destination: { type: 'wallet', wallet_id: wallet.body.id },
      amount: '1250.00',
    },
    as: 'createTransfer',
  });
  expect(transfer.status, transfer.text).to.equal(201);
  const { approval_url, reference } = transfer.body.deposit_instructions;
  return {
    user_id,
    wallet_id: wallet.body.id,
    transfer_id: transfer.body.id,
    url: String(approval_url),
    reference: String(reference),
  };
}

/** A transfer as the API shows it. */
export async function transferNow(app: MemoryApp, id: string) {
  const answer = await app.call('GET', `/v1/transfers/${id}`, { as: 'getTransfer' });
  return JSON.parse(answer.text);
}
