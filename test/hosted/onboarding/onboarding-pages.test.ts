/** The onboarding pages over plain HTTP: what they take, what they decide, and what they never tell. */
import { expect } from 'chai';
import { startMemoryApp } from '../../support/memory-app.ts';
import type { MemoryApp } from '../../support/memory-app.ts';
import { directive, submitForm, fieldErrorsOf, openPage } from '../../support/hosted-page.ts';
import { PERSON, eventTypes, freshLinks, newLinks, userNow } from '../hosted-support.ts';

const REDIRECT = 'https://shop.example/welcome?step=2#top';
const REJECTED = { outcome: 'rejected', reason_code: 'document_expired' };

describe('The onboarding pages', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  describe('in the sandbox', () => {
    it('let the tester choose the outcome and send the events of a real check', async () => {
      for (const outcome of ['approved', 'rejected', 'incomplete']) {
        const { user_id, kyc } = await newLinks(app);
        const page = await openPage(kyc);
        expect(page.status).to.equal(200);
        expect(page.heading).to.equal('Confirm your identity');
        const sent = await submitForm(page, { outcome, reason_code: 'details_mismatch' });
        expect([sent.status, sent.location]).to.deep.equal([303, `${kyc}/done`]);
        const user = await userNow(app, user_id);
        expect(user.kyc_status).to.equal(outcome);
        expect(user.rejection_reasons.map(({ code }: { code: string }) => code)).to.deep.equal(
          outcome === 'approved' ? [] : ['details_mismatch'],
        );
        expect(await eventTypes(app, user_id)).to.deep.equal([
          'user.created',
          'user.kyc_status_changed',
          'user.kyc_status_changed',
        ]);
      }
    });

    it('check an approved identity again when it changes', async () => {
      const { user_id, kyc } = await newLinks(app);
      await submitForm(await openPage(kyc), { outcome: 'approved' });
      const fresh = await freshLinks(app, user_id);
      const page = await openPage(fresh.kyc);
      expect(page.text).to.contain('already confirmed');
      await submitForm(page, REJECTED);
      expect((await userNow(app, user_id)).kyc_status).to.equal('rejected');
    });

    it('can leave the check under review', async () => {
      const { user_id, kyc } = await newLinks(app);
      await submitForm(await openPage(kyc), { outcome: 'under_review' });
      expect((await userNow(app, user_id)).kyc_status).to.equal('under_review');
      expect((await openPage(`${kyc}/done`)).heading).to.equal('We’re checking your details');
    });

    it('name missing fields and keep the choices', async () => {
      const { user_id, kyc } = await newLinks(app);
      const page = await openPage(kyc);
      const nothing = await submitForm(page, {});
      expect(nothing.status).to.equal(422);
      expect(nothing.text).to.match(/<title>Error: /);
      expect(fieldErrorsOf(nothing)).to.deep.equal({ outcome: 'Choose an outcome' });
      const noReason = await submitForm(page, {
        outcome: 'rejected',
        reason_message: 'Because "I" <b>say</b> so',
      });
      expect(fieldErrorsOf(noReason)).to.deep.equal({ reason_code: 'Choose a reason' });
      expect(noReason.text).to.match(/value="rejected"\s+required\s+checked/);
      expect(noReason.text).to.contain('value="Because &quot;I&quot; &lt;b&gt;say&lt;/b&gt; so"');
      const long = { ...REJECTED, reason_message: 'x'.repeat(501) };
      expect(Object.keys(fieldErrorsOf(await submitForm(page, long)))).to.deep.equal(['reason_message']);
      for (const outcome of ['deleted', '__proto__', 'not_started'])
        expect((await submitForm(page, { outcome })).status).to.equal(422);
      for (const reason_code of ['__proto__', 'constructor', 'nonsense'])
        expect((await submitForm(page, { outcome: 'rejected', reason_code })).status).to.equal(422);
      expect((await userNow(app, user_id)).version).to.equal(1);
    });

    it('escape the reasons for a rejection', async () => {
      const { user_id, kyc } = await newLinks(app);
      const message = '<script>alert("1")</script> & \'more\'';
      await submitForm(await openPage(kyc), { ...REJECTED, reason_message: message });
      expect((await userNow(app, user_id)).rejection_reasons).to.deep.equal([
        { code: 'document_expired', message },
      ]);
      const done = await openPage(`${kyc}/done`);
      expect(done.heading).to.equal('We couldn’t confirm your identity');
      expect(done.text).to.contain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
    });
  });

  describe('in production', () => {
    it('accept the identity of a person and wait for the operator', async () => {
      const user = { email: 'ada@example.com', first_name: 'Nickname' };
      const { user_id, kyc } = await newLinks(app, { production: true, user });
      const page = await openPage(kyc);
      expect(page.text).to.not.contain('Sandbox');
      expect(page.text, 'what the integrator has told').to.contain('value="Nickname"');
      const sent = await submitForm(page, PERSON);
      expect([sent.status, sent.location]).to.deep.equal([303, `${kyc}/done`]);
      expect(await userNow(app, user_id, true)).to.include({
        kyc_status: 'under_review',
        terms_status: 'pending',
        first_name: 'Ada',
        last_name: 'Moreau',
        country: 'CA',
        email: 'ada@example.com',
      });
      expect(await eventTypes(app, user_id, true)).to.deep.equal(['user.created', 'user.kyc_status_changed']);
      expect((await openPage(`${kyc}/done`)).heading).to.equal('We’re checking your details');
    });

    it('do not accept an outcome', async () => {
      const { user_id, kyc } = await newLinks(app, { production: true });
      expect((await submitForm(await openPage(kyc), { outcome: 'approved' })).status).to.equal(422);
      expect((await userNow(app, user_id, true)).kyc_status).to.equal('not_started');
    });

    it('accept the identity of a business and of the person who represents it', async () => {
      const user = { type: 'business', business_name: 'Harbour' };
      const { user_id, kyc } = await newLinks(app, { production: true, user });
      const { first_name: _f, last_name: _l, ...rest } = PERSON;
      const page = await openPage(kyc);
      expect(page.text).to.contain('value="Harbour"');
      const missing = await submitForm(page, rest);
      expect(Object.keys(fieldErrorsOf(missing))).to.deep.equal([
        'business_name',
        'registration_number',
        'first_name',
        'last_name',
        'position',
      ]);
      const person = { ...PERSON, position: 'Director' };
      await submitForm(page, { ...person, business_name: 'Harbour Books Ltd', registration_number: 'HB 77' });
      const after = await userNow(app, user_id, true);
      expect(after).to.include({ kyc_status: 'under_review', business_name: 'Harbour Books Ltd' });
    });

    it('name all missing fields in the order of the form', async () => {
      const { kyc } = await newLinks(app, { production: true });
      const page = await submitForm(await openPage(kyc), {});
      expect(page.status).to.equal(422);
      expect(fieldErrorsOf(page)).to.deep.equal({
        first_name: 'Enter your first name',
        last_name: 'Enter your last name',
        birth_day: 'Enter your date of birth',
        country: 'Choose a country',
        line1: 'Enter the street address',
        city: 'Enter the city',
      });
      const linked = [...page.text.matchAll(/<a href="#(\w+)">/g)].map(([, name]) => name);
      expect(linked).to.deep.equal(['content', ...Object.keys(fieldErrorsOf(page))].slice(1));
      for (const name of linked) expect(page.text).to.match(new RegExp(`\\sid="${String(name)}"`));
    });

    it('keep and escape the entered values', async () => {
      const { kyc } = await newLinks(app, { production: true });
      const last_name = `"><script>alert('x')</script>`;
      const page = await submitForm(await openPage(kyc), { ...PERSON, last_name, city: '', country: 'CA' });
      expect(page.text).to.contain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
      expect(page.text).to.contain('value="Ada"');
      expect(page.text).to.match(/<option value="CA" selected/);
    });

    it('reject invalid dates, long texts, and invisible characters', async () => {
      const { user_id, kyc } = await newLinks(app, { production: true });
      const page = await openPage(kyc);
      const year = String(new Date().getUTCFullYear() + 1);
      for (const wrong of [
        { birth_day: '31', birth_month: '2' },
        { birth_day: '29', birth_month: '2', birth_year: '2023' },
        { birth_day: '0' },
        { birth_month: '13' },
        { birth_year: '85' },
        { birth_year: '1899' },
        { birth_year: year },
        { birth_day: '-1' },
        { birth_day: 'x' },
        { birth_day: '' },
      ]) {
        expect(Object.keys(fieldErrorsOf(await submitForm(page, { ...PERSON, ...wrong })))).to.deep.equal([
          'birth_day',
        ]);
      }
      for (const [name, value] of [
        ['first_name', 'x'.repeat(101)],
        ['last_name', 'a\u0000b'],
        ['last_name', 'a\u202eb'],
        ['line1', 'x'.repeat(151)],
        ['postal_code', 'x'.repeat(21)],
        ['country', 'XX'],
        ['country', 'ca'],
      ] as const) {
        const refused = await submitForm(page, { ...PERSON, [name]: value });
        expect(Object.keys(fieldErrorsOf(refused)), value).to.deep.equal([name]);
      }
      expect((await userNow(app, user_id, true)).version).to.equal(1);
    });

    it('show no form during a review, not even with a new link', async () => {
      const { user_id, kyc } = await newLinks(app, { production: true });
      await submitForm(await openPage(kyc), PERSON);
      const again = await freshLinks(app, user_id, { production: true });
      expect((await openPage(again.kyc)).heading).to.equal('We’re checking your details');
    });
  });

  describe('with terms', () => {
    it('are accepted when the box is checked', async () => {
      const { user_id, terms } = await newLinks(app);
      const page = await openPage(terms);
      expect(page.heading).to.equal('Read and accept the terms');
      const unticked = await submitForm(page, {});
      expect(unticked.status).to.equal(422);
      expect(fieldErrorsOf(unticked)).to.deep.equal({ accept: 'Check the box to accept the terms' });
      const sent = await submitForm(page, { accept: 'yes' });
      expect([sent.status, sent.location]).to.deep.equal([303, `${terms}/done`]);
      expect((await userNow(app, user_id)).terms_status).to.equal('approved');
      expect(await eventTypes(app, user_id)).to.deep.equal(['user.created', 'user.terms_status_changed']);
      expect((await openPage(`${terms}/done`)).heading).to.equal('You’ve accepted the terms');
    });

    it('can only be accepted in the version that was shown', async () => {
      const { user_id, terms } = await newLinks(app);
      const other = { accept: 'yes', terms: 'f'.repeat(64) };
      expect((await submitForm(await openPage(terms), other)).status).to.equal(422);
      expect((await userNow(app, user_id)).terms_status).to.equal('pending');
    });

    it('show no form to a user who has accepted them', async () => {
      const { user_id } = await newLinks(app);
      const body = { kyc_status: 'not_started', terms_status: 'approved' };
      await app.call('POST', `/v1/sandbox/users/${user_id}/kyc`, { body });
      const { terms } = await freshLinks(app, user_id);
      expect((await openPage(terms)).heading).to.equal('You’ve accepted the terms');
    });
  });

  describe('with a redirect', () => {
    it('send the user to the redirect URL without changes', async () => {
      const { kyc, terms } = await newLinks(app, { redirect_url: REDIRECT });
      const page = await openPage(kyc);
      expect(directive(page, 'form-action')).to.equal("'self' https://shop.example");
      const sent = await submitForm(page, { outcome: 'approved' });
      expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, REDIRECT]);
      expect((await submitForm(await openPage(terms), { accept: 'yes' })).location).to.equal(REDIRECT);
      const done = await openPage(`${terms}/done`);
      expect(done.text).to.contain(`href="${REDIRECT}"`);
    });

    it('allow only its origin in the policy, or the scheme for an IPv6 host', async () => {
      const local = await newLinks(app, { redirect_url: 'http://127.0.0.1:8080/x' });
      expect(directive(await openPage(local.kyc), 'form-action')).to.equal("'self' http://127.0.0.1:8080");
      const six = await newLinks(app, { redirect_url: 'http://[::1]:8080/x' });
      expect(directive(await openPage(six.kyc), 'form-action')).to.equal("'self' http:");
      expect(directive(await openPage((await newLinks(app)).kyc), 'form-action')).to.equal("'self'");
    });
  });

  describe('used again', () => {
    it('process a form once when it is submitted twice at the same time', async () => {
      const { user_id, kyc } = await newLinks(app, { redirect_url: REDIRECT });
      const page = await openPage(kyc);
      const sent = await Promise.all(Array.from({ length: 8 }, () => submitForm(page, REJECTED)));
      expect(sent.map(({ status }) => status)).to.deep.equal(Array(8).fill(303));
      const ends = sent.map(({ location }) => location).sort();
      expect(ends).to.deep.equal([...Array(7).fill(`${kyc}/done`), REDIRECT].sort());
      expect(await eventTypes(app, user_id)).to.have.length(3);
    });

    it('show the result, and that the link was used', async () => {
      const { user_id, kyc } = await newLinks(app);
      const page = await openPage(kyc);
      await submitForm(page, REJECTED);
      const again = await submitForm(page, { outcome: 'approved' });
      expect([again.status, again.location]).to.deep.equal([303, `${kyc}/done`]);
      expect((await userNow(app, user_id)).kyc_status).to.equal('rejected');
      const opened = await openPage(kyc);
      expect([opened.status, opened.heading]).to.deep.equal([410, 'This link was already used']);
    });

    it('work with new links after a rejection, which invalidate earlier links', async () => {
      const { user_id, kyc, terms } = await newLinks(app);
      await submitForm(await openPage(kyc), REJECTED);
      const open = await openPage(terms);
      const fresh = await freshLinks(app, user_id);
      for (const old of [kyc, terms, `${kyc}/done`]) expect((await openPage(old)).status).to.equal(404);
      expect((await submitForm(open, { accept: 'yes' })).status).to.equal(404);
      const again = await openPage(fresh.kyc);
      expect(again.text).to.contain('<li>The document has expired.</li>');
      await submitForm(again, { outcome: 'approved' });
      await submitForm(await openPage(fresh.terms), { accept: 'yes' });
      expect(await userNow(app, user_id)).to.include({ kyc_status: 'approved', terms_status: 'approved' });
    });

    it('redirect from the result page to the form before the form was submitted', async () => {
      const { kyc } = await newLinks(app);
      const early = await openPage(`${kyc}/done`);
      expect([early.status, early.location]).to.deep.equal([303, kyc]);
    });
  });
});
