/** What the claims of a provider say about an operator. */
import { expect } from 'chai';
import { isAuthenticatedAsRequired, nameIn, roleIn } from '../../src/console/session/provider-sign-in.ts';

const roles = { admin: ['a'], treasury: ['t'], reviewer: ['r', 'r2'], viewer: ['v'] };
const settings = { roleClaim: ['groups'], nameClaim: ['name'], roles, acrValues: ['mfa'] };

describe('Claims of a provider', () => {
  it('give the first role that a value matches', () => {
    expect(roleIn({ groups: ['v', 'r2', 't'] }, settings)).to.equal('treasury');
    expect(roleIn({ groups: 'r' }, settings)).to.equal('reviewer');
    expect(roleIn({ realm: { roles: ['v'] } }, { ...settings, roleClaim: ['realm', 'roles'] })).to.equal(
      'viewer',
    );
  });

  it('give no role without a matching value of the right type', () => {
    for (const groups of [undefined, null, [], ['x'], { a: true }, 'a b', [['a']], true])
      expect(roleIn({ groups }, settings)).to.equal(undefined);
    expect(roleIn({}, { ...settings, roleClaim: ['constructor', 'name'] })).to.equal(undefined);
  });

  it('give a name without control characters, or the subject', () => {
    expect(nameIn({ sub: '1', name: ' Ana\n\u202eSilva ' }, settings)).to.equal('Ana Silva');
    expect(nameIn({ sub: '1', name: 7 }, settings)).to.equal('1');
    expect(nameIn({ sub: '1', name: 'x'.repeat(300) }, settings)).to.have.length(100);
  });

  it('must have a required authentication context', () => {
    expect(isAuthenticatedAsRequired({ acr: 'mfa' }, settings)).to.equal(true);
    expect(isAuthenticatedAsRequired({ acr: 'pwd' }, settings)).to.equal(false);
    expect(isAuthenticatedAsRequired({}, { acrValues: [] })).to.equal(true);
  });
});
