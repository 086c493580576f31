import { expect } from 'chai';
import { PlatformCheck } from '../../../src/audit/rules/platform-check.ts';

const NOW = '2026-05-10T10:00:00.000Z';
const token_id = 'opt_01kakz3v00000000000000000y';

describe('Audit of the expiry of operator tokens', () => {
  const issued = {
    type: 'operator_token.issued' as const,
    data: { token_id, name: 'Rita', role: 'reviewer' as const, secret_hash: '' },
  };
  const revoked = { type: 'operator_token.revoked' as const, data: { token_id } };
  const expiry = (expires_at: string) => ({
    type: 'operator_token.expiry_set' as const,
    data: { token_id, expires_at },
  });
  const check = (...events: readonly Parameters<PlatformCheck['check']>[0][]) => {
    const rules = new PlatformCheck();
    for (const event of events) rules.check(event, NOW);
  };

  it('accepts one that moves earlier', () => {
    check(issued, expiry('2026-07-01T00:00:00.000Z'), expiry('2026-06-01T00:00:00.000Z'), revoked);
  });

  it('rejects one that moves later, of a revoked token, and of no token', () => {
    const [sooner, later] = ['2026-06-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'];
    expect(() => check(issued, expiry(sooner), expiry(later))).to.throw('can only be moved earlier');
    expect(() => check(issued, revoked, expiry(sooner))).to.throw('does not exist or is revoked');
    expect(() => check(expiry(sooner))).to.throw('does not exist or is revoked');
  });
});
