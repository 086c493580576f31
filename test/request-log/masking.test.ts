/** What the request log shows of requests and responses. */
import { expect } from 'chai';
import fc from 'fast-check';
import { maskedJson, maskedMessage, maskedPath, maskedQuery } from '../../src/request-log/mask.ts';

const RAILS = new Set(['bank_eft']);
const masked = (value: unknown): unknown => JSON.parse(maskedJson(value, 4_096, RAILS));
const ID = 'usr_01kakz3v00000000000000000h';

describe('The mask of the request log', () => {
  it('shows what the schemas define, and IDs', () => {
    const body = {
      type: 'wallet',
      wallet_id: ID,
      amount: '12.50',
      currency: 'usd',
      country: 'US',
      rail: 'bank_eft',
      asset: 'svc-points',
      state: 'completed',
      created_at: '2026-11-23T10:00:00.000Z',
      version: 3,
      dry_run: true,
      state_reason: null,
      event_types: ['transfer.created'],
    };
    expect(masked(body)).to.deep.equal(body);
  });

  it('hides texts and numbers of every other field, and names that the API does not know', () => {
    expect(
      masked({
        type: 'Ana Silva',
        first_name: 'individual',
        email: 'ana@example.com',
        account_number: '000123456789',
        routing_code: 21000021,
        amount: 12,
        rail: 'ana',
        version: '4111111111111111',
        approval_url: 'https://pay.example/pay/x/secret',
        metadata: { type: 'wallet', amount: '70081234567' },
        bank: { bank_name: 'bank', account_type: 'checking' },
        event_types: ['ana'],
        'Ana Silva': true,
        ana: 1,
      }),
    ).to.deep.equal({
      type: '[masked]',
      first_name: '[masked]',
      email: '[masked]',
      account_number: '[masked]',
      routing_code: '[masked]',
      amount: '[masked]',
      rail: '[masked]',
      version: '[masked]',
      approval_url: '[masked]',
      metadata: '[masked]',
      bank: { bank_name: '[masked]', account_type: 'checking' },
      event_types: ['[masked]'],
      '[masked]': '[masked]',
    });
  });

  it('hides personal texts wherever they are', () => {
    const secrets = [
      'ana silva',
      'ana@example.com',
      '+14155550123',
      'DE89370400440532013000',
      'svc_test_4fK2',
    ];
    const secret = fc.constantFrom(...secrets);
    const name = fc.oneof(
      fc.constantFrom(
        'first_name',
        'data',
        'error',
        'details',
        'code',
        'message',
        'metadata',
        'object',
        'bank',
      ),
      secret,
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(secret, fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(name, tie('value'))),
    }));
    fc.assert(
      fc.property(value, (each) => {
        const text = maskedJson(each, 4_096, RAILS);
        for (const each of secrets) expect(text).to.not.contain(each);
      }),
    );
  });

  it('is bounded in length, depth, and work', () => {
    const long = maskedJson(
      { data: Array.from({ length: 10_000 }, () => ({ wallet_id: ID })) },
      4_096,
      RAILS,
    );
    expect([long.length, long.at(-1)]).to.deep.equal([4_097, '…']);
    expect(long).to.contain(ID);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`x${i}`, 1]));
    expect(masked(many)).to.deep.equal({ '[masked]': '[masked]' });
    let deep: unknown = 'end';
    for (let i = 0; i < 50_000; i += 1) deep = { data: deep };
    expect(maskedJson(deep, 4_096, RAILS)).to.match(/\[masked\]/);
  });

  it('shows paths and queries of the API only', () => {
    expect(maskedPath(`/v1/users/${ID}/wallets`)).to.equal(`/v1/users/${ID}/wallets`);
    expect(maskedPath('/v1/users/ana@example.com')).to.equal('/v1/users/[masked]');
    expect(maskedPath('/v1/ana')).to.equal('/v1/[masked]');
    expect(maskedQuery('', RAILS)).to.equal(null);
    expect(
      maskedQuery(
        `limit=10&user_id=${ID}&kind=onramp&external_reference=ana&ana=1&created_after=2026-11-23T10%3A00%3A00Z`,
        RAILS,
      ),
    ).to.equal(
      `limit=10&user_id=${ID}&kind=onramp&external_reference=[masked]&[masked]&created_after=2026-11-23T10:00:00Z`,
    );
    expect(maskedQuery('limit=000123456789&status=ana&%ff=%ff', RAILS)).to.equal(
      'limit=[masked]&status=[masked]&[masked]',
    );
  });

  it('hides names that a caller sent from messages', () => {
    expect(maskedMessage('The request is malformed. Send a Host header.')).to.contain('Send a Host header.');
    expect(maskedMessage('Unknown field. Did you mean `amount`?')).to.contain('`amount`');
    for (const name of ['ana', 'amount`ana`amount', 'ana.amount', 'amount` `ana'])
      expect(maskedMessage(`Unknown query parameter \`${name}\`.`)).to.equal(
        'Unknown query parameter `[masked]`.',
      );
  });
});
