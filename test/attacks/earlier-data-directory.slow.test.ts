/** A data directory of the release before MACs and contexts: everything in it keeps working after an upgrade. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { createDocumentsCheck } from '../../src/audit/documents-check.ts';
import { sqliteSource, type EventSource, type SourceEvent } from '../../src/audit/event-source.ts';
import { verify } from '../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import type { PayoutOrder } from '../../src/rails/port.ts';
import { openDatabase, prepare } from '../../src/sqlite/database.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { snapshotPlace } from '../../src/writer/snapshot-manifest.ts';
import { expectBody, expectError, transferBody } from '../support/api-steps.ts';
import { EARLIER_DATA_DIRECTORY, copyEarlierDataDirectory } from '../support/earlier-data-directory.ts';
import { macsOf, withFile } from '../support/extra-keys.ts';
import { recordOrders } from '../support/record-orders.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const unchanged = (event: SourceEvent): SourceEvent => event;

type Person = {
  readonly account_number: string;
  readonly user_id: string;
  readonly wallet_id: string;
  readonly payout_account_id: string;
  /** Held for review. */
  readonly offramp_id: string;
  /** The body that created the user, under the key `create-<first name>`. */
  readonly create: { readonly first_name: string; readonly email: string };
};

// The file is part of the fixture.
const { people } = JSON.parse(readFileSync(join(EARLIER_DATA_DIRECTORY, 'people.json'), 'utf8')) as {
  people: readonly [Person, Person];
};
const [ada, ben] = people;

describe('A data directory of an earlier release', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: RunningService | undefined;
  let orders: PayoutOrder[];
  let logged: string[];

  beforeEach(async () => {
    folder = await temporaryFolder();
    [orders, logged, service] = [[], [], undefined];
    copyEarlierDataDirectory(folder.path);
  });
  afterEach(async () => {
    await service?.close();
    await folder.remove();
  });

  async function start(): Promise<RunningService> {
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    const settings = { reviews: { amount_at_least: { offramp: '50.00' } } };
    service = await startTestService({ DATA_DIR: folder.path }, Date.now, settings, {
      log,
      rails: recordOrders(orders),
    });
    return service;
  }

  /** Verifies events, sealed details, and snapshots. `change` may replace events. */
  async function audit(change = unchanged) {
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    const changed: EventSource = {
      ...source,
      async *pages(after, upTo) {
        for await (const page of source.pages(after, upTo)) yield page.map(change);
      },
    };
    try {
      return await withFile(folder.path, ({ documents }) =>
        verify(changed, {
          documents: createDocumentsCheck(documents, readOrCreateMasterKey(folder.path)),
          ...(change === unchanged && { macs: macsOf(folder.path) }),
          // The attacker is assumed to have computed all hashes again.
          chainVerifier: () => Promise.resolve({ findings: [], heads: [], checkpoints: 0 }),
        }),
      );
    } finally {
      await source.close();
    }
  }

  it('opens its sealed details, replays its answers, and pays to its accounts', async () => {
    const { sandbox } = await start();
    const { first_name, email } = ada.create;
    const shown = expectBody(await sandbox.get(`/v1/users/${ada.user_id}`), 200);
    expect(shown).to.include({ first_name, email });
    const again = await sandbox.post('/v1/users', ada.create, { idempotencyKey: `create-${first_name}` });
    expect(expectBody(again, 201)).to.include({ id: ada.user_id, email });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    for (const { offramp_id, account_number } of people) {
      const path = `/v1/sandbox/transfers/${offramp_id}/review_outcome`;
      expectBody(await sandbox.post(path, { outcome: 'approved' }), 200);
      const order = await waitFor('the payout is submitted', () =>
        Promise.resolve(orders.find(({ transfer_id }) => transfer_id === offramp_id)),
      );
      expect(order.destination).to.have.property('account_number', account_number);
    }
    expect(logged).to.deep.equal([]);
    await service?.close();
    service = undefined;
    const { findings, documents, macs } = await audit();
    expect(findings).to.deep.equal([]);
    expect(macs?.begun).to.equal(true);
    expect(documents).to.deep.equal({ payout_accounts: 2, erased_payout_accounts: 0 });
  });

  it('gets a snapshot with a MAC at the next stop, and reports nothing about the earlier one', async () => {
    const { sandbox, credentials } = await start();
    const book = bookStreamOf(credentials.integrator_id, 'sandbox');
    expectBody(await sandbox.patch(`/v1/users/${ada.user_id}`, { metadata: { upgraded: 'yes' } }), 200);
    await service?.close();
    service = undefined;
    await withFile(folder.path, async ({ documents }) => {
      expect(await documents.getRecord('snapshots', snapshotPlace(book))).to.include('"mac":"');
    });
    expect(logged).to.deep.equal([]);
  });

  it('does not let an edited snapshot of the earlier release decide anything', async () => {
    await withFile(folder.path, async ({ documents }) => {
      const credentials = JSON.parse(
        readFileSync(join(EARLIER_DATA_DIRECTORY, 'credentials.json'), 'utf8'),
      ) as {
        integrator_id: string;
      };
      const book = bookStreamOf(credentials.integrator_id, 'sandbox');
      // The snapshot of the fixture.
      const { id } = JSON.parse((await documents.getRecord('snapshots', book)) ?? '') as { id: string };
      const accounts = /\["(wal_[^"]+)",\{"unit":"svc-points","amount":"\d+"/g;
      for (let i = 0; ; i++) {
        const text = await documents.getRecord('snapshots', `${book}#${id}#${i}`);
        if (text === undefined) break;
        const rich = text.replace(accounts, '["$1",{"unit":"svc-points","amount":"90000000"');
        await documents.putRecord('snapshots', `${book}#${id}#${i}`, rich);
      }
    });
    const { sandbox } = await start();
    const spent = await sandbox.post('/v1/transfers', transferBody(ada.wallet_id, ben.wallet_id, '5000.00'));
    expectError(spent, 422, 'insufficient_balance');
  });

  it('lets an audit name the account whose sealed details were exchanged in its event', async () => {
    const { findings } = await audit(exchangeDetails());
    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({ rule: 'sealed_details', type: 'payout_account.opened' });
    expect(findings[0]?.reason).to.include(ada.payout_account_id);
  });

  it('lets an audit name the same for accounts that this release opened', async () => {
    const { sandbox } = await start();
    for (const account_number of ['000555551111', '000555551111']) {
      const bank = { bank_name: 'First Test Bank', account_number, routing_code: '021000021' };
      const account = { type: 'bank', currency: 'usd', country: 'US', rail: 'bank_eft', bank };
      const path = `/v1/users/${ada.user_id}/payout_accounts`;
      expectBody(await sandbox.post(path, { ...account, account_owner_name: 'Ada Moreau' }), 201);
    }
    await service?.close();
    service = undefined;
    // Both show the same digits, so only the context tells them apart.
    const { findings } = await audit(exchangeDetails(2));
    expect(findings).to.have.length(1);
    expect(findings[0]).to.include({ rule: 'sealed_details', type: 'payout_account.opened' });
  });

  /** Exchanges the sealed texts of two consecutive payout accounts. */
  function exchangeDetails(first = 0): (event: SourceEvent) => SourceEvent {
    const texts = readSealed();
    const [one, two] = [texts[first], texts[first + 1]];
    if (one === undefined || two === undefined) throw new Error('the fixture has too few payout accounts');
    return (event) =>
      event.type !== 'payout_account.opened'
        ? event
        : {
            ...event,
            data: event.data.includes(one) ? event.data.replace(one, two) : event.data.replace(two, one),
          };
  }

  function readSealed(): string[] {
    const sealed: string[] = [];
    const database = openDatabase(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
    const query = prepare<{ data: string }>(
      database,
      "SELECT data FROM events WHERE type = 'payout_account.opened' ORDER BY position",
    );
    for (const { data } of query.all())
      sealed.push(...(data.match(/"sealed":"[^"]+","sealed_details":"[^"]+"/g) ?? []));
    database.close();
    return sealed;
  }
});
