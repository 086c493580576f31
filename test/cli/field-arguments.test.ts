import { expect } from 'chai';
import { apiPath, bodyFrom, queryFrom } from '../../scripts/cli/integrator/requests.ts';
import { UsageError } from '../../scripts/cli/outcome.ts';

describe('Fields on the command line', () => {
  const body = (...fields: string[]): unknown => JSON.parse(JSON.stringify(bodyFrom(fields)));

  it('are texts, so that amounts stay exact', () => {
    expect(body('amount=12.50', 'note=a=b', 'empty=')).to.deep.equal({
      amount: '12.50',
      note: 'a=b',
      empty: '',
    });
  });

  it('are JSON after a colon', () => {
    expect(body('dry_run:=true', 'reasons:=[{"code":"old"}]', 'email:=null', 'note=a:=b')).to.deep.equal({
      dry_run: true,
      reasons: [{ code: 'old' }],
      email: null,
      note: 'a:=b',
    });
  });

  it('are members of objects after a period', () => {
    expect(
      body('source.type=wallet', 'source.wallet_id=wal_1', 'metadata.a.b=1', '__proto__.x=1'),
    ).to.deep.equal(
      JSON.parse(
        '{"source":{"type":"wallet","wallet_id":"wal_1"},"metadata":{"a":{"b":"1"}},"__proto__":{"x":"1"}}',
      ),
    );
  });

  it('are refused if they have another form or are set twice', () => {
    for (const fields of [
      ['amount'],
      ['=1'],
      ['a..b=1'],
      ['a:={'],
      ['a=1', 'a=2'],
      ['a=1', 'a.b=2'],
      ['a.b=1', 'a=2'],
    ])
      expect(() => bodyFrom(fields), fields.join(' ')).to.throw(UsageError);
  });

  it('become a query in a read', () => {
    expect(queryFrom([])).to.equal('');
    expect(queryFrom(['limit=3', 'created_after=2026-11-01T00:00:00+01:00'])).to.equal(
      '?limit=3&created_after=2026-11-01T00%3A00%3A00%2B01%3A00',
    );
    expect(() => queryFrom(['limit'])).to.throw(UsageError);
  });
});

describe('Paths on the command line', () => {
  it('may omit the version and the slash', () => {
    for (const path of ['users', '/users', 'v1/users', '/v1/users'])
      expect(apiPath(path)).to.equal('/v1/users');
  });

  it('never lead to another host', () => {
    expect(apiPath('//other.example/users')).to.equal('/v1/other.example/users');
    for (const path of ['', '/', 'https://other.example/v1/users'])
      expect(() => apiPath(path), path).to.throw(UsageError);
  });
});
