/** Links of the onboarding pages that lead nowhere any more, and forms that no page of them sent. */
import { expect } from 'chai';
import { startMemoryApp } from '../../support/memory-app.ts';
import type { MemoryApp } from '../../support/memory-app.ts';
import { submitForm, hiddenFields, openPage } from '../../support/hosted-page.ts';
import { newLinks, userNow } from '../hosted-support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('The onboarding pages', () => {
  let app: MemoryApp;
  let ahead = 0;
  before(async () => {
    app = await startMemoryApp({ clock: () => Date.now() + ahead });
  });
  after(() => app.close());

  describe('with an invalid link', () => {
    it('show the same page for every kind of invalid link', async () => {
      const { user_id, kyc, terms } = await newLinks(app, { user: { first_name: 'Zebedee' } });
      const other = await newLinks(app);
      const live = await newLinks(app, { production: true });
      const token = kyc.slice(-43);
      const base = `${app.url}/onboarding`;
      const texts = new Set<string>();
      for (const url of [
        `${kyc.slice(0, -1)}${kyc.endsWith('A') ? 'B' : 'A'}`,
        `${kyc}A`,
        kyc.slice(0, -1),
        `${base}/${user_id}/kyc/${terms.slice(-43)}`,
        `${base}/${other.user_id}/kyc/${token}`,
        `${base}/${live.user_id}/kyc/${token}`,
        `${base}/usr_${'0'.repeat(26)}/kyc/${token}`,
        `${base}/${user_id}/terms/${token}`,
        `${base}/${user_id}/kyc/`,
        `${base}/${user_id}/kyc`,
        `${base}/${user_id}/nothing/${token}`,
        `${kyc}/more`,
        `${kyc}/done/more`,
        `${base}/../onboarding/x/kyc/y`,
        `${base}/%/kyc/${token}`,
        `${base}/%ff/kyc/%00`,
        `${base}/<script>/kyc/"'`,
        base,
        `${base}/`,
        `${app.url}/pay`,
        `${app.url}/pay/x`,
      ]) {
        const page = await openPage(url);
        expect(page.status, url).to.equal(404);
        expect(page.heading).to.equal('This link doesn’t work');
        for (const secret of [user_id, token, 'Zebedee']) expect(page.text).to.not.contain(secret);
        texts.add(page.text);
      }
      expect(texts.size).to.equal(1);
      expect((await openPage(kyc)).status).to.equal(200);
    });

    it('respond with 410 once a link has expired, used or not', async () => {
      const used = await newLinks(app, { user: { first_name: 'Zebedee' } });
      await submitForm(await openPage(used.kyc), { outcome: 'approved' });
      const open = await newLinks(app);
      const page = await openPage(open.kyc);
      ahead += DAY_MS - 60_000;
      expect((await openPage(open.terms)).status).to.equal(200);
      ahead += 60_000;
      for (const url of [open.kyc, open.terms, used.kyc, `${used.kyc}/done`, `${used.terms}/done`]) {
        const expired = await openPage(url);
        expect([expired.status, expired.heading]).to.deep.equal([410, 'This link has expired']);
        expect(expired.text).to.not.contain('Zebedee');
      }
      expect((await submitForm(page, { outcome: 'approved' })).status).to.equal(410);
      expect((await userNow(app, open.user_id)).kyc_status).to.equal('not_started');
    });

    it('respond with 404 for a deactivated user', async () => {
      const { user_id, kyc } = await newLinks(app);
      const page = await openPage(kyc);
      await app.call('POST', `/v1/users/${user_id}/deactivate`);
      expect((await openPage(kyc)).status).to.equal(404);
      expect((await submitForm(page, { outcome: 'approved' })).status).to.equal(404);
    });
  });

  describe('with a form from elsewhere', () => {
    it('accept a form only with the token of its page and link', async () => {
      const { user_id, kyc, terms } = await newLinks(app);
      const other = await newLinks(app);
      const strange = [
        '',
        'x',
        hiddenFields(await openPage(terms))['form_token'] ?? '',
        hiddenFields(await openPage(other.kyc))['form_token'] ?? '',
      ];
      for (const form_token of strange) {
        const refused = await openPage(kyc, { fields: { outcome: 'approved', form_token } });
        expect(refused.status).to.equal(403);
      }
      expect((await userNow(app, user_id)).kyc_status).to.equal('not_started');
    });

    it('reject cross-site requests', async () => {
      const { user_id, kyc } = await newLinks(app);
      const fields = { ...hiddenFields(await openPage(kyc)), outcome: 'approved' };
      for (const site of ['cross-site', 'same-site']) {
        const refused = await openPage(kyc, { fields, headers: { 'Sec-Fetch-Site': site } });
        expect(refused.status).to.equal(403);
      }
      expect((await userNow(app, user_id)).kyc_status).to.equal('not_started');
      const own = await openPage(kyc, { fields, headers: { 'Sec-Fetch-Site': 'same-origin' } });
      expect(own.status).to.equal(303);
    });

    it('reject bodies that are not forms or too large', async () => {
      const { user_id, kyc } = await newLinks(app);
      const fields = { ...hiddenFields(await openPage(kyc)), outcome: 'approved' };
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
        const refused = await openPage(kyc, { fields, headers: { 'Content-Type': type } });
        expect(refused.status, type).to.equal(415);
      }
      const zipped = await openPage(kyc, { fields, headers: { 'Content-Encoding': 'gzip' } });
      expect(zipped.status).to.equal(415);
      for (const size of [17_000, 900_000]) {
        const large = await openPage(kyc, { fields: { ...fields, more: 'x'.repeat(size) } });
        expect(large.status).to.equal(413);
      }
      expect((await openPage(kyc, { raw: '%ff%fe=%00&&&=&outcome' })).status).to.equal(403);
      expect((await userNow(app, user_id)).kyc_status).to.equal('not_started');
    });

    it('respond to other methods with a page', async () => {
      const { kyc } = await newLinks(app);
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const refused = await openPage(kyc, { method });
        expect([refused.status, refused.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST']);
      }
      const head = await openPage(kyc, { method: 'HEAD' });
      expect([head.status, head.text]).to.deep.equal([200, '']);
    });
  });
});
