/** The page on which a payer approves or declines a payment by emailpay. */
import { expect } from 'chai';
import { startMemoryApp } from '../../support/memory-app.ts';
import type { MemoryApp } from '../../support/memory-app.ts';
import { submitForm, hiddenFields, openPage } from '../../support/hosted-page.ts';
import { eventTypes, newPayment, transferNow } from '../hosted-support.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('The approval page', () => {
  let app: MemoryApp;
  let ahead = 0;
  before(async () => {
    app = await startMemoryApp({ clock: () => Date.now() + ahead });
  });
  after(() => app.close());

  const balance = async ({ user_id, wallet_id }: { user_id: string; wallet_id: string }) =>
    (await app.call('GET', `/v1/users/${user_id}/wallets/${wallet_id}`)).body.balance['available'];

  it('shows the amount, the payee, the reference, and the deadline', async () => {
    const payment = await newPayment(app);
    const page = await openPage(payment.url);
    expect([page.status, page.heading]).to.deep.equal([200, 'Payment to Ada M.']);
    expect(page.text).to.contain('1,250.00');
    expect(page.text).to.contain('CAD');
    expect(page.text).to.contain(payment.reference);
    const { deposit_instructions } = await transferNow(app, payment.transfer_id);
    expect(page.text).to.contain(`datetime="${String(deposit_instructions.expires_at)}"`);
    expect(page.text).to.not.contain('Moreau');
  });

  it('shows the escaped name of a business, and no name if none is known', async () => {
    const business_name = '<img src=x onerror="alert(1)"> & Sons';
    const business = await newPayment(app, { type: 'business', business_name });
    const page = await openPage(business.url);
    expect(page.heading).to.equal('Payment to &lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Sons');
    const nameless = await newPayment(app, {});
    expect((await openPage(nameless.url)).heading).to.equal('Payment request');
    const forgotten = await newPayment(app);
    await app.loseKey(forgotten.user_id);
    expect((await openPage(forgotten.url)).text).to.match(/Payment (request|to Ada M\.)/);
  });

  it('pays the whole amount', async () => {
    const payment = await newPayment(app);
    const sent = await submitForm(await openPage(payment.url), { decision: 'pay' });
    expect([sent.status, sent.location]).to.deep.equal([303, payment.url]);
    const after = await openPage(payment.url);
    expect([after.status, after.heading]).to.deep.equal([200, 'The payment is approved']);
    expect((await transferNow(app, payment.transfer_id)).state).to.equal('completed');
    expect(await balance(payment)).to.equal('125000.00');
    expect(await eventTypes(app, payment.transfer_id)).to.include('deposit.received');
  });

  it('cancels the transfer when the payer declines', async () => {
    const payment = await newPayment(app);
    const sent = await submitForm(await openPage(payment.url), { decision: 'decline' });
    expect(sent.status).to.equal(303);
    expect((await openPage(payment.url)).heading).to.equal('You declined the payment');
    const { state, state_reason } = await transferNow(app, payment.transfer_id);
    expect([state, state_reason.code]).to.deep.equal(['canceled', 'declined']);
    expect(await balance(payment)).to.equal('0.00');
  });

  it('decides once, even when the form is submitted several times', async () => {
    const payment = await newPayment(app);
    const page = await openPage(payment.url);
    const decisions = ['pay', 'decline', 'pay', 'pay', 'decline', 'pay'];
    const sent = await Promise.all(decisions.map((decision) => submitForm(page, { decision })));
    expect(sent.map(({ status }) => status)).to.deep.equal(decisions.map(() => 303));
    const { state } = await transferNow(app, payment.transfer_id);
    expect(['completed', 'canceled']).to.include(state);
    expect(await balance(payment)).to.equal(state === 'completed' ? '125000.00' : '0.00');
    const types = await eventTypes(app, payment.transfer_id);
    expect(types.filter((type) => type === 'deposit.received').length).to.be.at.most(1);
    expect(types).to.not.include('deposit.returned');
  });

  it('says what the payment is for and to whom, before and after the decision', async () => {
    const payment = await newPayment(app);
    const purpose = 'Points in the wallet of Ada M.';
    const page = await openPage(payment.url);
    expect(page.text).to.contain(purpose);
    await submitForm(page, { decision: 'pay' });
    const paid = await openPage(payment.url);
    expect(paid.text).to.contain(purpose).and.to.contain(payment.reference).and.to.not.contain('Respond by');
    const declined = await newPayment(app);
    await submitForm(await openPage(declined.url), { decision: 'decline' });
    expect((await openPage(declined.url)).text).to.contain(purpose);
    const nameless = await newPayment(app, {});
    expect((await openPage(nameless.url)).text).to.contain('Points in a wallet');
    expect((await openPage(`${declined.url}?locale=de`)).text).to.contain('Punkte in der Wallet von Ada M.');
  });

  it('expires at the time that it shows', async () => {
    const payment = await newPayment(app);
    const page = await openPage(payment.url);
    ahead += HOUR_MS;
    const late = await openPage(payment.url);
    expect([late.status, late.heading]).to.deep.equal([410, 'This link has expired']);
    for (const decision of ['pay', 'decline'])
      expect((await submitForm(page, { decision })).status).to.equal(303);
    expect(await balance(payment)).to.equal('0.00');
    expect((await transferNow(app, payment.transfer_id)).state).to.be.oneOf(['awaiting_funds', 'canceled']);
  });

  it('shows payments that were received another way', async () => {
    const payment = await newPayment(app);
    const deposit = { transfer_id: payment.transfer_id, amount: '1250.00' };
    await app.call('POST', '/v1/sandbox/deposits', { body: { ...deposit, outcome: 'in_review' } });
    expect((await openPage(payment.url)).heading).to.equal('The payment is under review');
    const other = await newPayment(app);
    const back = { transfer_id: other.transfer_id, amount: '1250.00', outcome: 'returned' };
    await app.call('POST', '/v1/sandbox/deposits', { body: back });
    expect((await openPage(other.url)).heading).to.equal('The payment was returned');
  });

  it('rejects a form without its token, from another site, or with an unknown decision', async () => {
    const payment = await newPayment(app);
    const page = await openPage(payment.url);
    const other = await newPayment(app);
    const strange = hiddenFields(await openPage(other.url));
    for (const fields of [{ decision: 'pay' }, { ...strange, decision: 'pay' }])
      expect((await openPage(payment.url, { fields })).status).to.equal(403);
    const fields = { ...hiddenFields(page), decision: 'pay' };
    const cross = await openPage(payment.url, { fields, headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(cross.status).to.equal(403);
    for (const decision of ['', 'refund', '__proto__'])
      expect((await submitForm(page, { decision })).status).to.equal(415);
    expect((await transferNow(app, payment.transfer_id)).state).to.equal('awaiting_funds');
  });

  it('shows the same page for every unknown link', async () => {
    const [one, two] = [await newPayment(app), await newPayment(app)];
    const [token, base] = [one.url.slice(one.url.lastIndexOf('/') + 1), `${app.url}/pay`];
    for (const url of [
      `${base}/${two.transfer_id}/${token}`,
      `${base}/${one.transfer_id}/${token}x`,
      `${base}/${one.transfer_id}/`,
      `${base}/trf_${'0'.repeat(26)}/${token}`,
      `${one.url}/more`,
    ]) {
      const page = await openPage(url);
      expect([page.status, page.heading]).to.deep.equal([404, 'This link doesn’t work']);
    }
  });
});
