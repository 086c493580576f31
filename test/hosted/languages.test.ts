/** The languages of the hosted pages. */
import { expect } from 'chai';
import { LANGUAGES, chooseLanguage, inEnglish } from '../../src/hosted/languages/language.ts';
import en from '../../src/hosted/languages/en.json' with { type: 'json' };
import type { MessageName } from '../../src/hosted/languages/language.ts';
import { startMemoryApp } from '../support/memory-app.ts';
import type { MemoryApp } from '../support/memory-app.ts';
import { fieldErrorsOf, openPage, submitForm } from '../support/hosted-page.ts';
import { PERSON, freshLinks, newLinks, newPayment, userNow } from './hosted-support.ts';

const NAMES = Object.keys(en) as MessageName[];

/** The parameters of a message: the names after `{`. */
const parametersIn = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort();

const chosen = (headers: { 'accept-language'?: string }, url = '/pay/x') =>
  chooseLanguage({ url, headers }).language.locale;

describe('The languages of the hosted pages', () => {
  const VALUES = {
    title: 'T',
    label: 'L',
    max: 100,
    year: '1900',
    payee: 'Ada M.',
    amount: '5.00 CAD',
    contact: 'help@shop.example',
    company: 'Acme',
    asset: 'points',
  };

  for (const language of LANGUAGES) {
    it(`have every message in ${language.locale}, with the parameters of English`, () => {
      for (const name of NAMES) {
        const shown = language.text(name, VALUES);
        expect(shown, name).to.not.equal('');
        for (const parameter of parametersIn(inEnglish(name)))
          if (parameter !== 'asset') expect(shown, name).to.contain(VALUES[parameter as keyof typeof VALUES]);
        expect(shown, name).to.not.match(/[{}]|undefined/);
      }
    });
  }

  it('are those that the browser prefers, English otherwise', () => {
    expect(chosen({ 'accept-language': 'pt-BR,en;q=0.5' })).to.equal('pt');
    expect(chosen({ 'accept-language': 'nl,de-CH;q=0.8,fr;q=0.3' })).to.equal('de');
    expect(chosen({ 'accept-language': 'nl' })).to.equal('en');
    expect(chosen({ 'accept-language': '*' })).to.equal('en');
    expect(chosen({ 'accept-language': ';;q=x,\u0000' })).to.equal('en');
    expect(chosen({})).to.equal('en');
  });

  it('are those that the link names, before those of the browser', () => {
    expect(chosen({ 'accept-language': 'fr' }, '/pay/x?locale=ja')).to.equal('ja');
    expect(chosen({ 'accept-language': 'fr' }, '/pay/x?locale=es-MX')).to.equal('es');
    expect(chosen({ 'accept-language': 'fr' }, '/pay/x?locale=%00')).to.equal('fr');
    expect(chosen({ 'accept-language': 'fr' }, '/pay/x?locale=')).to.equal('fr');
  });

  it('write amounts exactly, with all decimals', () => {
    const written = LANGUAGES.map(({ locale, number }) => [locale, number('12345678901234567.50')]);
    expect(Object.fromEntries(written)).to.deep.equal({
      en: '12,345,678,901,234,567.50',
      es: '12.345.678.901.234.567,50',
      fr: '12\u202f345\u202f678\u202f901\u202f234\u202f567,50',
      de: '12.345.678.901.234.567,50',
      pt: '12.345.678.901.234.567,50',
      ja: '12,345,678,901,234,567.50',
    });
  });

  describe('on the pages', () => {
    let app: MemoryApp;
    before(async () => {
      app = await startMemoryApp();
    });
    after(() => app.close());

    it('stay the same through a form that names them, with errors in the same language', async () => {
      const { kyc } = await newLinks(app, { production: true });
      const page = await openPage(`${kyc}?locale=fr`);
      expect(page.heading).to.equal('Confirmez votre identité');
      expect(page.headers.get('content-language')).to.equal('fr');
      expect(page.text).to.contain('<html lang="fr" dir="ltr">');
      expect(page.text).to.match(/<option value="DE"\s*>\s*Allemagne/);
      expect(page.text).to.match(/action="[\w-]+\?locale=fr"/);
      const wrong = await submitForm(page, { ...PERSON, birth_day: '32', city: 'x'.repeat(101) });
      expect(fieldErrorsOf(wrong)).to.deep.equal({
        birth_day: 'Saisissez une date de naissance valide',
        city: 'Ville : 100 caractères au maximum',
      });
      const sent = await submitForm(page, PERSON);
      expect(sent.location).to.equal(`${kyc}/done?locale=fr`);
      expect((await openPage(String(sent.location))).heading).to.equal('Nous vérifions vos informations');
    });

    it('are those of the browser for every page and every problem', async () => {
      const { terms } = await newLinks(app);
      const headers = { 'Accept-Language': 'de' };
      expect((await openPage(terms, { headers })).heading).to.contain('stimmen Sie ihnen zu');
      expect((await openPage(`${terms}x`, { headers })).heading).to.equal('Dieser Link funktioniert nicht');
      expect((await openPage(terms, { headers, method: 'PUT' })).text).to.contain('in einem Browser');
    });

    it('ask for dates in the order of the language', async () => {
      const { kyc } = await newLinks(app, { production: true });
      const order = async (locale: string) =>
        [...(await openPage(`${kyc}?locale=${locale}`)).text.matchAll(/id="birth_(\w+)"/g)].map(
          ([, unit]) => unit,
        );
      expect(await order('ja')).to.deep.equal(['year', 'month', 'day']);
      expect(await order('es')).to.deep.equal(['day', 'month', 'year']);
    });

    it('show the usual reasons translated, and record them in English', async () => {
      const { user_id, kyc } = await newLinks(app);
      const fields = { outcome: 'rejected', reason_code: 'document_expired' };
      await submitForm(await openPage(`${kyc}?locale=es`), fields);
      expect((await userNow(app, user_id)).rejection_reasons).to.deep.equal([
        { code: 'document_expired', message: 'The document has expired.' },
      ]);
      const again = await freshLinks(app, user_id);
      expect((await openPage(`${again.kyc}?locale=es`)).text).to.contain('El documento ha caducado.');
      await submitForm(await openPage(again.kyc), { ...fields, reason_message: 'Blurred' });
      const third = await freshLinks(app, user_id);
      expect((await openPage(`${third.kyc}?locale=es`)).text).to.contain('Blurred');
    });

    it('write the amount and the deadline of a payment', async () => {
      const { url } = await newPayment(app);
      const page = await openPage(`${url}?locale=de`);
      expect(page.heading).to.equal('Zahlung an Ada M.');
      expect(page.text).to.contain('1.250,00');
      expect(page.text).to.match(/<time datetime="[^"]+">\d+\. \w+ \d{4} um \d\d:\d\d UTC</);
      const paid = await submitForm(page, { decision: 'decline' });
      expect((await openPage(String(paid.location))).heading).to.equal('Sie haben die Zahlung abgelehnt');
    });
  });
});
