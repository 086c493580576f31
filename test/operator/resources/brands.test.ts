import { expect } from 'chai';
import { expectBody, expectError } from '../../support/api-steps.ts';
import { createClient } from '../../support/client.ts';
import { openPage } from '../../support/hosted-page.ts';
import { pngOf } from '../../support/images.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import {
  createConsoleClient,
  errorSummaryOf,
  fieldErrorsOf,
  flashOf,
  visibleText,
} from '../../console/console-client.ts';

const NONE = { display_name: null, color: null, logo: null, support_contact: null, privacy_url: null };
const logoOf = (bytes: Uint8Array, media_type = 'image/png') => ({
  media_type,
  data: Buffer.from(bytes).toString('base64'),
});

describe('Brands of integrators', () => {
  let service: ServiceWithOperators;
  let integrator: string;
  let path: string;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());
  beforeEach(async () => {
    const made = await service.admin.post('/operator/v1/integrators', { name: 'Acme' });
    integrator = expectBody(made, 201).id;
    path = `/operator/v1/integrators/${integrator}/brand`;
  });

  const change = (body: object) => service.admin.post(path, body);
  const shown = async () => expectBody(await service.operators.viewer.get(path), 200);

  it('are empty at first, change by member, and lose the members that are null', async () => {
    expect(await shown()).to.deep.equal({ object: 'brand', integrator_id: integrator, ...NONE });
    const logo = logoOf(pngOf(64, 32));
    expectBody(await change({ display_name: 'Acme Games', color: '#5b2a86' }), 200);
    expectBody(await change({ logo, support_contact: 'https://acme.example/help' }), 200);
    const after = expectBody(await change({ color: null, privacy_url: 'https://acme.example/p' }), 200);
    const { object: _o, integrator_id: _i, ...brand } = after;
    expect(brand).to.deep.equal({
      display_name: 'Acme Games',
      color: null,
      logo,
      support_contact: 'https://acme.example/help',
      privacy_url: 'https://acme.example/p',
    });
    expect(await shown()).to.deep.equal(after);
  });

  it('reach the hosted pages of both environments', async () => {
    const issued = await service.admin.post(`/operator/v1/integrators/${integrator}/keys`, {
      environment: 'sandbox',
      permissions: 'read_write',
      name: 'x',
    });
    const api = createClient(service.url, expectBody(issued, 201).secret);
    const user = await api.post('/v1/users', { type: 'individual', external_reference: 'a' });
    const links = await api.post(`/v1/users/${String(expectBody(user, 201).id)}/onboarding_links`, {});
    await change({ display_name: 'Acme Games' });
    const page = await openPage(expectBody(links, 201).kyc.url);
    expect(page.text).to.contain('Acme Games');
  });

  it('refuse what pages could not show safely', async () => {
    const png = pngOf(64);
    for (const [body, field] of [
      [
        { logo: logoOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>')) },
        'logo',
      ],
      [{ logo: logoOf(png, 'image/jpeg') }, 'logo'],
      [{ logo: logoOf(png.subarray(0, 12)) }, 'logo'],
      [{ logo: logoOf(pngOf(8)) }, 'logo'],
      [{ logo: logoOf(pngOf(1025, 64)) }, 'logo'],
      [{ logo: logoOf(Buffer.concat([png, Buffer.alloc(48 * 1024)])) }, 'logo.data'],
      [{ logo: { media_type: 'image/png', data: `${logoOf(png).data}\n` } }, 'logo'],
      [{ logo: { media_type: 'image/svg+xml', data: '' } }, 'logo.media_type'],
      [{ color: '#5B2A86' }, 'color'],
      [{ color: 'red' }, 'color'],
      [{ color: '#fff;}body{display:none' }, 'color'],
      [{ privacy_url: 'javascript:alert(1)' }, 'privacy_url'],
      [{ privacy_url: 'http://acme.example' }, 'privacy_url'],
      [{ privacy_url: 'https://[' }, 'privacy_url'],
      [{ privacy_url: 'https://acme.example@evil.example/' }, 'privacy_url'],
      [{ support_contact: 'https://acme.example:x@evil.example/' }, 'support_contact'],
      [{ support_contact: 'a@b.example?subject=x' }, 'support_contact'],
      [{ support_contact: 'call us' }, 'support_contact'],
      [{ display_name: 'x'.repeat(61) }, 'display_name'],
      [{ display_name: 'a\u0000b' }, 'display_name'],
      [{ other: 1 }, 'other'],
    ] as const) {
      const refused = await change(body);
      const { details } = expectError(refused, 422, 'validation_failed');
      expect(
        details?.map((each: { field: string }) => each.field),
        JSON.stringify(body).slice(0, 80),
      ).to.include(field);
    }
    expect(await shown()).to.include(NONE);
  });

  it('are changed by admins only, of integrators that exist', async () => {
    for (const role of ['viewer', 'reviewer', 'treasury'] as const)
      expectError(await service.operators[role].post(path, { color: null }), 403, 'permission_denied');
    const unknown = `/operator/v1/integrators/int_${'0'.repeat(26)}/brand`;
    expectError(await service.admin.get(unknown), 404, 'not_found');
    expectError(await service.admin.post(unknown, { color: null }), 404, 'not_found');
  });

  it('are changed in the console, with a logo from a file', async () => {
    const ana = createConsoleClient(service.url);
    const issued = await service.admin.post('/operator/v1/tokens', { name: 'Ana', role: 'admin' });
    await ana.signIn(expectBody(issued, 201).secret);
    const form = `/console/integrators/${integrator}/brand`;
    const fields = { display_name: 'Acme Games', color: '#5B2A86', support_contact: '', privacy_url: '' };
    const wrong = await ana.upload(form, fields, new File([new Uint8Array([1, 2, 3])], 'logo.png'), 'logo');
    expect(fieldErrorsOf(wrong)['logo']).to.contain('not an image of type image/png');
    const file = new File([new Uint8Array(pngOf(64))], 'Logo.PNG');
    const saved = await ana.upload(form, fields, file, 'logo');
    expect(saved.status, errorSummaryOf(saved)).to.equal(303);
    const page = await ana.get(saved.location ?? '');
    expect(flashOf(page)).to.contain('The brand was saved.');
    expect(visibleText(page)).to.contain('Acme Games').and.to.contain('#5b2a86');
    expect(await shown()).to.deep.include({ logo: logoOf(pngOf(64)) });
    const kept = await ana.upload(
      form,
      { ...fields, color: '', logo_action: 'keep' },
      new File([], ''),
      'logo',
    );
    expect(kept.status, errorSummaryOf(kept)).to.equal(303);
    expect(await shown()).to.deep.include({ color: null, logo: logoOf(pngOf(64)) });
    await ana.upload(form, { ...fields, logo_action: 'remove' }, new File([], ''), 'logo');
    expect(await shown()).to.include({ logo: null });
  });
});
