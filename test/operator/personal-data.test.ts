import { expect } from 'chai';
import { maskLinks } from '../../src/operator/operations/personal-data.ts';

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
