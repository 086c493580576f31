/** How hosted pages show the brand of an integrator. */
import { expect } from 'chai';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { createBrandStyle } from '../../src/hosted/page.ts';
import { SURFACES } from '../../src/hosted/style.ts';
import type { Brand } from '../../src/platform/books.ts';
import { directive, openPage, submitForm } from '../support/hosted-page.ts';
import { pngOf } from '../support/images.ts';
import { startMemoryApp, type MemoryApp } from '../support/memory-app.ts';
import { newLinks, newPayment } from './hosted-support.ts';

const BRAND: Brand = {
  display_name: 'Acme "Games" & Co',
  color: '#ffd400',
  logo: { media_type: 'image/png', data: pngOf(64).toString('base64') },
  support_contact: 'help@acme.example',
  privacy_url: 'https://acme.example/privacy?x=1&y=2',
};

describe('Hosted pages of an integrator without a brand', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  it('name the company, whom to contact, and who is responsible for personal data', async () => {
    const { kyc, terms } = await newLinks(app);
    const { url } = await newPayment(app);
    for (const page of [await openPage(kyc), await openPage(terms), await openPage(url)]) {
      expect(page.text).to.match(/<header class="top">\s*<span>Acme<small>/);
      expect(page.text).to.contain('Questions? Contact Acme.');
      expect(page.text).to.contain(
        'Acme is responsible for your personal data. Ask Acme for its privacy notice.',
      );
    }
    expect((await openPage(url)).text).to.match(/<dt>Requested through<\/dt>\s*<dd>Acme<\/dd>/);
    expect((await openPage(`${kyc}?locale=de`)).text)
      .to.contain('Sichere Registrierung')
      .and.to.contain('Wenden Sie sich an Acme.');
  });

  it('name nobody where the link is unknown', async () => {
    const { kyc } = await newLinks(app);
    expect((await openPage(`${kyc}x`)).text).to.not.contain('Acme');
  });
});

describe('The brand of an integrator on hosted pages', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp({ brand: BRAND });
  });
  after(() => app.close());

  it('is on the form, its errors, and its result, with logo, support, and privacy notice', async () => {
    const { kyc } = await newLinks(app);
    const form = await openPage(kyc);
    const wrong = await submitForm(form, {});
    await submitForm(form, { outcome: 'approved' });
    for (const page of [form, wrong, await openPage(`${kyc}/done`), await openPage(kyc)]) {
      expect(page.text).to.contain('alt="Acme &quot;Games&quot; &amp; Co"');
      expect(page.text).to.contain(`src="data:image/png;base64,${String(BRAND.logo?.data)}"`);
      expect(page.text).to.contain('href="mailto:help@acme.example">help@acme.example</a>');
      expect(page.text).to.contain('href="https://acme.example/privacy?x=1&amp;y=2">Privacy notice</a>');
      expect(directive(page, 'img-src')).to.equal('data:');
    }
  });

  it('tells payers through whom they pay, and for what', async () => {
    const { url } = await newPayment(app);
    const page = await openPage(url);
    expect(page.text).to.match(/<dt>Requested through<\/dt>\s*<dd>Acme &quot;Games&quot; &amp; Co<\/dd>/);
    expect(page.text).to.match(/<dt>For<\/dt>\s*<dd>Points in the wallet of Ada M\.<\/dd>/);
    const german = await openPage(`${url}?locale=de`);
    expect(german.text).to.contain('Wenden Sie sich an <a href="mailto:');
  });

  it('is unknown where the link is unknown', async () => {
    const { kyc } = await newLinks(app);
    expect((await openPage(`${kyc}x`)).text).to.not.contain('Acme');
  });

  it('allows its colors by their hash, and nothing else', async () => {
    const { terms } = await newLinks(app);
    const page = await openPage(terms);
    const { css, source } = createBrandStyle('#ffd400');
    expect(directive(page, 'style-src'))
      .to.match(/^'sha256-[\w+/=]+' /)
      .and.to.contain(source);
    expect(page.text).to.contain(`<style>${css}</style>`);
  });

  it('has readable text in every color, in the light and in the dark', () => {
    const colors = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(colors, (color) => {
        const schemes = createBrandStyle(color).css.split('@media');
        for (const [i, { surface, canvas }] of [SURFACES.light, SURFACES.dark].entries()) {
          const shade = (name: string): string =>
            new RegExp(`--${name}: (#\\w+);`).exec(schemes[i] ?? '')?.[1] ?? '';
          for (const background of [surface, canvas, shade('tint')])
            expect(wcagContrast(shade('accent'), background)).to.be.at.least(4.5);
          for (const background of [shade('accent'), shade('accent-strong')])
            expect(wcagContrast(shade('on-accent'), background)).to.be.at.least(4.5);
        }
      }),
      { examples: [['#000000'], ['#ffffff'], ['#ffd400'], ['#767676'], ['#0000ff']], numRuns: 300 },
    );
  });
});
