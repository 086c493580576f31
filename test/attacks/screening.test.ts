/** Names that try to pass the sanctions screening, and names that are listed only later. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { START, type StoredEvent } from '../../src/event-store/port.ts';
import { type Match } from '../../src/screening/screening.ts';
import { sanctionsListOf } from '../support/sanctions.ts';
import { PERSON, newLinks } from '../hosted/hosted-support.ts';
import {
  approvedUser,
  expectBody,
  expectError,
  fundedWallet,
  newPayoutAccount,
  newUser,
  offrampBody,
  payoutAccountBody,
  waitForTransferState,
} from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import { CPU_MAX, leastCpu } from '../support/cpu-time.ts';
import { openPage, submitForm } from '../support/hosted-page.ts';
import { startMemoryApp } from '../support/memory-app.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const LISTED = [
  'Viktor Sanctioned',
  'Blocked Trading Company',
  'José María Núñez',
  'Xu Feng',
  'Anna-Beth Stark',
];
const list = sanctionsListOf(LISTED);

const resultOf = (name: string): Match['kind'] | 'clear' => list.find(name)[0]?.kind ?? 'clear';

const matchesOf = (name: string): string[] =>
  list
    .find(name)
    .map(({ name: listed, kind }) => `${listed}: ${kind}`)
    .sort();

describe('A name on the sanctions list', () => {
  const DISGUISES = [
    'Viktor Ѕanctioned', // a Cyrillic letter
    'Vіktоr Sаnсtіоned',
    'ᏙΙΚΤΟᎡ ЅАΝСТІОΝЕᎠ'.replaceAll('Ν', 'N'),
    'Mr Viktor Sanctioned',
    'Dr. Viktor Sanctioned',
    'Viktor Sanctioned Jr',
    'Viktor Sanctioned, Jr.',
    'Viktor Sanctioned III',
    'Viktor Sanctioned Ltd',
    'Sanctioned, Mr. Viktor (Sr)',
    'ｖｉｋｔｏｒ Ｓａｎｃｔｉｏｎｅｄ',
    '𝓥𝓲𝓴𝓽𝓸𝓻 𝓢𝓪𝓷𝓬𝓽𝓲𝓸𝓷𝓮𝓭',
    'V\u200bi\u00adktor San\u0301ctioned',
    'Blocked Trading',
    'BLOCKED TRADING G.m.b.H.',
  ];

  it('is refused for payouts in every disguise', async () => {
    const app = await startMemoryApp();
    try {
      const { user_id } = await newLinks(app);
      await app.call('POST', `/v1/sandbox/users/${user_id}/kyc`, { body: { kyc_status: 'approved' } });
      for (const account_owner_name of DISGUISES) {
        const body = payoutAccountBody('usd', { account_owner_name });
        const answer = await app.call('POST', `/v1/users/${user_id}/payout_accounts`, { body });
        expect(answer.status, account_owner_name).to.equal(422);
        expect(answer.body.error.details.map(({ field }) => field)).to.deep.equal(['account_owner_name']);
        expect(answer.text).to.not.contain(account_owner_name);
      }
    } finally {
      await app.close();
    }
  });

  it('is found whatever its case, accents, spacing, order, additions, and lookalike letters are', () => {
    fc.assert(
      fc.property(disguisedName(), (name) => {
        expect(resultOf(name), JSON.stringify(name)).to.equal('exact');
      }),
      { numRuns: 500 },
    );
  });

  it('is never clear with a lookalike in ASCII, a missing space, or one edit per word', () => {
    fc.assert(
      fc.property(nearName(), (name) => {
        expect(resultOf(name), JSON.stringify(name)).to.not.equal('clear');
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result in any case and order, with any accents and spaces, also for other names', () => {
    const pool = [
      'Viktor',
      'Sanctioned',
      'Sanctionned',
      'Trading',
      'Blocked',
      'María',
      'Núñez',
      'Petrov',
      'V',
      'B',
    ];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...pool), { maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (words, numbers) => {
          const draw = (): number => Number(numbers.next().value ?? 0);
          const spelled = words.map((word) => Array.from(word, (letter) => recased(letter, draw)).join(''));
          const other = spelled
            .sort(() => (draw() % 3) - 1)
            .reduce((text, word) => text + space(draw) + word, '');
          expect(matchesOf(other), JSON.stringify(other)).to.deep.equal(matchesOf(words.join(' ')));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is looked up in bounded time, whatever the name and however long the list', async () => {
    const words = Array.from(
      { length: 3_000 },
      (_, index) => `${'klmnprst'[index % 8] ?? ''}a${index.toString(36)}re`,
    );
    const word = (index: number): string => words[(index * 7_919) % words.length] ?? '';
    const long = sanctionsListOf(
      Array.from(
        { length: 20_000 },
        (_, index) => `${index % 20 === 0 ? 'mohammed' : word(index)} ${word(index * 3)}`,
      ),
    );
    const attacks = [
      'mohammed '.repeat(22),
      words.slice(0, 40).join(' ').slice(0, 200),
      'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(4).slice(0, 200),
      '\ufdfa'.repeat(200),
      'Ѕ'.repeat(200),
      '.'.repeat(200),
      'a.'.repeat(100),
      '|a'.repeat(100),
    ];
    for (const attack of attacks) {
      long.find(attack);
      const cpu = await leastCpu(() => Promise.resolve(long.find(attack)));
      expect(cpu, attack.slice(0, 20)).to.be.at.most(CPU_MAX);
    }
  });
});

describe('A near match of a name', () => {
  let service: RunningService;
  before(async () => (service = await startTestService()));
  after(() => service.close());

  it('lets nobody pay out until an operator approves a payout', async () => {
    const { sandbox } = service;
    const wallet = await fundedWallet(sandbox, { cashable: '1000.00' });
    const account_owner_name = 'V. Sanctioned';
    const account = await newPayoutAccount(sandbox, wallet.user_id, 'usd', { account_owner_name });
    const body = offrampBody(wallet.id, account.id, '100.00');
    const held = expectBody(await sandbox.post('/v1/transfers', body), 201);
    expect(held).to.include({ state: 'in_review' });
    expect(held.state_reason).to.deep.equal({
      code: 'compliance_review',
      message: 'The payout requires a review.',
    });
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const { names } = expectBody(await operator.get(`/operator/v1/users/${wallet.user_id}/screening`), 200);
    expect(names).to.deep.equal([
      { type: 'user', id: wallet.user_id, result: 'clear', matches: [] },
      {
        type: 'payout_account',
        id: account.id,
        result: 'possible_match',
        matches: [{ name: 'Viktor Sanctioned', line: null, kind: 'initials' }],
      },
    ]);
    expectBody(await operator.post(`/operator/v1/transfers/${held.id}/review`, { outcome: 'approved' }), 200);
    await waitForTransferState(sandbox, held.id, 'payout_submitted');
    const next = expectBody(await sandbox.post('/v1/transfers', body), 201);
    expect(next.state, 'after the approval').to.not.equal('in_review');
  });

  it('in submitted identity data is shown to the reviewer and not to the user', async () => {
    const { production } = service;
    const user = await newUser(production);
    const links = expectBody(await production.post(`/v1/users/${user.id}/onboarding_links`), 201);
    const sent = await submitForm(await openPage(links.kyc.url), {
      ...PERSON,
      first_name: 'Viktor',
      last_name: 'Sanctionned',
    });
    expect(sent.text).to.not.match(/sanctions|listed/i);
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const { names } = expectBody(await operator.get(`/operator/v1/users/${user.id}/screening`), 200);
    expect(names[0]).to.deep.equal({
      type: 'user',
      id: user.id,
      result: 'possible_match',
      matches: [{ name: 'Viktor Sanctioned', line: null, kind: 'similar_spelling' }],
    });
    expectBody(await operator.post(`/operator/v1/users/${user.id}/kyc_review`, { outcome: 'approved' }), 200);
    expect((await eventsOf(service.dataDir, 'user.screened')).map(({ stream }) => stream)).to.have.lengthOf(
      1,
    );
  });
});

describe('The representative of a business', () => {
  const DIRECTOR = {
    ...PERSON,
    ...{ business_name: 'Harbour Books Ltd', registration_number: 'HB 77', position: 'Director' },
  };
  let service: RunningService;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
    service = await startTestService({ DATA_DIR: folder.path });
  });
  after(async () => {
    await service.close();
    await folder.remove();
  });

  async function submitDirector(director: object): Promise<string> {
    const { production } = service;
    const names = { type: 'business', business_name: 'Harbour Books', first_name: undefined };
    const { id } = await newUser(production, { ...names, last_name: undefined });
    const links = expectBody(await production.post(`/v1/users/${id}/onboarding_links`), 201);
    const sent = await submitForm(await openPage(links.kyc.url), { ...DIRECTOR, ...director });
    expect(sent.status).to.equal(303);
    return id;
  }
  const operator = () => createOperatorClient(service.url, service.credentials.operator_token);
  const namesOf = async (id: string) =>
    expectBody(await operator().get(`/operator/v1/users/${id}/screening`), 200).names;

  it('is screened before the identity is decided, and shown to the reviewer only', async () => {
    const id = await submitDirector({ first_name: 'Viktor', last_name: 'Sanctionned' });
    expect(await namesOf(id)).to.deep.equal([
      { type: 'user', id, result: 'clear', matches: [] },
      {
        ...{ type: 'representative', id, result: 'possible_match' },
        matches: [{ name: 'Viktor Sanctioned', line: null, kind: 'similar_spelling' }],
      },
    ]);
    const types = (await eventsOf(folder.path)).map(({ type }) => type);
    const order = types.filter((type) => ['user.screened', 'user.kyc_status_changed'].includes(type));
    expect(order).to.deep.equal(['user.screened', 'user.kyc_status_changed']);
    const shown = expectBody(await service.production.get(`/v1/users/${id}`), 200);
    expect(JSON.stringify(shown)).to.not.match(/viktor|representative/i);
    const stored = (await eventsOf(folder.path)).map(({ data, metadata }) => `${data} ${metadata}`).join();
    expect(stored).to.not.match(/viktor|sanctionn?ed/i);
  });

  it('is screened again when the list changes, also after the contact details changed', async () => {
    const id = await submitDirector({ first_name: 'Nadia', last_name: 'Laterlisted' });
    expectBody(await operator().post(`/operator/v1/users/${id}/kyc_review`, { outcome: 'approved' }), 200);
    const changed = { email: 'office@example.com' };
    expectBody(await service.production.patch(`/v1/users/${id}`, changed), 200);
    await service.close();
    const list_file = join(folder.path, 'names.txt');
    writeFileSync(list_file, 'Nadia Laterlisted\n');
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, { sanctions: { list_file } });
    await waitFor('the review', async () => {
      const { kyc_status } = expectBody(await service.production.get(`/v1/users/${id}`), 200);
      return kyc_status === 'under_review' ? true : undefined;
    });
    expect((await namesOf(id)).at(-1)).to.deep.equal({
      ...{ type: 'representative', id, result: 'match' },
      matches: [{ name: 'Nadia Laterlisted', line: 1, kind: 'exact' }],
    });
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    const { findings } = await verify(source);
    await source.close();
    expect(findings).to.deep.equal([]);
  });

  it('is erased with the user', async () => {
    const id = await submitDirector({ first_name: 'Viktor', last_name: 'Sanctioned' });
    expectBody(
      await operator().post(`/operator/v1/users/${id}/kyc_review`, {
        outcome: 'rejected',
        rejection_reasons: [{ code: 'other', message: 'Other' }],
      }),
      200,
    );
    expectBody(await service.production.post(`/v1/users/${id}/deactivate`), 200);
    expectBody(await operator().post(`/operator/v1/users/${id}/forget`, { reason: 'asked for it' }), 200);
    expect(await namesOf(id)).to.deep.equal([{ type: 'user', id, result: 'clear', matches: [] }]);
  });
});

describe('A new sanctions list', () => {
  it('is applied to everybody once, with reviews of all new matches', async () => {
    const folder = await temporaryFolder();
    const list_file = join(folder.path, 'names.txt');
    writeFileSync(list_file, 'Somebody Else\n');
    const passes = async (): Promise<number> => (await eventsOf(folder.path, 'names.screened')).length;
    let passesBefore = 0;
    const restart = async (...names: readonly string[]): Promise<RunningService> => {
      await service.close();
      passesBefore = await passes();
      writeFileSync(list_file, ['Somebody Else', ...names].join('\n'));
      return startTestService({ DATA_DIR: folder.path }, Date.now, { sanctions: { list_file } });
    };
    const screened = (): Promise<true> =>
      waitFor('the end of the screening', async () => ((await passes()) > passesBefore ? true : undefined));
    let service = await startTestService({ DATA_DIR: folder.path }, Date.now, { sanctions: { list_file } });
    try {
      const { sandbox } = service;
      const ivan = await approvedUser(sandbox, { first_name: 'Ivan', last_name: 'Newlisted' });
      const clear = await approvedUser(sandbox, { first_name: 'Maria', last_name: 'Honest' });
      const wallet = await fundedWallet(sandbox, { cashable: '1000.00' });
      const account = await newPayoutAccount(sandbox, wallet.user_id, 'usd', {
        account_owner_name: 'Olga Laterlisted',
      });

      service = await restart('Newlisted, Ivan', 'Olga Petrovna Laterlisted');
      await screened();
      expect(await kycStatusOf(service, ivan.id)).to.equal('under_review');
      expect(await kycStatusOf(service, clear.id)).to.equal('approved');
      const operator = createOperatorClient(service.url, service.credentials.operator_token);
      const { data } = expectBody(await operator.get('/operator/v1/kyc_reviews'), 200);
      expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([ivan.id]);
      const { names } = expectBody(await operator.get(`/operator/v1/users/${ivan.id}/screening`), 200);
      expect(names[0].matches).to.deep.equal([{ name: 'Newlisted, Ivan', line: 2, kind: 'exact' }]);
      expectError(
        await service.sandbox.post(`/v1/users/${ivan.id}/wallets`, { asset: 'svc-points' }),
        403,
        'user_not_approved',
      );
      const body = offrampBody(wallet.id, account.id, '100.00');
      const held = expectBody(await service.sandbox.post('/v1/transfers', body), 201);
      expect(held.state_reason).to.have.property('code', 'compliance_review');
      expectBody(
        await operator.post(`/operator/v1/users/${ivan.id}/kyc_review`, { outcome: 'approved' }),
        200,
      );

      service = await restart('Newlisted, Ivan', 'Olga Petrovna Laterlisted', '# Only a comment');
      await service.close();
      expect(await passes(), 'for the same names').to.equal(passesBefore);

      service = await restart('Newlisted, Ivan', 'Olga Petrovna Laterlisted', 'One More');
      await screened();
      expect(await kycStatusOf(service, ivan.id), 'a match that was reviewed').to.equal('approved');
      expect(await eventsOf(folder.path, 'user.screened')).to.have.lengthOf(1);
      expect(await eventsOf(folder.path, 'payout_account.screened')).to.have.lengthOf(1);

      service = await restart('Ivan Ivanovich Newlisted');
      await screened();
      expect(await kycStatusOf(service, ivan.id), 'another match').to.equal('under_review');
    } finally {
      await service.close();
    }
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    const { findings } = await verify(source);
    await source.close();
    expect(findings).to.deep.equal([]);
    const texts = (await eventsOf(folder.path)).map(({ data, metadata }) => `${data} ${metadata}`).join('\n');
    expect(texts).to.not.match(/newlisted|laterlisted/i);
    await folder.remove();
  });
});

const kycStatusOf = async ({ sandbox }: RunningService, id: string): Promise<string> =>
  expectBody(await sandbox.get(`/v1/users/${id}`), 200).kyc_status;

async function eventsOf(dataDir: string, type?: string): Promise<StoredEvent[]> {
  const source = sqliteSource(join(dataDir, DATABASE_FILE_NAME));
  const found: StoredEvent[] = [];
  for await (const page of source.pages(START, await source.head()))
    found.push(...page.filter((event) => type === undefined || event.type === type));
  await source.close();
  return found;
}

/** By letter, in lower or upper case, the characters that the standard says look like it. I, l, and m are separate. */
const LOOKALIKES: ReadonlyMap<string, readonly string[]> = (() => {
  const data = createRequire(import.meta.url)('unhomoglyph/data.json') as Record<string, string>;
  const found = new Map<string, string[]>();
  for (const [char, prototype] of Object.entries(data))
    if (/^[a-km-zA-Z]$/.test(prototype) && /^[\p{L}\p{N}]$/u.test(char) && !isAsciiLookalike(char, prototype))
      found.set(prototype, [...(found.get(prototype) ?? []), char]);
  return found;
})();

/** A styled digit, such as a bold zero, is a digit. */
function isAsciiLookalike(char: string, letter: string): boolean {
  const plain = char.normalize('NFKD');
  return /^[ -~]+$/.test(plain) && plain !== letter;
}

const SPACES = [' ', '  ', '\u00a0', ' - ', ', ', '\t', '\u2003', '. '];
const ADDITIONS = ['', 'Mr', 'Dr.', 'JR', 'III', 'Ltd.', 'GmbH', 'Señor'];

/** A listed name with each letter and space written in some other way. */
function disguisedName(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...LISTED), fc.constantFrom(...ADDITIONS), fc.infiniteStream(fc.nat()))
    .chain(([name, addition, numbers]) =>
      fc.shuffledSubarray(name.split(/[ -]/), { minLength: name.split(/[ -]/).length }).map((words) => {
        const draw = (): number => Number(numbers.next().value ?? 0);
        const disguised = words.map((word) => Array.from(word, (letter) => disguise(letter, draw)).join(''));
        return [...disguised, addition].reduce((text, word) => text + space(draw) + word, '');
      }),
    );
}

const space = (draw: () => number): string => SPACES[draw() % SPACES.length] ?? ' ';

const recased = (letter: string, draw: () => number): string =>
  (draw() % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase()) + (draw() % 4 === 0 ? '\u0308' : '');

function disguise(letter: string, draw: () => number): string {
  const cased = draw() % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase();
  const others = LOOKALIKES.get(cased) ?? [];
  const other = draw() % 2 === 0 ? (others[draw() % Math.max(others.length, 1)] ?? cased) : cased;
  return draw() % 4 === 0 ? `${other}\u0301` : draw() % 7 === 0 ? `${other}\u200b` : other;
}

/** A listed name with one small change. */
function nearName(): fc.Arbitrary<string> {
  const changes: readonly ((name: string, at: number) => string)[] = [
    (name) => name.replaceAll('i', '1').replaceAll('o', '0'),
    (name) => name.replaceAll('i', 'l'),
    (name) => name.replaceAll('I', '|').replaceAll('m', 'rn'),
    (name) => name.replaceAll(' ', ''),
    (name, at) => name.slice(0, at) + name.slice(at + 1),
    (name, at) => `${name.slice(0, at)}x${name.slice(at)}`,
    (name, at) => `${name.slice(0, at)} ${name.slice(at)}`,
    (name) => name.replace(/(\p{L})\p{L}+ /u, '$1. '),
    (name) => name.replace(/^\p{L}+ /u, ''),
    (name) => name.replace(' ', ' Middle '),
  ];
  return fc
    .tuple(
      fc.constantFrom('Viktor Sanctioned', 'Blocked Trading'),
      fc.constantFrom(...changes),
      fc.integer({ min: 0, max: 13 }),
    )
    .map(([name, change, at]) => change(name, at));
}
