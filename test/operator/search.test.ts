/** The search of operators: what finds which objects, for which roles. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'chai';
import { COLLECTIONS } from '../../projections/collections.ts';
import { SEARCH_SCOPE } from '../../projections/search.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import type { SearchHit } from '../../src/generated/api.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import {
  expectBody,
  expectError,
  fundedWallet,
  newDepositAccount,
  newPayoutAccount,
  newUser,
  newWallet,
  transferBody,
} from '../support/api-steps.ts';
import type { Answer, Client } from '../support/client.ts';
import { startServiceWithOperators, type ServiceWithOperators } from '../support/service-with-operators.ts';
import { waitFor } from '../support/wait-for.ts';

const letters = (): string => randomUUID().replace(/[^a-f]/g, '');
const FAMILY = `Okafor${letters()}`;
const PHONE = '+4917155501234';

describe('The search of operators', () => {
  let service: ServiceWithOperators;
  let ana: Answer['body'];
  let transfer: Answer['body'];
  const reference = `order ${randomUUID()}`;

  before(async () => {
    service = await startServiceWithOperators();
    const { sandbox } = service;
    ana = await newUser(sandbox, {
      first_name: 'Ána',
      last_name: FAMILY,
      email: `ana.${FAMILY}@example.com`,
      phone: PHONE,
    });
    const source = await fundedWallet(sandbox, { cashable: '5000.00' });
    const destination = await newWallet(sandbox);
    const body = { ...transferBody(source.id, destination.id, '1234.50'), integrator_reference: reference };
    transfer = expectBody(await sandbox.post('/v1/transfers', body), 201);
    await waitFor('the index', async () => ((await search(reference)).length > 0 ? true : undefined));
  });
  after(() => service.close());

  async function search(q: string, as: Client = service.admin): Promise<readonly SearchHit[]> {
    const query = new URLSearchParams({ q, limit: '100' });
    return expectBody(await as.get(`/operator/v1/search?${query.toString()}`), 200).data;
  }
  const ids = async (q: string, as?: Client): Promise<readonly string[]> =>
    (await search(q, as)).map(({ id }) => id);

  it('finds people by the beginnings of their names, without accents and case', async () => {
    for (const text of [FAMILY, `ana ${FAMILY.slice(0, 9)}`, FAMILY.toUpperCase(), `${FAMILY}, Ana`])
      expect(await ids(text), text).to.include(ana.id);
    expect(await ids(`ben ${FAMILY}`)).to.not.include(ana.id);
  });

  it('finds people whose names have other letters than their keyboard', async () => {
    const people = [
      [{ first_name: 'Łukasz', last_name: `Wałęsa${FAMILY}` }, `lukasz walesa${FAMILY}`],
      [{ first_name: 'Ayşe', last_name: `Yıldız${FAMILY}` }, `ayse yildiz${FAMILY}`],
      [{ first_name: 'Jörg', last_name: `Weiß${FAMILY}` }, `Jorg Weiss${FAMILY}`],
      [{ first_name: 'Siobhán', last_name: `O’Brien${FAMILY}` }, `siobhan o'brien${FAMILY}`],
      [{ first_name: 'Maeve', last_name: `O'Brien${FAMILY}` }, `Maeve OBrien${FAMILY}`],
      [{ first_name: 'Đorđe', last_name: `Østergård${FAMILY}` }, `dorde ostergard${FAMILY}`],
      [{ first_name: '小明', last_name: '王' }, '王小明'],
      [{ first_name: '陳大文', last_name: '' }, '大文'],
      [{ first_name: '민준', last_name: '김' }, '김 민준'],
    ] as const;
    for (const [name, text] of people) {
      const { last_name, ...rest } = name;
      const { id } = await newUser(service.sandbox, { ...rest, ...(last_name === '' ? {} : { last_name }) });
      await waitFor(text, async () => ((await ids(text)).includes(id) ? true : undefined));
      const exact = [name.first_name, name.last_name].join(' ').trim();
      expect(await ids(exact), exact).to.include(id);
    }
  });

  it('finds people whose names are spelled otherwise, after those that are spelled so', async () => {
    const people = [
      [{ first_name: 'Erik', last_name: 'Lindqvist' }, ['Lindquist', 'eric lindkvist', 'Lindqwist']],
      [{ first_name: 'Jón', last_name: 'Sigurðsson' }, ['Sigurdsson', 'Sigurdson', 'Jon Sigurdsen']],
      [{ first_name: 'Katharina', last_name: 'Schäfer' }, ['Katarina Shafer', 'Catharina Schaefer']],
    ] as const;
    for (const [name, texts] of people) {
      const { id } = await newUser(service.sandbox, name);
      await waitFor(name.last_name, async () =>
        (await ids(name.last_name)).includes(id) ? true : undefined,
      );
      for (const text of texts)
        expect(
          (await search(text)).map((hit) => [hit.id, hit.matched_by]),
          text,
        ).to.deep.include([id, 'similar_name']);
      expect(await ids(texts[0], service.operators.viewer), 'a role without personal data').to.not.include(
        id,
      );
      expect(await ids('Lopez Marquardt')).to.not.include(id);
    }
    const [first] = await search('Lindqvist');
    expect(first?.matched_by).to.equal('name');
    const spelled = await newUser(service.sandbox, { first_name: 'Erik', last_name: 'Lindquist' });
    await waitFor('the index', async () =>
      (await ids('Lindquist')).includes(spelled.id) ? true : undefined,
    );
    expect((await search('Lindquist')).map((hit) => hit.matched_by)).to.deep.equal(['name', 'similar_name']);
  });

  it('finds objects by parts of references, as banks print them, and by the end of an account number', async () => {
    const { sandbox } = service;
    const part = letters();
    const user = await newUser(sandbox, { external_reference: `crm-2026/${part}` });
    const wallet = await newWallet(sandbox);
    const deposits = await newDepositAccount(sandbox, wallet);
    const payee = await newPayoutAccount(sandbox, wallet.user_id);
    const printed = String(deposits.deposit_instructions.reference).replaceAll('-', ' ');
    const end = String(payee.bank.account_number_last4);
    await waitFor('the index', async () => ((await ids(`••${end}`)).includes(payee.id) ? true : undefined));
    expect(await ids(part)).to.include(user.id);
    expect(await ids(`CRM 2026 ${part}`), 'without punctuation').to.include(user.id);
    expect(await ids(`erp-2026-${part}`), 'another part').to.not.include(user.id);
    expect(await ids(printed)).to.include(deposits.id);
    expect(await ids(end)).to.include(payee.id);
    expect(await ids(reference.replaceAll('-', '').toUpperCase())).to.include(transfer.id);
  });

  it('finds people by a phone number as it is typed or printed', async () => {
    for (const text of ['+49 (0)171 555–01234', 'tel:+4917155501234', '0171/555 01234', '(0171) 555-01234'])
      expect(await ids(text), text).to.include(ana.id);
  });

  it('finds people by email, and by the end of a phone number', async () => {
    for (const text of [`ana.${FAMILY}@example.com`, PHONE, '0171 555 012 34', '55501234', '1234'])
      expect(await ids(text), text).to.include(ana.id);
    expect(await ids('99901234')).to.not.include(ana.id);
  });

  it('finds people by the end of a phone number that begins with zeros', async () => {
    const { id } = await newUser(service.sandbox, { phone: '+4917155560042' });
    await waitFor('the index', async () => ((await ids('55560042')).includes(id) ? true : undefined));
    for (const text of ['0042', '60042', '00 42', '0171 555 600 42'])
      expect(await ids(text), text).to.include(id);
    for (const text of ['0041', '042', '0050042']) expect(await ids(text), text).to.not.include(id);
  });

  it('finds transfers by reference and amount, with their people', async () => {
    for (const text of [reference, reference.toUpperCase(), '1,234.50', '1234.5 points'])
      expect(await ids(text), text).to.include(transfer.id);
    const [hit] = await search(reference);
    expect(hit).to.include({
      type: 'transfer',
      matched_by: 'reference',
      amount: '1234.50',
      unit: 'svc-points',
      state: 'completed',
      environment: 'sandbox',
    });
    expect(hit?.people.map(({ name }) => name)).to.deep.equal(['Ada', 'Ada']);
  });

  it('finds objects by the beginning of an ID, and by its two ends', async () => {
    const { id } = transfer;
    for (const text of [id, id.slice(0, 14), `${id.slice(0, 14)}…${id.slice(-8)}`, id.slice(4, 20)])
      expect(await ids(text), text).to.include(id);
    expect((await search(id))[0]).to.include({ id, matched_by: 'id' });
    expect(await ids(`${id.slice(0, 14)}…zzzzzzzz`)).to.not.include(id);
    expect(await ids(ana.id)).to.deep.equal([ana.id]);
  });

  it('lets only roles that see personal data search by it', async () => {
    const { reviewer, treasury, viewer } = service.operators;
    expect(await ids(FAMILY, reviewer)).to.deep.equal([ana.id]);
    for (const role of [viewer, treasury])
      for (const text of [FAMILY, `ana.${FAMILY}@example.com`, PHONE])
        expect(await ids(text, role), text).to.deep.equal([]);
    const [hit] = await search(reference, viewer);
    expect(hit?.people[0]?.name).to.equal('A••••');
  });

  it('rejects an empty text, and finds nothing for odd ones', async () => {
    expectError(await service.admin.get('/operator/v1/search?q='), 400, 'malformed_request');
    expectError(await service.admin.get('/operator/v1/search'), 400, 'malformed_request');
    for (const text of ['%', "'; DROP", '~', '…', 'usr_', 'x'.repeat(500)])
      expect((await search(text)).length, text).to.be.at.least(0);
  });

  it('is recorded without its text', async () => {
    await search(FAMILY, service.operators.reviewer);
    const activity = await service.admin.get('/operator/v1/activity?operation=search');
    const { data } = expectBody(activity, 200);
    expect(data.map(({ operator }: { operator: { role: string } }) => operator.role)).to.include('reviewer');
    expect(data.map(({ operator }: { operator: { role: string } }) => operator.role)).to.not.include(
      'viewer',
    );
    expect(JSON.stringify(data)).to.not.include(FAMILY);
  });

  it('stores no personal text in the index, and forgets a person', async () => {
    const { sandbox, admin } = service;
    const person = await newUser(sandbox, { first_name: 'Zora', last_name: `Vance${letters()}` });
    await waitFor('the index', async () => ((await ids(person.last_name)).length > 0 ? true : undefined));
    const stored = async () => {
      const documents = createSqliteDocuments(openDatabase(join(service.dataDir, DATABASE_FILE_NAME)));
      await documents.ensure([{ name: COLLECTIONS.search, kind: 'state' }]);
      return documents.get(COLLECTIONS.search, person.id);
    };
    const before = await stored();
    expect(before?.scope).to.equal(SEARCH_SCOPE);
    expect(before?.terms.filter((term) => term.startsWith('~'))).to.have.length.above(5);
    expect(JSON.stringify(before?.terms).toLowerCase()).to.not.include('vance').and.not.include('zora');
    expectBody(await sandbox.post(`/v1/users/${person.id}/deactivate`), 200);
    expectBody(await admin.post(`/operator/v1/users/${person.id}/forget`, { reason: 'Case 1.' }), 200);
    await waitFor('the person to be forgotten', async () =>
      (await stored())?.terms.some((term) => term.startsWith('~')) === false ? true : undefined,
    );
    expect(await ids(person.last_name)).to.deep.equal([]);
    expect(await ids(person.id)).to.deep.equal([person.id]);
  });
});
