import { expect } from 'chai';
import { maskTransfer } from '../../src/operator/personal-data.ts';

describe('A transfer as it is shown to those who may not know persons', () => {
  const transfer = (approval_url: string) => ({ id: 'trf_1', deposit_instructions: { approval_url } });
  const shown = (link: string): unknown => JSON.parse(maskTransfer(JSON.stringify(transfer(link))));

  it('has where the link of a payment by e-mail leads', () => {
    expect(shown('https://pay.example/a/secret')).to.deep.equal(transfer('https://pay.example/'));
  });

  it('is shown, too, where a connector gave a link that leads nowhere', () => {
    for (const link of ['https://', 'https://pay.example:99999/secret'])
      expect(shown(link)).to.deep.equal(transfer('about:blank'));
  });
});
