import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { findSigningKey } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { sqliteSource } from '../../../src/audit/event-source.ts';
import {
  appendVerificationRecord,
  createVerificationRecord,
} from '../../../src/audit/verification/audit-status.ts';
import { verify } from '../../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import type { AttentionItem } from '../../../src/generated/api.ts';
import { openDatabase } from '../../../src/sqlite/database.ts';
import { createConsoleClient, visibleText } from '../../console/console-client.ts';
import {
  expectBody,
  fundedWallet,
  newPayoutAccount,
  newUser,
  offrampBody,
  submittedOfframp,
} from '../../support/api-steps.ts';
import { createOperatorClient, type Client } from '../../support/client.ts';
import { createKey, transferInReview, userUnderReview } from '../../support/operator-world.ts';
import { startTestService, type RunningService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { LOCAL, newEndpoint } from '../../support/webhook-client.ts';
import { startWebhookReceiver, statusResponse } from '../../support/webhook-receiver.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Lists wait for projections that have stalled. */
const DEADLINE_MS = MINUTE_MS;
/** How long a read of documents waits for them. */
const READ_TIMEOUT_MS = 5_000;

describe('What needs attention', () => {
  let service: RunningService;
  let admin: Client;
  /** The clock of the service ahead of the real one. */
  let aheadMs = 0;

  before(async () => {
    // Without the role `worker`, payouts are not submitted.
    service = await startTestService({ ROLES: 'projector' }, () => Date.now() + aheadMs);
    admin = createOperatorClient(service.url, service.credentials.operator_token);
  });
  after(() => service.close());

  const list = async (): Promise<readonly AttentionItem[]> => {
    const { data, is_complete } = expectBody(await admin.get('/operator/v1/attention'), 200);
    expect(is_complete).to.equal(true);
    return data;
  };
  const find = async (kind: AttentionItem['kind']): Promise<AttentionItem | undefined> =>
    (await list()).find((each) => each.kind === kind);
  const overview = async (): Promise<string> => {
    const console_ = createConsoleClient(service.url);
    await console_.signIn(service.credentials.operator_token);
    return visibleText(await console_.get('/console'));
  };

  it('is nothing in a new service, which is shown as ready', async () => {
    expect(await list()).to.deep.equal([]);
    expect(await overview())
      .to.include('Nothing needs attention')
      .and.to.include('Service ready');
  });

  it('counts reviews, and tells since when the oldest one waits', async () => {
    const transfers = [await transferInReview(service.sandbox), await transferInReview(service.sandbox)];
    const user = await userUnderReview(service.sandbox);
    expect(await find('transfer_reviews')).to.deep.include({
      count: 2,
      is_more: false,
      since: transfers[0].updated_at,
    });
    expect(await find('identity_reviews')).to.deep.include({ count: 1, since: user.updated_at });
    expect(await overview())
      .to.include('2 transfers in review')
      .and.to.include('1 identity under review')
      .and.to.include('Service ready');
  });

  it('says how many reviews are overdue', async () => {
    aheadMs += 5 * 60 * MINUTE_MS;
    // The targets are 4 hours for transfers and 24 hours for identities.
    expect(await find('transfer_reviews')).to.deep.include({ count: 2, detail: '2 overdue' });
    expect(await find('identity_reviews')).to.deep.include({ count: 1, detail: null });
    aheadMs -= 5 * 60 * MINUTE_MS;
  });

  it('includes a payout that was not submitted for 15 minutes', async () => {
    const wallet = await fundedWallet(service.sandbox, { cashable: '500.00' });
    const account = await newPayoutAccount(service.sandbox, wallet.user_id);
    const body = offrampBody(wallet.id, account.id, '100.00');
    const payout = expectBody(await service.sandbox.post('/v1/transfers', body), 201);
    expect(payout.state).to.equal('pending');
    expect(await find('payouts_delayed')).to.equal(undefined);
    aheadMs += 16 * MINUTE_MS;
    expect(await find('payouts_delayed')).to.deep.include({ count: 1, since: payout.updated_at });
    expect(await overview())
      .to.include('1 payout waits for its rail')
      .and.to.include('Ready, with problems');
  });

  it('names the rails that are unavailable', async () => {
    const path = '/operator/v1/rails/sandbox/bank_eft/availability';
    expectBody(await admin.post(path, { available: false }), 200);
    expect(await find('rails_unavailable')).to.deep.include({ count: 1, detail: 'bank_eft (sandbox)' });
    // Nothing else records when a rail became unavailable, so the service observes it.
    await waitFor('the time', async () => (await find('rails_unavailable'))?.since ?? undefined);
    expectBody(await admin.post(path, { available: true }), 200);
    expect(await find('rails_unavailable')).to.equal(undefined);
  });

  it('does not show the service as ready while the webhooks of customers fail', async () => {
    let laterMs = 0;
    const receiver = await startWebhookReceiver();
    receiver.respondWith(statusResponse(500, 'Down.'));
    const other = await startTestService({}, () => Date.now() + laterMs, LOCAL);
    await newEndpoint(other.sandbox, `${receiver.url}/hooks`);
    await fundedWallet(other.sandbox, { cashable: '100.00' });
    await waitFor('an attempt', () => receiver.received[0]);
    laterMs = 2 * MINUTE_MS;
    const operator = createOperatorClient(other.url, other.credentials.operator_token);
    const item = await waitFor('the endpoint', async () => {
      const { data } = expectBody(await operator.get('/operator/v1/attention'), 200);
      return data.find(({ kind }: AttentionItem) => kind === 'webhook_endpoints_failing') as AttentionItem;
    });
    expect(item.count).to.equal(1);
    expect(Date.parse(item.since ?? '')).to.be.lessThan(Date.now() + MINUTE_MS);
    const console_ = createConsoleClient(other.url);
    await console_.signIn(other.credentials.operator_token);
    const text = visibleText(await console_.get('/console'));
    expect(text).to.include('1 webhook endpoint accepts nothing').and.to.include('Ready, with problems');
    expect(text).to.not.include('Service ready');
    await other.close();
    await receiver.close();
  });

  it('names clearing balances above their limit', async () => {
    const other = await startTestService({}, Date.now, {
      attention: { clearing_balances: { bank_eft: { usd: '5.00', eur: '5.00' } } },
    });
    const operator = createOperatorClient(other.url, other.credentials.operator_token);
    const found = async (): Promise<AttentionItem | undefined> => {
      const { data } = expectBody(await operator.get('/operator/v1/attention'), 200);
      return data.find(({ kind }: AttentionItem) => kind === 'clearing_balances_high');
    };
    await fundedWallet(other.sandbox, { cashable: '500.00' });
    expect(await found()).to.equal(undefined);
    await fundedWallet(other.sandbox, { cashable: '100.00' });
    const item = await waitFor('the balance', found);
    expect(item).to.include({ count: 1, detail: 'bank_eft (sandbox): 6.00 usd, limit 5.00' });
    await other.close();
  });

  it('names parts that report a problem, the folder of checkpoints, and invalid events, each with a link', async () => {
    const folder = await temporaryFolder();
    const settings = { hosted: { terms_file: null } };
    const other = await startTestService({ CHECKPOINT_DIR: folder.path }, Date.now, settings);
    const operator = createOperatorClient(other.url, other.credentials.operator_token);
    const found = async (): Promise<readonly AttentionItem[]> =>
      expectBody(await operator.get('/operator/v1/attention'), 200).data;
    const warning = await waitFor('the time of the warning', async () =>
      (await found()).find(({ kind, since }) => kind === 'warning' && since !== null),
    );
    expect(warning).to.include({ count: 1 });
    expect(warning.detail).to.include('terms').and.to.include('hosted.terms_file');

    const source = sqliteSource(join(other.dataDir, DATABASE_FILE_NAME));
    const verification = await verify(source);
    await source.close();
    const finding = { stream: 'platform', revision: 0, rule: 'schema', reason: 'A test.' } as const;
    const failed = { ...verification, ok: false, findings: [{ ...finding, type: null, event_id: null }] };
    const { dataDir } = other;
    const [startedAt, finishedAt] = [Date.now() - 1_000, Date.now()];
    const config = { dataDir, eventStoreUrl: undefined };
    const key = findSigningKey({ masterKey: undefined, dataDir });
    if (key === undefined) throw new Error('no signing key');
    const record = createVerificationRecord(failed, { startedAt, finishedAt, config });
    appendVerificationRecord(folder.path, record, key);
    const invalid = (await found()).find(({ kind }) => kind === 'invalid_events');
    expect(invalid).to.deep.include({ count: 1, detail: 'platform at revision 0: schema' });
    expect(invalid?.since).to.be.a('string');

    const console_ = createConsoleClient(other.url);
    await console_.signIn(other.credentials.operator_token);
    const page = await console_.get('/console');
    expect(page.text).to.match(/<a href="\/console\/health">\s*1 warning/);
    expect(page.text).to.match(/<a href="\/console\/audit">\s*1 stream has invalid events/);
    const health = visibleText(await console_.get('/console/health'));
    expect(health).to.match(/Terms [^.]+\. warning 20\d\d-.*hosted\.terms_file/);
    expect(health)
      .to.match(/Event store .*are refused\. ok/)
      .and.to.match(/Vault [^.]+\. ok/);

    await rm(join(folder.path, 'verifications'), { recursive: true });
    await mkdir(join(folder.path, 'verifications'));
    const unreadable = (await found()).find(({ kind }) => kind === 'checkpoints_overdue');
    expect(unreadable).to.include({ detail: 'This node cannot read the checkpoint folder.' });
    expect((await console_.get('/console')).text).to.match(/<a href="\/console\/audit">\s*1 checkpoint is/);
    await other.close();
    await folder.remove();
  });

  it('names what keeps a service from being ready, and the projections that are behind', async () => {
    const other = await startTestService();
    const operator = createOperatorClient(other.url, other.credentials.operator_token);
    const found = async (): Promise<readonly AttentionItem[]> =>
      expectBody(await operator.get('/operator/v1/attention'), 200).data;
    const ofKind = async (kind: AttentionItem['kind']): Promise<AttentionItem | undefined> =>
      (await found()).find((each) => each.kind === kind && each.since !== null);
    expect(await found()).to.deep.equal([]);

    // No document of a user can be written.
    const database = openDatabase(join(other.dataDir, DATABASE_FILE_NAME));
    database.exec(
      `CREATE TRIGGER broken BEFORE INSERT ON "documents users_v2" BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    );
    await newUser(other.sandbox);
    const part = await waitFor('the part', () => ofKind('not_ready'), DEADLINE_MS);
    expect(part.detail).to.match(/^projections: /);
    const behind = await waitFor('the projections', () => ofKind('projections_behind'), DEADLINE_MS);
    expect(behind.count).to.be.greaterThan(0);
    expect(behind.detail).to.match(/\busers\b/);
    expect((await found())[0]?.kind).to.equal('not_ready');
    // Without waiting for the read models.
    const startedAt = performance.now();
    const answer = expectBody(await operator.get('/operator/v1/attention'), 200);
    expect(performance.now() - startedAt).to.be.lessThan(READ_TIMEOUT_MS);
    expect(answer.is_complete).to.equal(false);

    database.exec('DROP TRIGGER broken');
    database.close();
    await waitFor('the end', async () => ((await found()).length === 0 ? true : undefined), DEADLINE_MS);
    await other.close();
  }).timeout(4 * DEADLINE_MS);

  it('includes checkpoints whose last run is too long ago, since that run', async () => {
    const folder = await temporaryFolder();
    let laterMs = 0;
    const environment = { CHECKPOINT_DIR: folder.path, CHECKPOINT_EVERY_SECONDS: '3600' };
    const other = await startTestService(environment, () => Date.now() + laterMs);
    const operator = createOperatorClient(other.url, other.credentials.operator_token);
    // The first runs have no streams. A run ends after its last checkpoint.
    const writtenAt = await waitFor('the first checkpoints', async () => {
      const { written_at, data } = expectBody(await operator.get('/operator/v1/audit'), 200);
      const times: (string | null)[] = data.map(({ time }: { time: string | null }) => time);
      const isOver = times.length > 0 && times.every((time) => time !== null && time <= written_at);
      return isOver ? (written_at as string) : undefined;
    });
    const found = async (): Promise<AttentionItem | undefined> => {
      const { data } = expectBody(await operator.get('/operator/v1/attention'), 200);
      return data.find(({ kind }: AttentionItem) => kind === 'checkpoints_overdue');
    };
    laterMs = 2 * 60 * MINUTE_MS;
    expect(await found()).to.equal(undefined);
    laterMs = 3 * 60 * MINUTE_MS + MINUTE_MS;
    expect(await found()).to.deep.include({ since: writtenAt, detail: null });
    expect((await found())?.count).to.be.greaterThan(1);
    await other.close();
    await folder.remove();
  });

  it('refuses a limit for a rail that is not configured', async () => {
    const settings = { attention: { clearing_balances: { pigeon: { usd: '1.00' } } } };
    const error = await startTestService({}, Date.now, settings).catch((fault: unknown) => fault);
    expect(String(error)).to.include('attention.clearing_balances.pigeon.usd names a rail or currency');
  });

  it('announces the expiry of a key for 14 days', async () => {
    const { data } = expectBody(await admin.get('/operator/v1/integrators'), 200);
    const key = await createKey(admin, data[0].id);
    expectBody(await admin.post(`/operator/v1/keys/${key.id}/rotate`, { overlap_seconds: 86_400 }), 201);
    const found = await find('keys_expiring');
    expect(found).to.include({ count: 1 });
    expect(found?.detail).to.match(/^The first one expires on 20\d\d-/);
    expect(Date.parse(found?.since ?? '')).to.be.lessThan(Date.now());
    aheadMs += DAY_MS + MINUTE_MS;
    expect(await find('keys_expiring')).to.equal(undefined);
  });

  it('is in the order of urgency', async () => {
    const kinds = (await list()).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['payouts_delayed', 'transfer_reviews', 'identity_reviews']);
  });
});

describe('A payout that its bank does not confirm in time', () => {
  let service: RunningService;
  let aheadMs = 0;
  before(async () => (service = await startTestService({}, () => Date.now() + aheadMs)));
  after(() => service.close());

  it('needs attention, is counted, and says since when it is overdue', async () => {
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const browser = createConsoleClient(service.url);
    await browser.signIn(service.credentials.operator_token);
    const find = async (): Promise<AttentionItem | undefined> => {
      const { data } = expectBody(await operator.get('/operator/v1/attention'), 200);
      return data.find(({ kind }: AttentionItem) => kind === 'payouts_overdue');
    };
    const metric = async (): Promise<string | undefined> =>
      /^payouts_overdue\{environment="sandbox",rail="bank_eft"\} (\d+)$/m.exec(
        await (await fetch(`${service.url}/metrics`)).text(),
      )?.[1];
    const wallet = await fundedWallet(service.sandbox, { cashable: '500.00' });
    const account = await newPayoutAccount(service.sandbox, wallet.user_id);
    const payout = await submittedOfframp(service.sandbox, wallet.id, account.id, '100.00');
    const page = async (): Promise<string> =>
      visibleText(await browser.get(`/console/transfers/${payout.id}`));

    expect([await find(), await metric()]).to.deep.equal([undefined, '0']);
    expect(await page()).to.match(
      /Waiting for the bank since .+, expected November \d+|Waiting for the bank since .+, expected .+ UTC/,
    );
    aheadMs = DAY_MS + MINUTE_MS;
    // The session has ended.
    await browser.signIn(service.credentials.operator_token);
    const detail = 'bank_eft (sandbox)';
    expect(await find()).to.include({ count: 1, is_more: false, since: payout.updated_at, detail });
    expect(await metric()).to.equal('1');
    expect(visibleText(await browser.get('/console'))).to.include('1 payout is overdue at its bank');
    expect(await page()).to.match(
      /Waiting for the bank since .+, expected .+ late\..+Ask the bank, or settle by hand\./,
    );

    const path = `/v1/sandbox/transfers/${payout.id}/payout_outcome`;
    expectBody(await service.sandbox.post(path, { outcome: 'completed' }), 200);
    expect([await find(), await metric()]).to.deep.equal([undefined, '0']);
    expect(await page()).not.to.include('this payout by');
  });
});
