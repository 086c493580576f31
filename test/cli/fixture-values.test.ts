import { expect } from 'chai';
import { difference, fillIn, valueAt } from '../../scripts/cli/fixtures.ts';
import { CommandFailed } from '../../scripts/cli/outcome.ts';

describe('Values of fixtures', () => {
  const variables = new Map<string, unknown>([
    ['user', 'usr_1'],
    ['count', 3],
  ]);

  it('contain variables, which keep their type if nothing surrounds them', () => {
    const value = { path: 'users/${user}/wallets', all: ['${count}', 'n=${count}'], none: null, flag: true };
    expect(fillIn(value, variables)).to.deep.equal({
      path: 'users/usr_1/wallets',
      all: [3, 'n=3'],
      none: null,
      flag: true,
    });
    expect(() => fillIn('users/${nobody}', variables)).to.throw(CommandFailed, 'nobody');
  });

  it('are found by their place', () => {
    const body = { data: [{ id: 'usr_1' }] };
    expect(valueAt(body, 'data.0.id')).to.equal('usr_1');
    for (const place of ['data.1.id', 'data.0.id.x', 'constructor'])
      expect(valueAt(body, place)).to.equal(undefined);
  });

  it('need only have the members that are expected', () => {
    const body = { id: 'trf_1', receipt: { fees: [], amount: '5.00' }, reason: null };
    for (const expected of [{}, { id: 'trf_1' }, { receipt: { fees: [] } }, { reason: null }])
      expect(difference(expected, body)).to.equal(undefined);
    expect(difference({ receipt: { amount: '5' } }, body)).to.equal(
      'body.receipt.amount is "5.00" instead of "5"',
    );
    expect(difference({ receipt: { fees: [{}] } }, body)).to.equal(
      'body.receipt.fees has 0 elements instead of 1',
    );
    expect(difference({ reason: {} }, body)).to.equal('body.reason is null instead of {}');
    expect(difference({ state: 'completed' }, body)).to.equal('body.state is missing instead of "completed"');
    expect(difference({ id: ['trf_1'] }, body)).to.equal('body.id is "trf_1" instead of ["trf_1"]');
  });
});
