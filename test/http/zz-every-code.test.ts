/**
 * What the suites beside this file were answered, held against the OpenAPI document. They are imported, so that they run
 * before this one, whichever way it was started.
 */
import { expect } from 'chai';
import './authentication.test.ts';
import './balance-at.test.ts';
import './deposit-accounts.test.ts';
import './errors.test.ts';
import './events.test.ts';
import './held.test.ts';
import './idempotency.test.ts';
import './offramps.test.ts';
import './onboarding.test.ts';
import './onramps.test.ts';
import './onramps-cancel.test.ts';
import './order-of-checks.test.ts';
import './payout-accounts.test.ts';
import './quotes.test.ts';
import './rate-limit.test.ts';
import './routes.test.ts';
import './sandbox.test.ts';
import './transfers.test.ts';
import './users.test.ts';
import './wallets.test.ts';
import './webhook-endpoints.test.ts';
import './webhook-endpoints-test.test.ts';
import { routes } from '../../src/http/routes.ts';
import { documentedOperations, reached } from '../support/client.ts';

/** Codes that every operation declares, and that no request can bring about on a service that is well. */
const FAULTS = new Set(['internal_error', 'service_unavailable']);

/** Codes that any operation gives in the same way; one operation has to show each. */
const COMMON = new Set(['rate_limited']);

describe('Every documented operation', () => {
  it('is served, and every other one that is served is documented', () => {
    const name = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    expect(routes.map(name).sort()).to.deep.equal(documentedOperations().map(name).sort());
  });

  it('has succeeded, and has given every code that it declares', () => {
    const missing = documentedOperations().flatMap(({ id, codes }) =>
      ['ok', ...codes.filter((code) => !FAULTS.has(code) && !COMMON.has(code))]
        .map((code) => `${id} ${code}`)
        .filter((each) => !reached.has(each)),
    );
    expect(missing).to.deep.equal([]);
    for (const code of COMMON) {
      expect(
        [...reached].some((each) => each.endsWith(` ${code}`)),
        code,
      ).to.equal(true);
    }
  });
});
