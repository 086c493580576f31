/** Identity data from the hosted page to the reviewer's decision in production. */
import { expect } from 'chai';
import { PERSON } from '../../hosted/hosted-support.ts';
import type { Client } from '../../support/client.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { submitForm, openPage } from '../../support/hosted-page.ts';
import { expectBody, expectError, newUser, unknownId } from '../../support/api-steps.ts';

const BUSINESS = { business_name: 'Harbour Books Ltd', registration_number: 'HB 77' };

describe('Identity data', () => {
  let service: ServiceWithOperators;
  let production: Client;
  let reviewer: Client;
  before(async () => {
    service = await startServiceWithOperators();
    ({ production } = service);
    ({ reviewer } = service.operators);
  });
  after(() => service.close());

  const links = async (id: string, body: object = {}) =>
    expectBody(await production.post(`/v1/users/${id}/onboarding_links`, body), 201);
  const identity = (id: string, client = reviewer) => client.get(`/operator/v1/users/${id}/identity`);
  const decide = (id: string, body: object) => reviewer.post(`/operator/v1/users/${id}/kyc_review`, body);

  it('is visible to a reviewer, who can approve the user for a wallet', async () => {
    const { id } = await newUser(production, { email: 'ada@example.com' });
    expectError(await identity(id), 404, 'not_found');
    const first = await links(id);
    await submitForm(await openPage(first.kyc.url), PERSON);
    expect(expectBody(await identity(id), 200)).to.deep.include({
      object: 'identity',
      user_id: id,
      type: 'individual',
      first_name: 'Ada',
      last_name: 'Moreau',
      date_of_birth: '1985-03-27',
      country: 'CA',
      address: { line1: '1 Harbour Street', line2: '', city: 'Halifax', region: '', postal_code: 'B3H 0A1' },
    });
    const rejection_reasons = [{ code: 'address_unverified', message: 'Which house is it?' }];
    expectBody(await decide(id, { outcome: 'incomplete', rejection_reasons }), 200);
    expect((await openPage(`${first.kyc.url}/done`)).text).to.contain('Which house is it?');
    const again = await links(id);
    await submitForm(await openPage(again.kyc.url), { ...PERSON, line1: '7 Harbour Street' });
    expect(expectBody(await identity(id), 200).address.line1).to.equal('7 Harbour Street');
    expect(expectBody(await decide(id, { outcome: 'approved' }), 200).kyc_status).to.equal('approved');
    await submitForm(await openPage(again.terms.url), { accept: 'yes' });
    expectBody(await production.post(`/v1/users/${id}/wallets`, { asset: 'svc-points' }), 201);
    const { data } = expectBody(await production.get(`/v1/events?object_id=${id}`), 200);
    const steps = data.map((event: { type: string; data: { kyc_status: string } }) =>
      event.type === 'user.kyc_status_changed' ? event.data.kyc_status : event.type,
    );
    expect(steps.reverse()).to.deep.equal([
      'user.created',
      'under_review',
      'incomplete',
      'under_review',
      'approved',
      'user.terms_status_changed',
    ]);
  });

  /** Returns the ID of a business whose representative has sent the form. */
  async function submitBusiness(): Promise<string> {
    const { id } = await newUser(production, {
      type: 'business',
      business_name: 'HB',
      first_name: undefined,
    });
    await submitForm(await openPage((await links(id)).kyc.url), {
      ...PERSON,
      ...BUSINESS,
      position: 'Director',
    });
    return String(id);
  }

  it('is visible for businesses', async () => {
    const id = await submitBusiness();
    const shown = expectBody(await identity(id), 200);
    expect(shown).to.include({ type: 'business', ...BUSINESS });
    expect(shown['representative']).to.deep.equal({
      first_name: 'Ada',
      last_name: 'Moreau',
      position: 'Director',
      date_of_birth: '1985-03-27',
    });
  });

  it('begins the next form of a business with the names that are known, and with nothing else', async () => {
    const id = await submitBusiness();
    const asked = {
      outcome: 'incomplete',
      rejection_reasons: [{ code: 'document_expired', message: 'The document has expired.' }],
    };
    expectBody(await decide(id, asked), 200);
    const { text } = await openPage((await links(id)).kyc.url);
    for (const known of ['Harbour Books Ltd', 'Ada', 'Moreau']) expect(text).to.contain(`value="${known}"`);
    for (const secret of ['HB 77', 'Director', '1 Harbour Street', '1985'])
      expect(text).not.to.contain(`value="${secret}"`);
  });

  it('is visible to reviewers and admins only', async () => {
    const { id } = await newUser(production);
    await submitForm(await openPage((await links(id)).kyc.url), PERSON);
    for (const role of ['viewer', 'treasury'] as const)
      expectError(await identity(id, service.operators[role]), 403, 'permission_denied');
    expectBody(await identity(id, service.operators.admin), 200);
    expectError(await identity(unknownId('usr')), 404, 'not_found');
  });
});
