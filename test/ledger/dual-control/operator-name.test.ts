/** Which names of operators may belong to one person. */
import { expect } from 'chai';
import { hasProviderId, isSameOperator, operatorNameOf } from '../../../src/ledger/dual-control.ts';
import { operatorIdOf } from '../../../src/platform/credentials.ts';

const person = (name: string, subject: string, issuer = 'https://login.example'): string =>
  operatorNameOf({ id: operatorIdOf({ issuer, subject }), name, identity: {} });

describe('Names of operators', () => {
  it('tell people of a provider apart by subject, whatever their names are', () => {
    expect(isSameOperator(person('Ana', '1'), person('Ana', '2'))).to.equal(false);
    expect(isSameOperator(person('Ana', '1'), person('Ben', '1'))).to.equal(true);
  });

  it('tell tokens apart by name', () => {
    expect(isSameOperator('Ana', ' ANA ')).to.equal(true);
    expect(isSameOperator('Ana', 'Ben')).to.equal(false);
  });

  it('do not tell a person and a token apart, nor people of two providers', () => {
    expect(isSameOperator(person('Ana', '1'), 'Ben')).to.equal(true);
    expect(isSameOperator('Ben', person('Ana', '1'))).to.equal(true);
    expect(isSameOperator(person('Ana', '1'), person('Ben', '2', 'https://other.example'))).to.equal(true);
  });

  it('use the ID that the service adds, not one that somebody puts into a name', () => {
    const pretended = person(person('Ana', '2'), '1');
    expect(isSameOperator(pretended, person('Ana', '1'))).to.equal(true);
    expect(hasProviderId(person('Ana', '1'))).to.equal(true);
    expect(hasProviderId('Ana (opr_1)')).to.equal(false);
  });
});
