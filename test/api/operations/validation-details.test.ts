import { expect } from 'chai';
import { coerceQuery, toErrorDetails } from '../../../src/api/operations/validation-details.ts';
import { operations } from '../../../src/generated/operations.ts';
import * as validators from '../../../src/generated/validators.js';

describe('Validation details', () => {
  type Check = ((body: unknown) => boolean) & { errors?: Parameters<typeof toErrorDetails>[0] };
  const read = (check: Check, body: unknown): Record<string, string> => {
    expect(check(body)).to.equal(false);
    return Object.fromEntries(toErrorDetails(check.errors).map(({ field, code }) => [field, code]));
  };
  const wallet = { type: 'wallet', wallet_id: 'wal_1' };

  it('list every missing field', () => {
    expect(read(validators.validateTransferCreate, {})).to.deep.equal({
      source: 'required',
      destination: 'required',
      amount: 'required',
    });
  });

  it('list missing fields of the selected variant', () => {
    const body = { source: { type: 'wallet' }, destination: { type: 'payout_account' }, amount: '1.00' };
    expect(read(validators.validateTransferCreate, body)).to.deep.equal({
      'source.wallet_id': 'required',
      'destination.payout_account_id': 'required',
    });
  });

  it('report an unknown, missing, or non-string discriminator', () => {
    const create = validators.validateTransferCreate;
    expect(read(create, { source: { type: 'cash' }, destination: wallet, amount: '1' })).to.deep.equal({
      'source.type': 'invalid_value',
    });
    expect(read(create, { source: {}, destination: wallet, amount: '1' })).to.deep.equal({
      'source.type': 'required',
    });
    expect(read(create, { source: { type: 1 }, destination: wallet, amount: '1' })).to.deep.equal({
      'source.type': 'wrong_type',
    });
    expect(read(create, { source: [], destination: wallet, amount: '1' })).to.deep.equal({
      source: 'wrong_type',
    });
  });

  it('report fields of another variant as unknown', () => {
    const body = { source: { ...wallet, currency: 'usd' }, destination: wallet, amount: '1', ammount: '2' };
    expect(read(validators.validateTransferCreate, body)).to.deep.equal({
      'source.currency': 'unknown_field',
      ammount: 'unknown_field',
    });
  });

  it('suggest the name of a misspelled field', () => {
    const { bodyFields } = operations.createTransfer;
    const messagesFor = (body: object): string[] => {
      expect(validators.validateTransferCreate(body)).to.equal(false);
      return toErrorDetails(validators.validateTransferCreate.errors, bodyFields)
        .filter(({ code }) => code === 'unknown_field')
        .map(({ message }) => message);
    };
    const valid = { source: wallet, destination: wallet, amount: '1' };
    expect(messagesFor({ ...valid, amout: '1' })).to.deep.equal([
      'Unknown field `amout`. Did you mean `amount`?',
    ]);
    expect(messagesFor({ ...valid, source: { ...wallet, walet_id: 'wal_1' } })).to.deep.equal([
      'Unknown field `walet_id`. Did you mean `wallet_id`?',
    ]);
    expect(messagesFor({ ...valid, price: '1' })).to.deep.equal(['Unknown field `price`.']);
    expect(messagesFor({ ...valid, source: { ...wallet, currency: 'usd' } })).to.deep.equal([
      'Unknown field `currency`.',
    ]);
  });

  for (const amount of ['01', '-1', '+1', '1e3', ' 1', '1.', '.5', '', '1.123456789', '1'.repeat(16)])
    it(`reject the amount "${amount}"`, () => {
      expect(
        read(validators.validateTransferCreate, { source: wallet, destination: wallet, amount }),
      ).to.deep.equal({ amount: 'invalid_format' });
    });

  it('reject an amount that is a number', () => {
    expect(
      read(validators.validateTransferCreate, { source: wallet, destination: wallet, amount: 1 }),
    ).to.deep.equal({ amount: 'wrong_type' });
  });

  it('require a business name and reject personal names for a business', () => {
    const body = { type: 'business', external_reference: 'b-1', first_name: 'Ada' };
    expect(read(validators.validateUserCreate, body)).to.deep.equal({
      business_name: 'required',
      first_name: 'not_allowed',
    });
  });

  it('reject a business name for an individual', () => {
    const body = { type: 'individual', external_reference: 'i-1', business_name: 'Harbour Books' };
    expect(read(validators.validateUserCreate, body)).to.deep.equal({ business_name: 'not_allowed' });
  });

  it('contain one entry per invalid field', () => {
    const body = {
      type: 'robot',
      external_reference: '',
      email: 'x',
      phone: '123',
      country: 'us',
      metadata: { a: 1 },
    };
    expect(read(validators.validateUserCreate, body)).to.deep.equal({
      type: 'invalid_value',
      external_reference: 'too_short',
      email: 'invalid_format',
      phone: 'invalid_format',
      country: 'invalid_format',
      'metadata.a': 'wrong_type',
    });
  });

  it('accept null to clear a field and reject other types', () => {
    expect(validators.validateUserUpdate({ email: null, phone: null })).to.equal(true);
    expect(read(validators.validateUserUpdate, { email: 5 })).to.deep.equal({ email: 'wrong_type' });
  });

  it('require exactly one target of a sandbox deposit', () => {
    const both = { deposit_account_id: 'da_1', transfer_id: 'trf_1', amount: '1.00' };
    expect(read(validators.validateSandboxDeposit, both)).to.deep.equal({ transfer_id: 'not_allowed' });
    expect(read(validators.validateSandboxDeposit, { amount: '1.00' })).to.deep.equal({
      transfer_id: 'required',
    });
  });

  it('reject details of another payout type without extra entries', () => {
    const body = {
      type: 'emailpay',
      currency: 'cad',
      country: 'CA',
      rail: 'emailpay',
      account_owner_name: 'Ada',
      emailpay: {},
      bank: {},
    };
    expect(read(validators.validatePayoutAccountCreate, body)).to.deep.equal({
      bank: 'not_allowed',
      emailpay: 'too_few',
    });
  });

  it('reject an invalid query', () => {
    const check = (query: Record<string, unknown>) =>
      read(validators.validateUserListQuery, coerceQuery(query));
    expect(check({ limit: '0' })).to.deep.equal({ limit: 'out_of_range' });
    expect(check({ limit: '101' })).to.deep.equal({ limit: 'out_of_range' });
    expect(check({ limit: '1e1' })).to.deep.equal({ limit: 'wrong_type' });
    expect(check({ limit: ['1', '2'] })).to.deep.equal({ limit: 'wrong_type' });
    expect(check({ page: '2' })).to.deep.equal({ page: 'unknown_field' });
    expect(check({ starting_after: 'a', ending_before: 'b' })).to.deep.equal({
      ending_before: 'not_allowed',
    });
    expect(validators.validateUserListQuery(coerceQuery({ limit: '100' }))).to.equal(true);
  });

  it('never contain a value', () => {
    const secret = 'hunter2-hunter2';
    const body = {
      type: secret,
      external_reference: `${secret}\u0000`,
      email: secret,
      phone: secret,
      country: secret,
      metadata: secret,
    };
    expect(validators.validateUserCreate(body)).to.equal(false);
    expect(JSON.stringify(toErrorDetails(validators.validateUserCreate.errors))).not.to.include(secret);
  });

  it('are limited in number for a body with thousands of unknown fields', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${String(index)}`, 1]));
    expect(validators.validateUserUpdate(body)).to.equal(false);
    expect(toErrorDetails(validators.validateUserUpdate.errors)).to.have.length.below(200);
  });
});
