/** One operator of the treasury tries to decide what coin is worth, and with it what every book converts, reviews, and limits. */
import { expect } from 'chai';
import { expectBody, expectError } from '../support/api-steps.ts';
import {
  createOperatorTestClient,
  startServiceWithOperators,
  type ServiceWithOperators,
} from '../support/service-with-operators.ts';

const TRADES = '/operator/v1/treasury/production/trades';

describe('One operator of the treasury, with the settings of a new production environment', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
    expectBody(await trade('10', '2500'), 201);
  });
  after(() => service.close());

  const trade = (coin_amount: string, price: string) =>
    service.operators.treasury.post(TRADES, { side: 'buy', coin_amount, price });
  const rate = async (): Promise<string> =>
    expectBody(await service.production.get('/v1/rates?from=svc-coin&to=svc-points'), 200).rate;

  it('does not change the price with a tiny trade', async () => {
    expectBody(await trade('0.00000001', '245025000'), 201);
    expect(await rate()).to.equal('2500');
  });

  it('does not change it far with a small one, nor with many steps', async () => {
    expectBody(await trade('0.01', '245025000'), 202);
    expectBody(await trade('0.01', '0.01'), 202);
    expectBody(await trade('1', '2450'), 201);
    expectBody(await trade('1', '2401'), 201);
    expectBody(await trade('1', '2352'), 202);
    expect(await rate()).to.equal('2401');
  });

  it('does not approve the own proposal, and another operator does', async () => {
    const { id } = expectBody(await trade('1', '3000'), 202);
    const approve = `/operator/v1/proposals/${id}/approve`;
    expectError(await service.operators.treasury.post(approve), 403, 'second_operator_required');
    const second = await createOperatorTestClient(service.url, service.admin, 'treasury');
    // Both tokens have the same name, so they belong to one operator.
    expectError(await second.post(approve), 403, 'second_operator_required');
    expectBody(await service.admin.post(approve), 201);
    expect(await rate()).to.equal('3000');
  });
});
