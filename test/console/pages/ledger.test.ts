/** Ledger, review, treasury, and rail pages of the console. */
import { expect } from 'chai';
import { createClient } from '../../support/client.ts';
import { transferInReview, userUnderReview } from '../../support/operator-world.ts';
import {
  expectBody,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newUser,
  newWallet,
  offrampBody,
  onrampBody,
  submittedOfframp,
} from '../../support/api-steps.ts';
import { startConsole } from '../console-world.ts';
import type { ConsoleWorld } from '../console-world.ts';
import {
  createConsoleClient,
  flashOf,
  hiddenFieldsOf,
  fieldErrorsOf,
  errorSummaryOf,
  secretOf,
  visibleText,
} from '../console-client.ts';
import type { ConsoleClient, ConsoleResponse } from '../console-client.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createOperatorTestClient, type RoleName } from '../../support/service-with-operators.ts';

describe('The console', () => {
  let world: ConsoleWorld;
  let admin: ConsoleClient;
  const as = async (role: RoleName): Promise<ConsoleClient> => {
    const client = createConsoleClient(world.service.url);
    expect((await client.signIn(world.tokens[role])).status).to.equal(303);
    return client;
  };
  before(async () => {
    world = await startConsole();
    admin = await as('admin');
  });
  after(() => world.close());

  const operator = () => world.service.admin;
  const CHECKED = { reason: 'A test asks for it.', confirm: 'yes' };
  describe('shows the ledger', () => {
    it('from integrators to the lines of a posting', async () => {
      const { integrator_id, user_id, wallet_id, transfer_id } = world;
      expect((await admin.get('/console/integrators')).text).to.include(
        `/console/integrators/${integrator_id}`,
      );
      const integrator = await admin.get(`/console/integrators/${integrator_id}`);
      expect(integrator.heading).to.equal('demo');
      expect(integrator.text).to.include(`/console/books/${integrator_id}/sandbox/users`);
      expect((await admin.get(`/console/books/${integrator_id}/sandbox/users`)).text).to.include(user_id);
      const user = await admin.get(`/console/users/${user_id}`);
      expect(user.text).to.include(`/console/wallets/${wallet_id}`);
      const wallet = await admin.get(`/console/wallets/${wallet_id}`);
      expect(wallet.text).to.include(`/console/transfers/${transfer_id}`);
      const { balance } = expectBody(await operator().get(`/operator/v1/wallets/${wallet_id}`), 200);
      expect(balance.available).to.equal('8910.00');
      expect(visibleText(wallet)).to.match(/Available 8,910\.00 points/);
      const transfer = visibleText(await admin.get(`/console/transfers/${transfer_id}`));
      expect(transfer).to.match(/Transfer created .* Money moved/);
      // 750.00 of the 1,840.00 points are earned and are spent first.
      expect(transfer).to.match(/available 1,840\.00 points −1,090\.00 points 11,410\.00 points/);
      expect(transfer).to.match(/available 1,840\.00 points 1,090\.00 points 1,840\.00 points/);
      expect(transfer).to.match(/Sum 1,840\.00 points 1,840\.00 points/);
    });

    it('with payouts that came back, and deposits that the bank took back', async () => {
      const { sandbox } = world.service;
      const wallet = await fundedWallet(sandbox, { cashable: '200.00' });
      const account = await newPayoutAccount(sandbox, wallet.user_id);
      const { id } = await submittedOfframp(sandbox, wallet.id, account.id, '200.00');
      const path = `/console/transfers/${String(id)}`;
      expect((await admin.get(path)).text).not.to.include(`${path}/return`);
      const outcome = `/v1/sandbox/transfers/${String(id)}/payout_outcome`;
      expectBody(await sandbox.post(outcome, { outcome: 'completed' }), 200);
      /** The page of any object shows what is projected. */
      const pageWith = (of: string, wanted: string): Promise<ConsoleResponse> =>
        waitFor(`${wanted} on the page`, async () => {
          const page = await admin.get(of);
          return page.text.includes(wanted) ? page : undefined;
        });
      expect((await pageWith(path, `${path}/return`)).text).not.to.include(`${path}/reverse`);
      expect((await (await as('viewer')).get(path)).text).not.to.include(`${path}/return`);
      const fields = { return_reference: 'RTN-5', reason: 'The account was closed.', confirm: 'yes' };
      const proposed = await admin.performAction(`${path}/return`, fields);
      expect(flashOf(proposed)).to.include('The action is proposed.');
      expect(visibleText(await admin.get('/console/proposals'))).to.include('Return a completed payout');
      const { data } = expectBody(await operator().get('/operator/v1/proposals'), 200);
      const proposal = data.find(({ action }: { action: object }) => 'transfer_id' in action);
      const second = await createOperatorTestClient(world.service.url, operator(), 'admin');
      expectBody(await second.post(`/operator/v1/proposals/${String(proposal.id)}/approve`, {}), 200);
      const page = await pageWith(path, 'Why it was returned');
      expect(page.text).not.to.include(`${path}/return`);
      expect(visibleText(page)).to.match(/Why it was returned .*The account was closed\..* RTN-5/);

      const deposits = await newDepositAccount(sandbox, wallet);
      const deposit = { deposit_account_id: deposits.id, amount: '4.00' };
      const credited = expectBody(await sandbox.post('/v1/sandbox/deposits', deposit), 200);
      const there = `/console/transfers/${String(credited.id)}`;
      await pageWith(there, `${there}/reverse`);
      expect((await admin.get(`${there}/reverse`)).heading).to.equal('Reverse a deposit');
    });

    it('with monthly statements of a wallet, as a page and as CSV', async () => {
      const { wallet_id } = world;
      const now = new Date();
      const month = now.toISOString().slice(0, 7);
      const path = `/console/wallets/${wallet_id}/statements/${month}`;
      const wallet = await admin.get(`/console/wallets/${wallet_id}`);
      expect(wallet.text).to.include(`${path}/page`).and.to.include(`${path}/csv`);
      const [page, csv] = [await admin.get(`${path}/page`), await admin.get(`${path}/csv`)];
      expect(page.heading).to.equal(
        `Statement for ${new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(now)}`,
      );
      expect(page.text).to.include('11,410.00').and.to.include('8,910.00');
      expect(csv.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect(csv.headers.get('content-disposition')).to.include('attachment');
      expect(csv.text).to.match(
        /^row,time,bucket,amount,balance,description,entry_id,transfer_id\r\nopening,/,
      );
      for (const wrong of [`${path}/pdf`, `/console/wallets/${wallet_id}/statements/2026-13/csv`])
        expect((await admin.get(wrong)).status).to.equal(404);
    });

    it('with every event of a payout', async () => {
      const text = visibleText(await admin.get(`/console/transfers/${world.offramp_id}`));
      expect(text).to.match(/Transfer created.*Money moved.*State changed sent to the bank/);
      expect(text).to.include('payouts service').and.to.include('Payouts in flight');
    });

    it('with a trial balance that sums to zero in every unit', async () => {
      const page = await admin.get(`/console/books/${world.integrator_id}/sandbox`);
      expect(page.text.match(/Balanced/g)).to.have.length(3);
      const text = visibleText(page);
      for (const [, debit, credit] of text.matchAll(/Sum ([\d,.]+) ([\d,.]+)/g))
        expect(debit).to.equal(credit);
      const { data } = expectBody(await world.service.sandbox.get(`/v1/users/${world.user_id}/wallets`), 200);
      expect(data).to.have.length(1);
      expect(text).to.match(/Payouts in flight Points of payouts in progress 2,500\.00/);
    });

    it('with pages for deposits, accounts, quotes, and all other objects', async () => {
      const deposits = visibleText(await admin.get(`/console/books/${world.integrator_id}/sandbox/deposits`));
      expect(deposits)
        .to.match(/125\.00 USD/)
        .and.to.match(/12,500\.00 points/);
      for (const id of [world.deposit_account_id, world.payout_account_id, world.quote_id]) {
        const found = await admin.get(`/console/search?q=${id}`);
        expect(found.location).to.equal(`/console/records/${id}`);
        expect((await admin.get(found.location ?? '')).status).to.equal(200);
      }
      const quote = visibleText(await admin.get(`/console/records/${world.quote_id}`));
      expect(quote)
        .to.match(/Amount [\d,.]+ (points|coin)/)
        .and.to.match(/Amount out [\d,.]+ (points|coin)/)
        .and.to.match(/Rate [\d.]+ coin per point /)
        .and.to.match(/Fees 10\.00 points spread of the service/);
    });

    it('searchable by ID or integrator reference', async () => {
      const { id, external_reference } = await newUser(world.service.sandbox);
      expect((await admin.get(`/console/search?q=${id}`)).location).to.equal(`/console/users/${id}`);
      await waitFor('the reference is found', async () => {
        const { location } = await admin.get(`/console/search?q=${external_reference}`);
        return location === `/console/users/${id}` ? true : undefined;
      });
      expect((await admin.get('/console/search?q=%3Cscript%3E')).text).to.not.include('<script>');
      expect((await admin.get('/console/search?q=nobody')).status).to.equal(200);
    });

    it('searchable by references that look like IDs or have the maximum length', async () => {
      const references = [`usr_${Date.now()}`, `opt_in_${Date.now()}`, '👩'.repeat(255)];
      for (const external_reference of references) {
        const { id } = await newUser(world.service.sandbox, { external_reference });
        await waitFor('the reference is found', async () => {
          const { location } = await admin.get(`/console/search?q=${encodeURIComponent(external_reference)}`);
          return location === `/console/users/${id}` ? true : undefined;
        });
      }
      // An ID finds its object even if a reference has the same text.
      await newUser(world.service.sandbox, { external_reference: world.transfer_id });
      const { location } = await admin.get(`/console/search?q=${world.transfer_id}`);
      expect(location).to.equal(`/console/transfers/${world.transfer_id}`);
    });

    it('page by page', async () => {
      for (let i = 0; i < 26; i++) await newUser(world.service.sandbox);
      const path = `/console/books/${world.integrator_id}/sandbox/users`;
      const first = await admin.get(path);
      const older = /rel="next"\s+href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const second = await admin.get(older);
      const ids = (text: string) => [...text.matchAll(/data-copy="(usr_\w+)"/g)].map(([, id]) => id);
      expect(ids(first.text)).to.have.length(25);
      expect(ids(second.text)).to.not.be.empty;
      expect(ids(second.text).filter((id) => ids(first.text).includes(id))).to.deep.equal([]);
      const newer = /rel="prev"\s+href="([^"]+)"/.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect(ids((await admin.get(newer)).text)).to.deep.equal(ids(first.text));
    });

    it('with personal data masked unless the role may see it', async () => {
      const person = { first_name: 'Quendolin', last_name: 'Xaviera', email: 'quendolin@people.example' };
      const { id } = await newUser(world.service.sandbox, person);
      const viewer = await as('viewer');
      const reviewer = await as('reviewer');
      const seen = await viewer.get(`/console/users/${id}`);
      expect(seen.text).to.not.match(/Quendolin|Xaviera|quendolin@/);
      expect(visibleText(seen)).to.include('Q•••• X••••');
      expect((await reviewer.get(`/console/users/${id}`)).text).to.include('quendolin@people.example');
      expect((await reviewer.get(`/console/users/${id}`)).heading).to.equal('Quendolin Xaviera');
      const list = `/console/books/${world.integrator_id}/sandbox/users`;
      expect((await reviewer.get(list)).text).to.include('Quendolin Xaviera');
      const masked = await viewer.get(list);
      expect(masked.text).to.not.match(/Quendolin|Xaviera/);
      expect(visibleText(masked)).to.include('Q•••• X••••');
      expect((await viewer.get(`/console/records/${world.payout_account_id}`)).text).to.not.include('Moreau');
      expect((await reviewer.get(`/console/records/${world.payout_account_id}`)).text).to.include('Moreau');
    });

    it('without approval links', async () => {
      const { sandbox } = world.service;
      const wallet = await newWallet(sandbox);
      const source = { type: 'fiat', currency: 'cad', rail: 'emailpay' };
      const made = await sandbox.post('/v1/transfers', { ...onrampBody(wallet.id, '5.00'), source });
      const { id, deposit_instructions } = expectBody(made, 201);
      const events = expectBody(await sandbox.get(`/v1/events?object_id=${id}`), 200);
      const path = `/console/records/${events.data[0].id}`;
      const link: string = deposit_instructions.approval_url;
      for (const role of ['viewer', 'reviewer'] as const)
        expect((await (await as(role)).get(path)).text).to.not.include(link);
    });
  });

  describe('performs actions', () => {
    it('once, even if the form is submitted repeatedly', async () => {
      const path = '/console/integrators/new';
      const form = { ...hiddenFieldsOf(await admin.get(path)), name: 'Twice' };
      const [first, second] = [await admin.post(path, form), await admin.post(path, form)];
      expect([first.status, second.status]).to.deep.equal([303, 303]);
      expect(second.location).to.equal(first.location);
      const { data } = expectBody(await operator().get('/operator/v1/integrators?limit=100'), 200);
      expect(data.filter(({ name }: { name: string }) => name === 'Twice')).to.have.length(1);
    });

    it('and shows errors at the fields and keeps the entered values', async () => {
      const page = await admin.submitForm('/console/treasury/sandbox/trade', {
        side: 'buy',
        coin_amount: 'lots',
        price: '2500',
        traded_at: '2999-01-01T00:00',
      });
      expect(page.status).to.equal(422);
      expect(fieldErrorsOf(page)).to.have.keys('coin_amount');
      expect(page.text).to.include('value="lots"').and.to.include('value="2500"');
      const empty = await admin.submitForm('/console/treasury/sandbox/trade', {});
      expect(fieldErrorsOf(empty)).to.have.keys('side', 'coin_amount', 'price');
      expect(page.text).to.include('type="datetime-local"');
      const corrected = { side: 'buy', coin_amount: '1', price: '2500', traded_at: '2999-01-01T00:00' };
      const future = await admin.post('/console/treasury/sandbox/trade', {
        ...hiddenFieldsOf(page),
        ...corrected,
      });
      expect(fieldErrorsOf(future)).to.have.keys('traded_at');
    });

    it('on integrators and API keys, and shows each secret once', async () => {
      const made = await admin.performAction('/console/integrators/new', { name: 'Acme & Söhne' });
      expect(flashOf(made)).to.include('Acme &amp; Söhne was created');
      const id = made.path.split('/').at(-1) ?? '';
      const issued = await admin.performAction(`/console/integrators/${id}/keys/new`, {
        environment: 'sandbox',
        permissions: 'read_write',
        name: 'backend',
        expires_at: '2999-01-01T00:00',
      });
      const secret = secretOf(issued) ?? '';
      expect(secret).to.match(/^svc_test_/);
      expectBody(await createClient(world.service.url, secret).get('/v1/users'), 200);
      expect(secretOf(await admin.get(issued.path)), 'a second look').to.equal(undefined);
      const key = /data-copy="(key_\w{8})"/.exec(issued.text)?.[1] ?? '';
      const rotated = await admin.performAction(`/console/keys/${key}/rotate`, {
        overlap: '3600',
        reason: 'Time for it',
      });
      expect(secretOf(rotated))
        .to.match(/^svc_test_/)
        .and.not.equal(secret);
      expect(
        Date.parse(expectBody(await operator().get(`/operator/v1/keys/${key}`), 200).expires_at),
      ).to.be.within(Date.now() + 3_500_000, Date.now() + 3_600_000);
      const unconfirmed = await admin.submitForm(`/console/keys/${key}/revoke`, { reason: 'Lost' });
      expect(fieldErrorsOf(unconfirmed)).to.deep.equal({ confirm: 'Check the box to confirm' });
      const unreasoned = await admin.submitForm(`/console/keys/${key}/revoke`, { confirm: 'yes' });
      expect(fieldErrorsOf(unreasoned)).to.have.keys('reason');
      expect(flashOf(await admin.performAction(`/console/keys/${key}/revoke`, CHECKED))).to.equal(
        'The key was revoked.',
      );
      expect(expectBody(await operator().get(`/operator/v1/keys/${key}`), 200).status).to.equal('revoked');
      const late = await admin.submitForm(`/console/keys/${key}/rotate`, { overlap: '0', reason: 'Late' });
      expect([late.status, errorSummaryOf(late)]).to.deep.equal([
        422,
        'Nothing was changed The API key is revoked or expired. Issue a new key instead. It is revoked.',
      ]);
    });

    it('on operator tokens', async () => {
      const issued = await admin.performAction('/console/tokens/new', { name: 'Rita', role: 'reviewer' });
      const secret = secretOf(issued) ?? '';
      const rita = createConsoleClient(world.service.url);
      expect((await rita.signIn(secret)).status).to.equal(303);
      const { data } = expectBody(await operator().get('/operator/v1/tokens'), 200);
      await admin.performAction(`/console/tokens/${data[0].id}/revoke`, CHECKED);
      const nobodys = await admin.get('/console/tokens/opt_00000000000000000000000000/revoke');
      expect(nobodys.status).to.equal(404);
      expect((await rita.get('/console')).location).to.equal('/console/sign-in');
    });

    it('on wallets: freeze, unfreeze, and reward', async () => {
      const { id } = await newWallet(world.service.sandbox);
      const state = async () => expectBody(await operator().get(`/operator/v1/wallets/${id}`), 200);
      const frozen = await admin.performAction(`/console/wallets/${id}/freeze`, CHECKED);
      expect(flashOf(frozen)).to.equal('The wallet is frozen.');
      expect((await state()).status).to.equal('frozen');
      const refused = await admin.submitForm(`/console/wallets/${id}/reward`, {
        amount: '5',
        description: 'Hello',
      });
      expect(errorSummaryOf(refused)).to.match(/frozen/);
      await admin.performAction(`/console/wallets/${id}/unfreeze`, { reason: 'It is over.' });
      await admin.performAction(`/console/wallets/${id}/reward`, { amount: '5', description: 'Hello' });
      const { status, balance } = await state();
      expect([status, balance.available]).to.deep.equal(['active', '5.00']);
      expect(visibleText(await admin.get(`/console/wallets/${id}`))).to.match(/Hello Reward \+5\.00 points/);
    });

    it('on transfers in review', async () => {
      const reviewer = await as('reviewer');
      const [first, second] = [
        await transferInReview(world.service.sandbox),
        await transferInReview(world.service.sandbox),
      ];
      expect((await reviewer.get('/console/reviews')).text)
        .to.include(first.id)
        .and.to.include(second.id);
      await reviewer.performAction(`/console/transfers/${first.id}/approve`, { message: 'Known sender.' });
      const rejected = await reviewer.performAction(`/console/transfers/${second.id}/reject`, {
        code: 'compliance',
        message: 'Not allowed.',
        confirm: 'yes',
      });
      expect(rejected.text).to.not.include(first.id);
      const transfer = async (id: string) =>
        expectBody(await operator().get(`/operator/v1/transfers/${id}`), 200);
      expect((await transfer(first.id)).state).to.equal('completed');
      expect((await transfer(second.id)).state_reason).to.deep.equal({
        code: 'compliance',
        message: 'Not allowed.',
      });
      const text = visibleText(await reviewer.get(`/console/transfers/${second.id}`));
      expect(text).to.include('“compliance: Not allowed.”').and.to.include('Robin reviewer operator');
      const again = await reviewer.submitForm(`/console/transfers/${first.id}/approve`, {
        message: 'Again.',
      });
      expect(again.status).to.equal(422);
    });

    it('with the listed names that a payee is close to', async () => {
      const { sandbox } = world.service;
      const wallet = await fundedWallet(sandbox, { cashable: '1000.00' });
      const name = { account_owner_name: 'V. Sanctioned' };
      const account = await newPayoutAccount(sandbox, wallet.user_id, 'usd', name);
      const body = offrampBody(wallet.id, account.id, '100.00');
      const { id } = expectBody(await sandbox.post('/v1/transfers', body), 201);
      const match = 'Viktor Sanctioned (test name): initials instead of words';
      const approval = await (await as('reviewer')).get(`/console/transfers/${id}/approve`);
      expect(visibleText(approval)).to.include(match);
      const identity = await (await as('reviewer')).get(`/console/users/${wallet.user_id}/identity`);
      expect(visibleText(identity)).to.include(match);
      expect(
        (await as('viewer').then((viewer) => viewer.get(`/console/transfers/${id}`))).text,
      ).to.not.include('Sanctioned');
    });

    it('on identities under review', async () => {
      const reviewer = await as('reviewer');
      const people = [
        await userUnderReview(world.service.sandbox),
        await userUnderReview(world.service.sandbox),
      ];
      expect((await reviewer.get('/console/reviews/identities')).text).to.include(people[0].id);
      await reviewer.performAction(`/console/users/${people[0].id}/identity`, {
        outcome: 'approved',
        code: '',
        message: '',
      });
      await reviewer.performAction(`/console/users/${people[1].id}/identity`, {
        outcome: 'rejected',
        code: 'document_expired',
        message: 'In 2020.',
      });
      const user = async (id: string) => expectBody(await operator().get(`/operator/v1/users/${id}`), 200);
      expect((await user(people[0].id)).kyc_status).to.equal('approved');
      const { kyc_status, rejection_reasons } = await user(people[1].id);
      expect([kyc_status, rejection_reasons]).to.deep.equal([
        'rejected',
        [{ code: 'document_expired', message: 'In 2020.' }],
      ]);
      const { id } = await userUnderReview(world.service.sandbox);
      const offersReview = async (): Promise<boolean> =>
        (await reviewer.get(`/console/users/${id}`)).text.includes(`/console/users/${id}/identity`);
      await waitFor('the review is offered', async () => ((await offersReview()) ? true : undefined));
      expectBody(await world.service.sandbox.post(`/v1/users/${id}/deactivate`), 200);
      await waitFor('it no longer is', async () => ((await offersReview()) ? undefined : true), 5_000);
    });

    it('on the treasury', async () => {
      const treasury = await as('treasury');
      expect((await treasury.get('/console/treasury')).location).to.equal('/console/treasury/sandbox');
      const traded = {
        side: 'buy',
        coin_amount: '12.5',
        price: '2612.75',
        counterparty: 'Desk',
        traded_at: '',
      };
      const page = await treasury.performAction('/console/treasury/sandbox/trade', traded);
      expect(visibleText(page)).to.match(/Price of 1 coin 2,612\.75 points/);
      const allocated = { integrator_id: world.integrator_id, coin_stock: '2', points_backing: '' };
      await treasury.performAction('/console/treasury/sandbox/allocate', allocated);
      await waitFor('the book has it', async () => {
        const text = visibleText(await treasury.get('/console/treasury/sandbox'));
        return /demo 5,002\.00000000 coin/.test(text) ? true : undefined;
      });
      const most = { ...allocated, coin_stock: '999999' };
      expect(
        errorSummaryOf(await treasury.submitForm('/console/treasury/sandbox/allocate', most)),
      ).to.not.equal('');
      const nothing = { integrator_id: '', coin_stock: '', points_backing: '' };
      expect(
        fieldErrorsOf(await treasury.submitForm('/console/treasury/sandbox/allocate', nothing)),
      ).to.have.keys('integrator_id');
      expect((await treasury.get('/console/treasury/nowhere')).status).to.equal(404);
    });

    it('on rails', async () => {
      const off = await admin.performAction('/console/rails/sandbox/bank_eft', { to: 'off', ...CHECKED });
      expect(flashOf(off)).to.equal('bank EFT is disabled in sandbox.');
      const { data } = expectBody(await operator().get('/operator/v1/rails'), 200);
      expect(
        data.find(
          (each: { environment: string; rail: string }) =>
            each.environment === 'sandbox' && each.rail === 'bank_eft',
        ).enabled,
      ).to.equal(false);
      await admin.performAction('/console/rails/sandbox/bank_eft', { to: 'on', reason: 'It is back.' });
      expect((await admin.get('/console/rails/sandbox/nothing')).status).to.equal(404);
    });
  });
});
