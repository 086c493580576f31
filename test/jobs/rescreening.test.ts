/** The pass over all names after a change of the sanctions list. */
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pino from 'pino';
import { createMemoryEventStore } from '../../src/event-store/memory.ts';
import { UNSHARED_LEASE, type Lease } from '../../src/jobs/lease.ts';
import { rescreenNames } from '../../src/jobs/rescreening.ts';
import { personalFieldsContext } from '../../src/ledger/sealing-context.ts';
import { createUser, setKyc } from '../../src/ledger/user.ts';
import { loadPlatform, type Platform } from '../../src/platform/platform.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createScreening, type Screening } from '../../src/screening/screening.ts';
import { sanctionsListOf } from '../support/sanctions.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { createVault, type Vault } from '../../src/vault/vault.ts';
import type { BookWriters } from '../../src/writer/command.ts';
import { EVENT_MACS } from '../support/event-macs.ts';
import { STREAM } from '../support/policy.ts';
import { audit, done, idOf, keepersOn } from '../support/writer.ts';

describe('A pass over all names', () => {
  const KEY = deriveMacKey(randomBytes(32), 'screening v1');
  let eventStore: ReturnType<typeof createMemoryEventStore>;
  let platform: Platform;
  let writers: BookWriters;
  let vault: Vault;
  let logged: string[];

  beforeEach(async () => {
    eventStore = createMemoryEventStore();
    const documents = createMemoryDocumentStore();
    vault = createVault(documents, randomBytes(32));
    writers = keepersOn({ eventStore, documents });
    platform = await loadPlatform(eventStore, EVENT_MACS);
    await platform.record(
      () => [{ type: 'integrator.created', data: { integrator_id: 'int_test', name: 'Acme' } }],
      'system:test',
    );
    logged = [];
  });

  async function newUser(name: string, kyc_status: 'approved' | 'rejected' = 'approved'): Promise<string> {
    const key = await vault.createKey();
    const [first_name, last_name] = name.split(' ');
    const seal = (id: string): string =>
      key.seal(JSON.stringify({ first_name, last_name }), personalFieldsContext(STREAM, id));
    return approved(seal, name, kyc_status);
  }

  async function approved(
    seal: (id: string) => string,
    external_reference: string,
    kyc_status: 'approved' | 'rejected' = 'approved',
  ): Promise<string> {
    const user = { type: 'individual' as const, external_reference, country: null, seal, metadata: {} };
    const id = idOf(await done(writers, (book, context) => createUser(book, user, context)), 'usr');
    const status = { kyc_status, terms_status: 'approved' as const, rejection_reasons: [] };
    await done(writers, (book) => setKyc(book, { user_id: id, ...status }));
    return id;
  }

  const screeningWith = (...lines: readonly string[]): Screening =>
    createScreening(sanctionsListOf(lines), KEY);

  type Passing = {
    readonly stop?: AbortController;
    readonly lease?: Lease;
    readonly requireKey?: Vault['requireKey'];
  };

  function pass(screening: Screening, passing: Passing = {}): Promise<void> {
    const { stop = new AbortController(), lease = UNSHARED_LEASE } = passing;
    const { requireKey = (...args) => vault.requireKey(...args) } = passing;
    const log = pino({}, { write: (line: string) => void logged.push(line) });
    const options = {
      platform: () => platform,
      writers,
      vault: { keyFor: (sealed: string) => vault.keyFor(sealed), requireKey },
      screening,
      lease,
      log,
    };
    return rescreenNames(options, stop.signal);
  }

  const screenedUsers = async (): Promise<string[]> =>
    (await audit(eventStore)).events.flatMap((event) =>
      event.type === 'user.screened' ? [event.data.user_id] : [],
    );
  const statusOf = (id: string): Promise<string | undefined> =>
    writers.read(STREAM, (book) => book.users.get(id)?.user.kyc_status);

  it('sends approved users with a match to review, and leaves all others alone', async () => {
    const [listed, other, rejected] = [
      await newUser('Ivan Listed'),
      await newUser('Maria Honest'),
      await newUser('Ivan Lysted', 'rejected'),
    ];
    const screening = screeningWith('Ivan Listed');
    await pass(screening);
    expect(await Promise.all([listed, other, rejected].map(statusOf))).to.deep.equal([
      'under_review',
      'approved',
      'rejected',
    ]);
    expect(await screenedUsers()).to.deep.equal([listed]);
    expect(platform.screenedList()).to.equal(screening.listSha256);
    expect(logged.join()).to.not.match(/ivan|listed/i);
  });

  it('that was interrupted starts again and records each match once', async () => {
    const users = [await newUser('Ivan Listed'), await newUser('Iwan Listed'), await newUser('Ivan Lister')];
    const stop = new AbortController();
    let opened = 0;
    const requireKey: Vault['requireKey'] = (...args) => {
      if (++opened === 2) stop.abort();
      return vault.requireKey(...args);
    };
    const screening = screeningWith('Ivan Listed');
    await pass(screening, { stop, requireKey });
    expect(await screenedUsers()).to.deep.equal(users.slice(0, 2));
    expect(platform.screenedList()).to.equal(undefined);
    await pass(screening);
    await pass(screening);
    expect(await screenedUsers()).to.deep.equal(users);
    expect(platform.screenedList()).to.equal(screening.listSha256);
  });

  it('continues after a name that cannot be opened, and logs its user', async () => {
    const other = await vault.createKey();
    const broken = await approved(
      (id) => other.seal('{}', personalFieldsContext('another book', id)),
      'broken',
    );
    const listed = await newUser('Ivan Listed');
    await pass(screeningWith('Ivan Listed'));
    expect(await screenedUsers()).to.deep.equal([listed]);
    expect(
      logged.filter((line) => line.includes('name not screened') && line.includes(broken)),
    ).to.have.lengthOf(1);
    expect(logged.at(-1)).to.include('"screened":1').and.include('"failed":1');
  });

  it('does not take a name whose key was lost for clear, and continues with the others', async () => {
    const lost = await newUser('Ivan Listed');
    const listed = await newUser('Iwan Listed');
    const sealed = await writers.read(STREAM, (book) => book.users.get(lost)?.sealed);
    await vault.destroyKey(sealed ?? '');
    await pass(screeningWith('Ivan Listed'));
    expect(await screenedUsers()).to.deep.equal([listed]);
    expect(
      logged.filter((line) => line.includes('name not screened') && line.includes(lost)),
    ).to.have.lengthOf(1);
    expect(logged.at(-1)).to.include('"screened":1').and.include('"failed":1');
  });

  it('waits until another node that screens has ended', async () => {
    await newUser('Ivan Listed');
    const screening = screeningWith('Ivan Listed');
    let asked = 0;
    const taken: Lease = { ...UNSHARED_LEASE, tryAcquire: () => Promise.resolve(++asked > 1) };
    await pass(screening, { lease: taken });
    expect(platform.screenedList()).to.equal(screening.listSha256);
  });

  it('records nothing while there is nobody to screen', async () => {
    await pass(screeningWith('Ivan Listed'));
    expect(platform.screenedList()).to.equal(undefined);
  });
});
