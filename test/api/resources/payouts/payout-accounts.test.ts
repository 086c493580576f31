import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Answer, Client } from '../../../support/client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { Folder } from '../../../support/temporary-folder.ts';
import { startSharedService } from '../../../support/shared-service.ts';
import type { SharedService } from '../../../support/shared-service.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  listAll,
  newPayoutAccount,
  newUser,
  unknownId,
  offrampBody,
  payoutAccountBody,
  submittedOfframp,
} from '../../../support/api-steps.ts';
import { waitFor } from '../../../support/wait-for.ts';

/** Renders an entry of `details` as text. */
const fieldsOf = (answer: Answer): string[] =>
  expectError(answer, 422, 'validation_failed').details.map(
    ({ field, code }: Record<string, string>) => `${field} ${code}`,
  );

describe('Payout accounts', () => {
  let folder: Folder;
  let service: SharedService;
  let sandbox: Client;
  let user: Answer['body'];
  let path: string;

  before(async () => {
    folder = await temporaryFolder();
    const list_file = join(folder.path, 'names.txt');
    writeFileSync(list_file, '# names\r\n\r\n  Renée d’Örtlich \r\nEvil Empire, Ltd.\n');
    service = await startSharedService({ sanctions: { list_file } });
    ({ sandbox } = service);
    user = await approvedUser(sandbox, { last_name: 'Moreau' });
    path = `/v1/users/${user.id}/payout_accounts`;
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  const remove = (account: Answer['body'], client = sandbox): Promise<Answer> =>
    client.request('DELETE', `/v1/users/${account.user_id}/payout_accounts/${account.id}`);
  const read = async (account: Answer['body']): Promise<Answer['body']> =>
    expectBody(await sandbox.get(`/v1/users/${account.user_id}/payout_accounts/${account.id}`), 200);
  const emailpay = (details: object, more: object = {}) => ({
    type: 'emailpay',
    currency: 'cad',
    country: 'CA',
    rail: 'emailpay',
    account_owner_name: 'Ada Moreau',
    emailpay: details,
    ...more,
  });
  const bank = (currency: 'usd' | 'cad' | 'eur', details: object) => {
    const body = payoutAccountBody(currency);
    return { ...body, bank: { ...body.bank, ...details } };
  };

  describe('when registered', () => {
    it('have every field with masked numbers', async () => {
      const body = payoutAccountBody('usd', { metadata: { for: 'rent' } });
      const account = expectBody(await sandbox.post(path, body), 201);
      const { id, created_at } = account;
      expect(account).to.deep.equal({
        id,
        object: 'payout_account',
        user_id: user.id,
        type: 'bank',
        currency: 'usd',
        country: 'US',
        rail: 'bank_eft',
        account_owner_name: 'Ada Moreau',
        bank: {
          bank_name: 'First Harbour Bank',
          account_number_last4: '6789',
          routing_code: '021000021',
          swift_bic: null,
          account_type: null,
        },
        status: 'active',
        name_check: 'not_supported',
        metadata: { for: 'rent' },
        version: 1,
        created_at,
      });
    });

    it('accept the details of every currency and type', async () => {
      const iban = expectBody(
        await sandbox.post(path, bank('eur', { swift_bic: 'cobadeffxxx', account_type: 'checking' })),
        201,
      );
      expect(iban.bank).to.deep.include({
        account_number_last4: '3000',
        swift_bic: 'COBADEFFXXX',
        account_type: 'checking',
        routing_code: null,
      });
      const spaced = bank('eur', { account_number: 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000' });
      expect(expectBody(await sandbox.post(path, spaced), 201).bank.account_number_last4).to.equal('3000');
      expect((await newPayoutAccount(sandbox, user.id, 'cad')).bank.account_number_last4).to.equal('4567');
      const both = { email: 'ada.moreau@example.com', phone: '+14165550123' };
      for (const [details, shown] of [
        [both, { email_masked: 'a***@example.com', phone_number_last4: '0123' }],
        [{ email: 'a@example.com' }, { email_masked: '***@example.com', phone_number_last4: null }],
        [{ phone: both.phone }, { email_masked: null, phone_number_last4: '0123' }],
      ] as const) {
        const account = expectBody(await sandbox.post(path, emailpay(details)), 201);
        expect(account.emailpay).to.deep.equal(shown);
        expect(account).to.not.have.any.keys('bank', 'mobile_money');
      }
    });

    it('never contain a complete number, even a short one', async () => {
      for (const [account_number, shown] of [
        ['1234', '34'],
        ['12345', '345'],
        ['123456', '3456'],
        ['1 2 3 4', '34'],
      ]) {
        const account = expectBody(await sandbox.post(path, bank('usd', { account_number })), 201);
        expect(account.bank.account_number_last4, account_number).to.equal(shown);
      }
      const { emailpay: short } = expectBody(await sandbox.post(path, emailpay({ phone: '+6834000' })), 201);
      expect(short.phone_number_last4).to.equal('00');
    });

    it('are listed newest first and returned by ID', async () => {
      const owner = await approvedUser(sandbox);
      const [one, two] = [
        await newPayoutAccount(sandbox, owner.id),
        await newPayoutAccount(sandbox, owner.id, 'eur'),
      ];
      const list = await listAll(sandbox, `/v1/users/${owner.id}/payout_accounts`);
      expect(list.map(({ id }) => id)).to.deep.equal([two.id, one.id]);
      const page = expectBody(await sandbox.get(`/v1/users/${owner.id}/payout_accounts?limit=1`), 200);
      expect(page.has_more).to.equal(true);
      expectError(
        await sandbox.get(`/v1/users/${owner.id}/payout_accounts?limit=0`),
        400,
        'malformed_request',
      );
      expectError(await sandbox.get(`/v1/users/${unknownId('usr')}/payout_accounts`), 404, 'not_found');
    });

    it('are not visible to others', async () => {
      const account = await newPayoutAccount(sandbox, user.id);
      const other = await approvedUser(sandbox);
      for (const [client, owner] of [
        [service.otherIntegrator, user.id],
        [service.production, user.id],
        [sandbox, other.id],
      ] as const) {
        expectError(await client.get(`/v1/users/${owner}/payout_accounts/${account.id}`), 404, 'not_found');
        expectError(
          await client.request('DELETE', `/v1/users/${owner}/payout_accounts/${account.id}`),
          404,
          'not_found',
        );
      }
      expectError(await service.otherIntegrator.post(path, payoutAccountBody()), 404, 'not_found');
      expectError(await service.readOnly.post(path, payoutAccountBody()), 403, 'permission_denied');
    });

    it('need an approved active user', async () => {
      const fresh = await newUser(sandbox);
      const open = (id: string) => sandbox.post(`/v1/users/${id}/payout_accounts`, payoutAccountBody());
      expectError(await open(fresh.id), 403, 'user_not_approved');
      expectError(await open(unknownId('usr')), 404, 'not_found');
      const deactivated = await approvedUser(sandbox);
      expectBody(await sandbox.post(`/v1/users/${deactivated.id}/deactivate`), 200);
      expectError(await open(deactivated.id), 409, 'user_deactivated');
    });

    it('accept the IBAN of every country, written with any spaces, and BICs with digits', async () => {
      const open = (account_number: string, more: object = {}) =>
        sandbox.post(path, bank('eur', { account_number, ...more }));
      for (const iban of [
        'BI42 10000 10001 00003320451 81',
        'DJ2100010000000154000100186',
        'FK88SC123456789012',
        'HN88CABF00000000000250005469',
        'LY83002048000020100120361',
        'MN121234123456789123',
        'NI45BAPR00000013000003558124',
        'OM810180000001299123456',
        'RU0304452522540817810538091310419',
        'SD8811123456789012',
        'SO211000001001000100141',
        'YE15CBYE0001018861234567891234',
        'BY13NBRB3600900000002Z00AB00',
        'de89\u00a03704 0044\u202f0532 0130 00',
      ])
        expectBody(await open(iban), 201);
      for (const swift_bic of ['1234DEFF', 'A1B2XKFFXXX'])
        expectBody(await open('DE89370400440532013000', { swift_bic }), 201);
    });

    it('refuse check digits that no bank computes', async () => {
      for (const account_number of [
        'DE00370400440000000060',
        'DE01370400440000000042',
        'DE99370400440000000024',
        'DE89-3704-0044-0532-0130-00',
      ])
        expect(fieldsOf(await sandbox.post(path, bank('eur', { account_number })))).to.deep.equal([
          'bank.account_number invalid_format',
        ]);
      for (const routing_code of ['000000000', '021000022', '130000006'])
        expect(fieldsOf(await sandbox.post(path, bank('usd', { routing_code })))).to.deep.equal([
          'bank.routing_code invalid_format',
        ]);
      for (const swift_bic of ['DEUTZZFF', 'DEUTDEF', 'DEUTDEFF1'])
        expect(fieldsOf(await sandbox.post(path, bank('eur', { swift_bic })))).to.deep.equal([
          'bank.swift_bic invalid_format',
        ]);
    });

    it('need a route for their currency, rail, type, and country', async () => {
      const mobile = {
        ...emailpay({}),
        emailpay: undefined,
        type: 'mobile_money',
        rail: 'mobile_money',
        mobile_money: { provider: 'mpesa', phone_number: '+254712345678' },
      };
      for (const body of [
        mobile,
        { ...mobile, rail: 'bank_eft', currency: 'usd', country: 'US' },
        payoutAccountBody('usd', { currency: 'jpy', country: 'JP' }),
        payoutAccountBody('usd', { rail: 'pigeon' }),
        payoutAccountBody('usd', { rail: 'emailpay' }),
        payoutAccountBody('usd', { country: 'CA' }),
        emailpay({ email: 'a@example.com' }, { rail: 'bank_eft' }),
      ]) {
        expectError(await sandbox.post(path, body), 422, 'unsupported_route');
      }
    });

    it('are replayed byte for byte, including names', async () => {
      const idempotencyKey = randomUUID();
      const first = await sandbox.post(path, payoutAccountBody(), { idempotencyKey });
      const { id } = expectBody(first, 201);
      await waitFor('the check of the name', async () =>
        (await read({ id, user_id: user.id })).name_check === 'match' ? true : undefined,
      );
      expectBody(await remove({ id, user_id: user.id }), 200);
      const again = await sandbox.post(path, payoutAccountBody(), { idempotencyKey });
      expect(again.text).to.equal(first.text);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expectError(
        await sandbox.post(path, payoutAccountBody('eur'), { idempotencyKey }),
        409,
        'idempotency_key_reused',
      );
    });
  });

  describe('with their details', () => {
    it('are validated for their currency, with one entry for each field', async () => {
      const bad = [
        [bank('usd', { routing_code: '021000022' }), ['bank.routing_code invalid_format']],
        [bank('usd', { routing_code: undefined }), ['bank.routing_code required']],
        [bank('usd', { account_number: '123' }), ['bank.account_number invalid_format']],
        [bank('usd', { account_number: '1'.repeat(18) }), ['bank.account_number invalid_format']],
        [bank('usd', { account_number: '12345x' }), ['bank.account_number invalid_format']],
        [bank('usd', { swift_bic: 'NOPE' }), ['bank.swift_bic invalid_format']],
        [bank('cad', { routing_code: '100305678' }), ['bank.routing_code invalid_format']],
        [bank('cad', { routing_code: undefined }), ['bank.routing_code required']],
        [bank('cad', { account_number: '123456' }), ['bank.account_number invalid_format']],
        [bank('eur', { account_number: 'DE89370400440532013001' }), ['bank.account_number invalid_format']],
        [
          bank('eur', { account_number: 'DE89-3704-0044-0532-0130-00' }),
          ['bank.account_number invalid_format'],
        ],
        [bank('eur', { routing_code: '37040044' }), ['bank.routing_code not_allowed']],
        [
          { ...bank('usd', { routing_code: '1', account_number: 'x', swift_bic: '?' }), country: 'XX' },
          [
            'bank.account_number invalid_format',
            'bank.routing_code invalid_format',
            'bank.swift_bic invalid_format',
            'country invalid_format',
          ],
        ],
        // Only the rail knows the account format of other currencies, but the number must not be empty.
        [
          { ...bank('usd', { account_number: ' \u2060 ' }), currency: 'gbp' },
          ['bank.account_number invalid_format'],
        ],
        [emailpay({ phone: '+11' + '0'.repeat(11) }), ['emailpay.phone invalid_format']],
        [emailpay({ email: 'nobody' }), ['emailpay.email invalid_format']],
        [payoutAccountBody('usd', { account_owner_name: '  ' }), ['account_owner_name invalid_format']],
        [payoutAccountBody('usd', { account_owner_name: ' \u200b' }), ['account_owner_name invalid_format']],
        [
          bank('usd', { bank_name: undefined, routing_code: '1' }),
          ['bank.bank_name required', 'bank.routing_code invalid_format'],
        ],
        [payoutAccountBody('usd', { bank: undefined }), ['bank required']],
      ] as const;
      for (const [body, fields] of bad) {
        expect(fieldsOf(await sandbox.post(path, body)).sort(), JSON.stringify(body)).to.deep.equal(fields);
      }
      expect(fieldsOf(await sandbox.post(path, emailpay({})))).to.have.length(1);
      expect(
        fieldsOf(await sandbox.post(path, { ...payoutAccountBody(), emailpay: { email: 'a@example.com' } })),
      ).to.deep.equal(['emailpay not_allowed']);
    });

    it('have no entries inside a rejected field', async () => {
      const { bank: _bank, ...rest } = payoutAccountBody('usd');
      const cases: readonly [object, string[]][] = [
        [{ ...rest, bank: null }, ['bank wrong_type']],
        [{ ...rest, bank: [] }, ['bank wrong_type']],
        [{ ...payoutAccountBody(), emailpay: { phone: '+1234' } }, ['emailpay not_allowed']],
        [{ ...emailpay({ email: 'a@example.com' }), bank: { account_number: '1' } }, ['bank not_allowed']],
      ];
      for (const [body, fields] of cases)
        expect(fieldsOf(await sandbox.post(path, body)), JSON.stringify(body))
          .to.include.members(fields)
          .and.satisfy((found: string[]) => found.every((field) => !/^(bank|emailpay)\./.test(field)));
    });

    it('are never repeated in errors', async () => {
      const answer = await sandbox.post(path, bank('usd', { account_number: 'secret-4711' }));
      expect(answer.text).to.not.contain('4711');
    });

    it('are screened against the sanctions list, ignoring case, accents, and word order', async () => {
      for (const name of [
        'Viktor Sanctioned',
        'SANCTIONED, viktor',
        'renee d ortlich',
        'Örtlich, Renée d’',
        'evil empire ltd',
        'Evil Empire',
      ]) {
        const answer = await sandbox.post(path, payoutAccountBody('usd', { account_owner_name: name }));
        expect(fieldsOf(answer), name).to.deep.equal(['account_owner_name not_allowed']);
        expect(answer.text).to.not.contain(name);
      }
      for (const name of ['Viktor', 'Viktor Petrov', 'Evil Queen']) {
        expectBody(await sandbox.post(path, payoutAccountBody('usd', { account_owner_name: name })), 201);
      }
    });
  });

  describe('with a name check by the rail', () => {
    it('compare the user’s name automatically, with a version for each step', async () => {
      for (const [name, result] of [
        ['moreau ADA', 'match'],
        ['Ada Moręau', 'match'],
        ['Ada Lovelace', 'partial_match'],
        ['Grace Hopper', 'no_match'],
      ]) {
        const account = expectBody(
          await sandbox.post(path, payoutAccountBody('usd', { account_owner_name: name })),
          201,
        );
        const checked = await waitFor(`the check of ${String(name)}`, async () => {
          const found = await read(account);
          return found.name_check === result ? found : undefined;
        });
        expect(checked).to.deep.equal({ ...account, name_check: result, version: 3 });
      }
    });
  });

  describe('when deleted', () => {
    it('are returned and stay readable', async () => {
      const account = await newPayoutAccount(sandbox, user.id);
      await waitFor('the check of the name', async () =>
        (await read(account)).version === 3 ? true : undefined,
      );
      const deleted = expectBody(await remove(account), 200);
      expect(deleted).to.deep.equal({ ...account, name_check: 'match', status: 'deleted', version: 4 });
      expect(await read(account)).to.deep.equal(deleted);
      expectError(await remove(account), 409, 'payout_account_deleted');
      expectError(await remove({ ...account, id: unknownId('pa') }), 404, 'not_found');
    });

    it('accept no new off-ramps, and submitted ones complete', async () => {
      const wallet = await fundedWallet(sandbox, { cashable: '5000.00' });
      const account = await newPayoutAccount(sandbox, wallet.user_id);
      const transfer = await submittedOfframp(sandbox, wallet.id, account.id);
      expectBody(await remove(account), 200);
      expectError(
        await sandbox.post('/v1/transfers', offrampBody(wallet.id, account.id, '100.00')),
        409,
        'payout_account_deleted',
      );
      const outcome = `/v1/sandbox/transfers/${transfer.id}/payout_outcome`;
      expect(expectBody(await sandbox.post(outcome, { outcome: 'returned' }), 200).state).to.equal(
        'refunded',
      );
    });

    it('are refused for a deactivated user', async () => {
      const owner = await approvedUser(sandbox);
      const account = await newPayoutAccount(sandbox, owner.id);
      expectBody(await sandbox.post(`/v1/users/${owner.id}/deactivate`), 200);
      expectError(await remove(account), 409, 'user_deactivated');
    });
  });
});
