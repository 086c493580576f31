import { expect } from 'chai';
import { mask, maskLinks } from '../../src/operator/operations/personal-data.ts';

describe('A transfer shown to a role without access to personal data', () => {
  const transfer = (approval_url: string) => ({ id: 'trf_1', deposit_instructions: { approval_url } });
  const shown = (link: string): unknown => JSON.parse(maskLinks(JSON.stringify(transfer(link))));

  it('contains only the origin of the approval link', () => {
    expect(shown('https://pay.example/a/secret')).to.deep.equal(transfer('https://pay.example/'));
  });

  it('replaces an invalid approval link', () => {
    for (const link of ['https://', 'https://pay.example:99999/secret'])
      expect(shown(link)).to.deep.equal(transfer('about:blank'));
  });
});

describe('A masked value', () => {
  it('stays as it is when it is masked again', () => {
    const values = [
      ['name', 'Ana  Sílva Ω'],
      ['phone', '+15550102030'],
      ['email', 'ana@example.com'],
    ] as const;
    for (const [field, value] of values) {
      const once = mask(field, value);
      expect(once).to.not.equal(value);
      expect(mask(field, once)).to.equal(once);
    }
  });
});
