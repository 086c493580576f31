import { expect } from 'chai';
import { parseInstructionsByType } from '../../src/rails/connector-protocol.ts';

describe('Instructions of an emailpay connector', () => {
  const issued = (approval_url: string) => ({ instructions: { reference: 'R-1', approval_url } });

  it('are accepted with a page URL', () => {
    for (const link of ['https://pay.example/a?b=1', 'http://127.0.0.1:8080/a'])
      expect(parseInstructionsByType.emailpay(issued(link)), link).to.deep.equal(issued(link));
  });

  it('are rejected without a valid http URL', () => {
    for (const link of [
      'https://',
      'https://pay.example:99999/a',
      'https://pay example/a',
      'https://{host}/a',
      'javascript:alert(1)',
    ])
      expect(parseInstructionsByType.emailpay(issued(link)), link).to.equal(undefined);
  });
});
