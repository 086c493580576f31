import { expect } from 'chai';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { userUnderReview } from '../../support/operator-world.ts';
import { expectBody, fundedWallet, newWallet, transferBody } from '../../support/api-steps.ts';
import { createConsoleClient, flashOf, visibleText } from '../console-client.ts';
import type { ConsoleClient } from '../console-client.ts';

describe('The queue of reviews in the console', () => {
  let service: ServiceWithOperators;
  let reviewer: ConsoleClient;
  before(async () => {
    service = await startServiceWithOperators({
      reviews: { amount_at_least: { user_to_user: '100.00' }, four_eyes_at_least: '500.00' },
    });
    reviewer = await signedIn('reviewer');
  });
  after(() => service.close());

  async function signedIn(role: string): Promise<ConsoleClient> {
    const body = { name: `Rita ${role}`, role };
    const issued = expectBody(await service.admin.post('/operator/v1/tokens', body), 201);
    const client = createConsoleClient(service.url);
    await client.signIn(issued.secret);
    return client;
  }
  async function held(...amounts: readonly string[]): Promise<string[]> {
    const from = await fundedWallet(service.sandbox, { cashable: '5000.00' });
    const to = await newWallet(service.sandbox);
    const ids: string[] = [];
    for (const amount of amounts) {
      const body = transferBody(from.id, to.id, amount);
      ids.push(expectBody(await service.sandbox.post('/v1/transfers', body), 201).id);
    }
    return ids;
  }
  const stateOf = async (id: string): Promise<string> =>
    expectBody(await service.sandbox.get(`/v1/transfers/${id}`), 200).state;
  const bulk = (outcome: string, ids: readonly string[]): string =>
    `/console/reviews/decide?outcome=${outcome}${ids.map((id) => `&id=${id}`).join('')}`;
  const decide = async (outcome: string, ids: readonly string[], more: object = {}) => {
    const page = await reviewer.get(bulk(outcome, ids));
    const hidden = Object.fromEntries(
      [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    );
    const fields = { ...hidden, message: 'The invoices fit.', confirm: 'yes', ...more };
    return { fields, answer: await reviewer.post('/console/reviews/decide', fields) };
  };

  it('shows names, amount, reason, hints, and what needs two operators; others see masked names', async () => {
    const [id = ''] = await held('600.00');
    const text = visibleText(await reviewer.get('/console/reviews'));
    expect(text)
      .to.match(/1 waiting, 0 overdue/)
      .and.to.match(/due in \d+ h/);
    expect(text).to.match(/Ada.*→.*Ada.*600\.00 points.*Review amount/s);
    expect(text).to.contain('needs two operators').and.to.contain('new user');
    const viewer = visibleText(await (await signedIn('viewer')).get('/console/reviews'));
    expect(viewer).to.contain('A••••').and.to.contain('requires the reviewer role');
    expect(viewer).to.not.contain('Approve selected');
    const form = visibleText(await reviewer.get(`/console/transfers/${id}/approve`));
    expect(form).to.contain('History of the person').and.to.contain('Assigned to');
    const note = { text: 'The invoice was confirmed by phone.' };
    expectBody(await service.admin.post(`/operator/v1/transfers/${id}/notes`, note), 201);
    expect(visibleText(await reviewer.get(`/console/transfers/${id}/approve`))).to.contain(note.text);
    const queue = (await reviewer.get('/console/reviews?assigned=nobody')).text;
    expect(queue).to.contain('name="list" value="assigned=nobody"');
    expect(queue).to.contain(`href="/console/transfers/${id}#notes"`);
    const rejected = await decide('rejected', [id], { code: 'other', list: 'assigned=nobody' });
    expect(rejected.answer.text).to.contain('href="/console/reviews?assigned=nobody"');
    expect(visibleText(rejected.answer)).to.contain('All decisions were recorded');
    expect(await stateOf(id)).to.equal('failed');
  });

  it('assigns a review to the operator, and to nobody again', async () => {
    const [id = ''] = await held('100.00');
    const page = await reviewer.get('/console/reviews');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const assign = (to: string) => reviewer.post(`/console/reviews/${id}/assign`, { csrf, to });
    expect((await assign('me')).location).to.equal('/console/reviews');
    const mine = await reviewer.get('/console/reviews?assigned=me');
    expect(flashOf(mine)).to.contain('assigned to you');
    expect(visibleText(mine)).to.contain('Release');
    await assign('nobody');
    expect(visibleText(await reviewer.get('/console/reviews?assigned=me'))).to.contain(
      'No transfers in review',
    );
    await decide('approved', [id]);
  });

  it('decides several reviews, each on its own, and repeats none', async () => {
    const ids = await held('100.00', '120.00', '700.00');
    const [, second = '', large = ''] = ids;
    const page = visibleText(await reviewer.get(bulk('approved', ids)));
    expect(page).to.contain('Approve 3 reviews').and.to.contain('120.00 points');
    // Somebody decides one of them in the meantime.
    expectBody(
      await service.operators.reviewer.post(`/operator/v1/transfers/${second}/review`, {
        outcome: 'rejected',
      }),
      200,
    );
    const { fields, answer } = await decide('approved', ids);
    const text = visibleText(answer);
    expect(answer.heading).to.equal('1 of 3 decisions failed');
    expect(text).to.match(/done Approved\..*failed.*proposed Another operator has to approve it\./s);
    expect(await Promise.all(ids.map(stateOf))).to.deep.equal(['completed', 'failed', 'in_review']);
    const again = await reviewer.post('/console/reviews/decide', fields);
    expect(visibleText(again)).to.contain('1 of 3 decisions failed');
    expect(visibleText(await reviewer.get('/console/reviews'))).to.contain('proposed by Rita reviewer');
    await decide('rejected', [large], { code: 'other' });
  });

  it('leads from each case to the next, and needs one decision for each', async () => {
    const ids = await held('110.00', '111.00', '112.00');
    const start = await reviewer.get('/console/reviews');
    expect(start.text).to.match(/href="([^"]+)"\s*>Decide one by one/);
    let path = /href="([^"]+)"\s*>Decide one by one/.exec(start.text)?.[1] ?? '';
    const decided: string[] = [];
    for (const _ of ids) {
      const page = await reviewer.get(path);
      expect(visibleText(page)).to.contain('History of the person').and.to.contain('112.00 points');
      expect(page.text).to.match(new RegExp(`href="${path}"\\s+aria-current="true"`));
      decided.push(path.slice(path.lastIndexOf('/') + 1));
      const isLast = decided.length === ids.length;
      const message = { message: 'The invoice fits.' };
      if (isLast) {
        const refused = await reviewer.submitForm(path, { ...message, outcome: 'rejected' });
        expect(visibleText(refused)).to.contain('Select why it is rejected');
      }
      const outcome = isLast ? { outcome: 'rejected', code: 'other' } : { outcome: 'approved' };
      path = (await reviewer.submitForm(path, { ...message, ...outcome })).location ?? '';
    }
    expect(decided).to.have.members(ids);
    expect(path).to.equal('/console/reviews');
    expect(flashOf(await reviewer.get(path))).to.equal('The transfer was rejected.');
    expect((await Promise.all(decided.map(stateOf))).toSorted()).to.deep.equal([
      'completed',
      'completed',
      'failed',
    ]);
  });

  it('requires a reason, a confirmation, and reviews with the same reason', async () => {
    const [id = ''] = await held('100.00');
    const { answer } = await decide('rejected', [id], { code: 'other', message: '', confirm: '' });
    expect([answer.status, answer.heading]).to.deep.equal([422, 'Error: Reject 1 review']);
    expect(await stateOf(id)).to.equal('in_review');
    const user = await userUnderReview(service.sandbox);
    const mixed = await reviewer.get(bulk('approved', [id, user.id]));
    expect([mixed.status, visibleText(mixed).includes('different reasons')]).to.deep.equal([422, true]);
    expect((await reviewer.get(bulk('approved', []))).status).to.equal(422);
    const identities = await decide('approved', [user.id]);
    expect(visibleText(identities.answer)).to.contain('All decisions were recorded');
    const after = expectBody(await service.sandbox.get(`/v1/users/${user.id}`), 200);
    expect(after.kyc_status).to.equal('approved');
  });
});
