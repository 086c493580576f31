import { expect } from 'chai';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';
import { createConsoleClient, flashOf, visibleText, errorSummaryOf } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';

describe('The page of proposals', () => {
  let service: ServiceWithOperators;
  let ana: ConsoleClient;
  let ben: ConsoleClient;
  before(async () => {
    service = await startServiceWithOperators({
      reviews: { amount_at_least: { user_to_user: '100.00' }, four_eyes_at_least: '100.00' },
      dual_control: {
        rewards_at_least: '50.00',
        trades_at_least: '1000.00',
        allocations_at_least: '1000.00',
      },
    });
    ana = await signedIn('Ana Silva');
    ben = await signedIn('Ben Okafor');
  });
  after(() => service.close());

  async function signedIn(name: string): Promise<ConsoleClient> {
    const issued = await service.admin.post('/operator/v1/tokens', { name, role: 'admin' });
    const client = createConsoleClient(service.url);
    await client.signIn(expectBody(issued, 201).secret);
    return client;
  }
  const linkIn = (text: string, action: 'approve' | 'withdraw'): string =>
    new RegExp(`/console/proposals/prp_[0-9a-z]+/${action}`).exec(text)?.[0] ?? '';

  it('shows a large approval to a second operator, who lets it take effect', async () => {
    const from = await fundedWallet(service.sandbox, { cashable: '200.00' });
    const to = await newWallet(service.sandbox);
    const body = transferBody(from.id, to.id, '200.00');
    const { id } = expectBody(await service.sandbox.post('/v1/transfers', body), 201);
    const proposed = await ana.performAction(`/console/transfers/${id}/approve`, {
      message: 'The invoice fits.',
    });
    expect(flashOf(proposed)).to.contain('takes effect when another operator approves it');
    expect(proposed.heading).to.equal('Waiting for a second operator');
    expect(visibleText(proposed)).to.contain('proposed by you');
    const own = linkIn(proposed.text, 'withdraw').replace('withdraw', 'approve');
    const refused = await ana.submitForm(own, { confirm: 'yes' });
    expect([refused.status, errorSummaryOf(refused)]).to.deep.equal([
      422,
      'Nothing was changed Another operator must approve this proposal.',
    ]);
    const list = await ben.get('/console/proposals');
    expect(visibleText(list)).to.match(/Approve a transfer proposed by Ana Silva .* → .* 200.00 points/s);
    const form = await ben.get(linkIn(list.text, 'approve'));
    expect(form.heading).to.equal('Approve 200.00 points');
    expect(visibleText(form)).to.contain('reviewed: The invoice fits.');
    const done = await ben.performAction(linkIn(list.text, 'approve'), { confirm: 'yes' });
    expect(flashOf(done)).to.equal('The proposal was approved and has taken effect.');
    expect(visibleText(done)).to.contain('Nothing waits for a second operator');
    expect(expectBody(await service.sandbox.get(`/v1/transfers/${id}`), 200).state).to.equal('completed');
  });

  it('shows rewards and trades, which can be withdrawn', async () => {
    const wallet = await newWallet(service.sandbox);
    const reward = { amount: '60', description: 'Campaign' };
    await ana.performAction(`/console/wallets/${wallet.id}/reward`, reward);
    const trade = { side: 'buy', coin_amount: '1', price: '2500' };
    const list = await ana.performAction('/console/treasury/sandbox/trade', trade);
    const text = visibleText(list);
    expect(text).to.contain('Grant a reward').and.contain('Record a purchase of coin');
    expect(text).to.match(/Grant a reward proposed by Ana Silva \S+.* points wallet 60\.00 points/s);
    expect(text).to.contain('1.00000000 coin at 2,500 points');
    const overview = await ana.get('/console');
    expect(visibleText(overview)).to.contain('2 proposals wait for a second operator');
    await ana.performAction(linkIn(list.text, 'withdraw'), { reason: 'The amount is wrong.' });
    const left = await ana.get('/console/proposals');
    await ben.performAction(linkIn(left.text, 'withdraw'), {});
    expect(visibleText(await ben.get('/console/proposals'))).to.contain('Nothing waits');
  });

  it('shows allocations with what they are worth', async () => {
    const { integrator_id } = service.credentials;
    const amounts = { integrator_id, coin_stock: '', points_backing: '1500' };
    const list = await ana.performAction('/console/treasury/sandbox/allocate', amounts);
    expect(flashOf(list)).to.contain('takes effect when another operator approves it');
    expect(visibleText(list)).to.match(
      /Allocate coin or backing proposed by Ana Silva backing of 1,500.00 points to demo 1,500.00 points Treasury/s,
    );
    const approve = linkIn(list.text, 'withdraw').replace('withdraw', 'approve');
    const done = await ben.performAction(approve, { confirm: 'yes' });
    expect(flashOf(done)).to.equal('The proposal was approved and has taken effect.');
    expect(visibleText(await ben.get('/console/treasury/sandbox'))).to.match(/1,500.00 points delivered/);
  });
});
