import { expect } from 'chai';
import { expectBody, expectError, listAll } from '../../support/api-steps.ts';
import { startServiceWithOperators } from '../../support/service-with-operators.ts';
import type { ServiceWithOperators } from '../../support/service-with-operators.ts';
import { CAMT053, statementOf } from '../../support/statements.ts';

const PATH = '/operator/v1/reconciliation/production/statements';

describe('Bank statements', () => {
  let service: ServiceWithOperators;
  before(async () => {
    service = await startServiceWithOperators();
  });
  after(() => service.close());

  const importStatement = (body: object, idempotencyKey?: string) =>
    service.operators.treasury.request('POST', PATH, {
      body,
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });

  it('are imported once, listed, and replayed under an idempotency key', async () => {
    const body = { rail: 'bank_eft', format: 'camt053', content: CAMT053 };
    const first = expectBody(await importStatement(body, 'one'), 201);
    expect(first).to.deep.include({
      object: 'bank_statement',
      rail: 'bank_eft',
      currency: 'usd',
      lines: 2,
      gap: null,
    });
    expect(expectBody(await importStatement(body, 'one'), 201)).to.deep.equal(first);
    const refused = await importStatement(body);
    expectError(refused, 409, 'statement_exists');
    expect(refused.body.error).to.include({ existing_id: first.id });
    expect(await listAll(service.operators.viewer, PATH)).to.deep.equal([first]);
    expect(await listAll(service.operators.viewer, PATH.replace('production', 'sandbox'))).to.deep.equal([]);
  });

  it('are rejected with one error that names the field', async () => {
    const wrong: readonly (readonly [object, string, RegExp])[] = [
      [{ rail: 'nope', format: 'camt053', content: '' }, 'rail', /no rail/],
      [{ rail: 'bank_eft', format: 'camt053', content: '<a/>' }, 'content', /not a camt.053/],
      [{ rail: 'bank_eft', format: 'camt053' }, 'content', /Send the text/],
      [{ rail: 'bank_eft', format: 'csv', content: 'a' }, 'content', /mapping/],
      [{ rail: 'bank_eft', format: 'json' }, 'statement', /Send the statement/],
      [statementOf([], { closing_balance: '1.00' }), 'statement', /closing balance is 1.00/],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await importStatement(body);
      expectError(answer, 422, 'validation_failed');
      expect(answer.body.error.details[0]).to.include({ field });
      expect(JSON.stringify(answer.body.error.details)).to.match(message);
    }
    expectError(
      await importStatement(statementOf([{ amount: 'x', reference: 'B' }])),
      422,
      'validation_failed',
    );
    expectError(await service.operators.viewer.post(PATH, statementOf([])), 403, 'permission_denied');
  });

  it('can be larger than other bodies, up to a limit', async () => {
    const padding = ' '.repeat(1_000_000);
    const content = CAMT053.replaceAll('B-', 'C-').replace('</Document>', `${padding}</Document>`);
    expectBody(await importStatement({ rail: 'bank_eft', format: 'camt053', content }), 201);
    const huge = { rail: 'bank_eft', format: 'camt053', content: ' '.repeat(12 * 1024 * 1024) };
    expectError(await importStatement(huge), 413, 'payload_too_large');
  });
});
