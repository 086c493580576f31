/**
 * What the suites beside this file were answered, held against the OpenAPI document. They are imported, so that they run
 * before this one, whichever way it was started.
 */
import { expect } from 'chai';
import './authentication.test.ts';
import '../resources/wallets/balance-at-time.test.ts';
import '../resources/deposits/deposit-accounts.test.ts';
import './errors.test.ts';
import '../resources/webhooks/events.test.ts';
import '../resources/wallets/frozen-wallets.test.ts';
import './idempotency.test.ts';
import '../resources/transfers/offramps.test.ts';
import '../resources/users/onboarding-links.test.ts';
import '../resources/transfers/onramps.test.ts';
import '../resources/transfers/cancel-transfer.test.ts';
import './check-order.test.ts';
import '../resources/payouts/payout-accounts.test.ts';
import '../resources/quotes/quotes.test.ts';
import './rate-limiter.test.ts';
import '../resources/quotes/published-routes.test.ts';
import '../resources/sandbox/sandbox.test.ts';
import '../resources/transfers/transfers.test.ts';
import '../resources/users/users.test.ts';
import '../resources/wallets/wallets.test.ts';
import '../resources/webhooks/webhook-endpoints.test.ts';
import '../resources/webhooks/endpoint-test.test.ts';
import { routes } from '../../../src/api/operations/handlers.ts';
import { documentedOperations, reachedAnswers } from '../../support/client.ts';

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
        .filter((each) => !reachedAnswers.has(each)),
    );
    expect(missing).to.deep.equal([]);
    for (const code of COMMON) {
      expect(
        [...reachedAnswers].some((each) => each.endsWith(` ${code}`)),
        code,
      ).to.equal(true);
    }
  });
});
