/**
 * Writes a small history with every event type, using the real platform, treasury, and book writer. An audit must accept
 * it and detect every change to it.
 */
import type { EventStore } from '../../src/event-store/port.ts';
import { asPoints } from '../../src/ledger/amount.ts';
import { deactivateDepositAccount, reactivateDepositAccount } from '../../src/ledger/deposit-account.ts';
import type { RecordedBookEvent } from '../../src/ledger/event.ts';
import { bookStreamOf } from '../../src/ledger/ids.ts';
import { acceptTerms, issueOnboardingLinks, submitIdentity } from '../../src/ledger/onboarding.ts';
import { CANCELED_REASON, cancelOnramp } from '../../src/ledger/onramp.ts';
import { deletePayoutAccount, recordNameCheck } from '../../src/ledger/payout-account.ts';
import { advanceClock, dropTask } from '../../src/ledger/sandbox.ts';
import { createUser, deactivateUser, forgetUser, setKyc, updateUser } from '../../src/ledger/user.ts';
import { openWallet, setComplianceHold } from '../../src/ledger/wallet.ts';
import { NO_BRAND } from '../../src/platform/books.ts';
import { newIntegrator, newKey, newOperatorToken } from '../../src/platform/credentials.ts';
import { loadPlatform, type Platform } from '../../src/platform/platform.ts';
import { createSandboxBooks, type SandboxBooks } from '../../src/platform/sandbox-books.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import { createAllocationDelivery, type AllocationDelivery } from '../../src/treasury/treasuries.ts';
import { keyIdOf } from '../../src/system/key-ring.ts';
import { loadTreasury, type Treasury } from '../../src/treasury/treasury.ts';
import { deriveAuditSigningKey } from '../../src/vault/audit-signing-key.ts';
import { createBookWriters } from '../../src/writer/book-writers.ts';
import type { AnswerSource, BookWriters, Command } from '../../src/writer/command.ts';
import { AUTHENTICATION, EVENT_MACS, EVENT_MASTER_KEY } from './event-macs.ts';
import { FIRST_BOOKS } from './first-books.ts';
import {
  CAD,
  arrival,
  batch,
  cameBack,
  completedIn,
  depositAccount,
  offramp,
  onramp,
  payoutAccount,
  quote,
  review,
  reward,
  settlement,
  submission,
  transfer,
  type Decide,
} from './ledger-commands.ts';
import { approval, execution, note, withdrawal } from './operator-commands.ts';
import { handOverOf } from './hand-over.ts';
import { POLICY, SNAPSHOT_KEY, START_TIME, TREASURY_LIMITS } from './policy.ts';
import {
  change,
  enable,
  endpoint,
  redeliver,
  remove,
  rotate,
  sendTest,
  shutOff,
} from './webhook-commands.ts';

export type AuditHistory = {
  readonly integratorId: string;
  readonly book: string;
  readonly wallets: readonly string[];
  /** The books of a sandbox that was reset. */
  readonly formerBook: string;
  readonly nextBook: string;
};

/** Writes the history, optionally with more than one book. */
export async function writeAuditHistory(eventStore: EventStore, times = 1): Promise<AuditHistory> {
  let now = START_TIME;
  const clock = (): number => now++;
  const platform = await loadPlatform(eventStore, EVENT_MACS, { clock });
  const integrator = newIntegrator('audited');
  await writePlatform(platform, integrator);
  const book = bookStreamOf(integrator.id, 'sandbox');
  const writers = createBookWriters({
    eventStore,
    documents: createMemoryDocumentStore(),
    // Approvals need a second operator, if the history asks for them with `approval`.
    policy: { ...POLICY, dualControl: { ...POLICY.dualControl, transferApproval: asPoints(1n) } },
    snapshotKey: SNAPSHOT_KEY,
    authentication: AUTHENTICATION,
    clock,
    findKey: () => Promise.resolve(undefined),
    hasOtherWriters: false,
  });
  const treasury = await loadTreasury(eventStore, AUTHENTICATION, 'sandbox', clock, {
    ...TREASURY_LIMITS,
    tradesAtLeast: asPoints(30_000_00n),
    allocationsAtLeast: asPoints(50_000_00n),
  });
  const by = {
    actor: 'operator:opt_story',
    requestId: 'req_treasury',
    reason: 'The desk asked for it.',
    operator: 'Tara',
  };
  const trade = {
    side: 'buy',
    coin_amount: '10',
    price: '2500.00',
    counterparty: 'Desk',
    traded_at: undefined,
  } as const;
  await treasury.recordTrade(trade, { ...by, idempotency: { key: 'trade', fingerprint: 'f' } });
  await treasury.recordTrade({ ...trade, side: 'sell', coin_amount: '1', counterparty: null }, by);
  const large = { ...trade, coin_amount: '20' };
  await treasury.recordTrade(large, by);
  await treasury.recordTrade(large, by);
  const [executed = '', withdrawn = ''] = treasury.proposals.keys();
  await treasury.executeProposal(executed, { ...by, operator: 'Uma' });
  await treasury.withdrawProposal(withdrawn, by);
  await treasury.recordAllocation(
    { integrator_id: integrator.id, coin_stock: '5', points_backing: '25000.00' },
    by,
  );
  await treasury.recordAllocation(
    { integrator_id: integrator.id, coin_stock: undefined, points_backing: '1.00' },
    by,
  );
  await treasury.recordAllocation(
    { integrator_id: integrator.id, coin_stock: '1', points_backing: '50000.00' },
    by,
  );
  await treasury.executeProposal([...treasury.proposals.keys()].at(-1) ?? '', { ...by, operator: 'Uma' });
  // Records a request that changes nothing.
  const more = { integrator_id: integrator.id, coin_stock: '1', points_backing: undefined };
  await treasury.recordInitialFunding(trade, more, {
    ...by,
    idempotency: { key: 'begin', fingerprint: 'f' },
  });
  await createAllocationDelivery(treasury, writers, FIRST_BOOKS).deliver();
  let commands = 0;
  const run = async (decide: Command['decide'], answer: AnswerSource = FROM_EVENTS): Promise<string> => {
    commands += 1;
    const outcome = await writers.submit(book, {
      decide,
      answer,
      actor: 'key:key_story',
      requestId: `req_${commands}`,
      ...(commands % 3 === 0 ? { reason: 'A reason.' } : {}),
      ...(commands % 2 === 0 ? { idempotency: { key: `history-${commands}`, fingerprint: 'f' } } : {}),
    });
    if (outcome.kind !== 'done') throw new Error(`the history stops: ${JSON.stringify(outcome)}`);
    return outcome.answer.body;
  };
  const wallets: string[] = [];
  for (let i = 0; i < times; i++) wallets.push(...(await writeBook(run, `${i}`, (ms) => void (now += ms))));
  const books = createSandboxBooks({ platform: () => platform, writers });
  const allocations = createAllocationDelivery(treasury, writers, books);
  const resets = await writeReset({ platform, writers, books, treasury, allocations }, by);
  await writers.close();
  return { integratorId: integrator.id, book, wallets, ...resets };
}

type ResetParts = {
  readonly platform: Platform;
  readonly writers: BookWriters;
  readonly books: SandboxBooks;
  readonly treasury: Treasury;
  readonly allocations: AllocationDelivery;
};

/** The sandbox of another integrator, which is reset. */
async function writeReset(
  { platform, writers, books, treasury, allocations }: ResetParts,
  by: Parameters<Treasury['recordAllocation']>[1],
): Promise<Pick<AuditHistory, 'formerBook' | 'nextBook'>> {
  const { id, event } = newIntegrator('reset');
  await platform.record(() => [event], 'system:test');
  const [formerBook, nextBook] = [bookStreamOf(id, 'sandbox'), bookStreamOf(id, 'sandbox', 2)];
  const give = { integrator_id: id, coin_stock: undefined, points_backing: '5.00' };
  await treasury.recordAllocation(give, by);
  await allocations.deliver();
  const about = { answer: FROM_EVENTS, actor: 'key:key_story', requestId: 'req_reset' };
  await writers.submit(formerBook, { ...about, decide: endpoint() });
  const { actor, requestId } = about;
  const idempotency = { key: 'reset', fingerprint: 'f' };
  const outcome = await books.reset(id, { actor, requestId, idempotency });
  if (outcome.kind !== 'done') throw new Error('the sandbox was not reset');
  await writers.submit(formerBook, { ...about, decide: (book) => dropTask(book, { task_id: 'tsk_story' }) });
  await treasury.recordAllocation(give, by);
  await allocations.deliver();
  return { formerBook, nextBook };
}

type Run = (decide: Command['decide'], answer?: AnswerSource) => Promise<string>;

const FROM_EVENTS: AnswerSource = {
  from: 'events',
  render: (events) => ({
    status: 201,
    body: JSON.stringify(events.map(({ type, data }) => ({ type, data }))),
  }),
};
const KEPT: AnswerSource = { from: 'book', render: () => ({ status: 200, body: '{"kept":true}' }) };
const SEALED: AnswerSource = { ...KEPT, seal: (body) => Buffer.from(body).toString('base64') };

const WALLETS = { projection: 'wallets', version: 1, generation: 2 };

const MASTER_KEY = Buffer.from(EVENT_MASTER_KEY, 'base64');
/** Signs checkpoints of this history. */
export const HISTORY_AUDIT_KEY = deriveAuditSigningKey(MASTER_KEY);
/** Has authenticated nothing in this history. */
const FORMER_MASTER_KEY = Buffer.alloc(32, 'former');

async function writePlatform(
  platform: Awaited<ReturnType<typeof loadPlatform>>,
  integrator: ReturnType<typeof newIntegrator>,
): Promise<void> {
  const key = newKey(integrator.id, 'sandbox', 'read_write', 'first');
  const next = newKey(integrator.id, 'sandbox', 'read', null, { rotated_from: key.record.id });
  const token = newOperatorToken('Olga', 'admin');
  const zone = { environment: 'sandbox', time_zone: 'UTC', from: null } as const;
  await platform.record(
    () => [{ type: 'time_zone.changed', data: zone }, integrator.event, key.event, next.event, token.event],
    'system:test',
  );
  const made = { environment: 'sandbox', rail: 'bank_eft', available: false } as const;
  const expires_at = '2026-04-01T00:00:00.000Z';
  const identified = {
    operator_id: `opr_${'0'.repeat(26)}`,
    issuer: 'https://login.example',
    subject: 'olga',
    name: 'Olga',
  };
  const brand = { ...NO_BRAND, display_name: 'Acme Games' };
  await platform.record(
    () => [
      { type: 'key.expiry_set', data: { key_id: key.record.id, expires_at } },
      { type: 'key.revoked', data: { key_id: key.record.id } },
      { type: 'operator_token.expiry_set', data: { token_id: token.id, expires_at } },
      { type: 'operator_token.revoked', data: { token_id: token.id } },
      { type: 'operator.identified', data: identified },
      { type: 'integrator.brand_changed', data: { integrator_id: integrator.id, ...brand } },
      { type: 'rail.availability_changed', data: made },
      { type: 'projection.rebuild_requested', data: WALLETS },
      { type: 'projection.verify_requested', data: { ...WALLETS, against: 'wallets_v1' } },
      { type: 'projection.drop_requested', data: { builds: ['wallets_v1'] } },
      { type: 'snapshots.changed', data: { action: 'dropped', books: ['book-int_old-sandbox'] } },
      {
        type: 'names.screened',
        data: { list_sha256: '0'.repeat(64), screened: 7, matched: 2, failed: 0 },
      },
      { type: 'history.accepted', data: { streams: [] } },
      {
        type: 'master_key.introduced',
        data: { former_key_id: keyIdOf(FORMER_MASTER_KEY), key_id: keyIdOf(MASTER_KEY) },
      },
      handOverOf(FORMER_MASTER_KEY, MASTER_KEY),
      { type: 'request.recorded', data: {} },
    ],
    'operator:opt_story',
  );
}

/** The first ID with this prefix in a response. */
function idOf(body: string, prefix: string): string {
  const id = new RegExp(`"(${prefix}_[0-9a-z]{26})"`).exec(body)?.[1];
  if (id === undefined) throw new Error(`no ${prefix} in ${body}`);
  return id;
}

async function writeBook(run: Run, tag: string, pass: (ms: number) => void): Promise<string[]> {
  const user = async (name: string): Promise<string> => {
    const given = {
      type: 'individual' as const,
      external_reference: `${name}-${tag}`,
      country: null,
      seal: () => 'c2VhbGVk',
      metadata: { team: 'red', tag },
    };
    const id = idOf(await run((book, context) => createUser(book, given, context)), 'usr');
    await run((book) =>
      setKyc(book, { user_id: id, kyc_status: 'approved', terms_status: 'approved', rejection_reasons: [] }),
    );
    return id;
  };
  const wallet = async (user_id: string, asset = 'svc-points'): Promise<string> => {
    const given = { user_id, asset, acknowledge_price_risk: true, metadata: {} };
    return idOf(await run((book, context) => openWallet(book, given, context)), 'wal');
  };
  const [ana, ben] = [await user('ana'), await user('ben')];
  const [points, coin, other] = [await wallet(ana), await wallet(ana, 'svc-coin'), await wallet(ben)];
  await run(note(ben, 'N'.repeat(16)));
  await people(run, await user('cleo'), await user('dan'), pass);
  await deposits(run, { ana, points }, pass);
  await run(reward(other, '40.00'));
  await run(reward(points, '12.50'));
  await run(transfer(points, other, '20.00', { integrator_reference: 'order-7', metadata: { order: '7' } }));
  await held(run, points, other);
  await payouts(run, { ana, points });
  const bought = idOf(await run(quote(points, coin, '100.00')), 'qt');
  await run(transfer(points, coin, '100.00', { quote_id: bought }));
  const sold = idOf(await run(quote(coin, points, '0.01000000')), 'qt');
  await run(transfer(coin, points, '0.01', { quote_id: sold }));
  await run(transfer(other, points, '1.00'));
  await run(batch(['5.00', '5000000.00', '1.00'], points, other));
  await run(transfer(points, other, '0.50'));
  await owing(run, await user('eve'), await user('fay'));
  await webhooks(run);
  await run((book) => advanceClock(book, { seconds: 3_600 }));
  await run((book) => setComplianceHold(book, { wallet_id: other, hold: true, reason: 'A court.' }));
  await run((book) => setComplianceHold(book, { wallet_id: other, hold: false, reason: 'Over.' }));
  await run(() => ({ events: [] }), SEALED);
  await run(() => ({ events: [] }), KEPT);
  await run(() => ({ events: [] }), SEALED);
  return [points, coin, other];
}

async function webhooks(run: Run): Promise<void> {
  const id = idOf(await run(endpoint({ event_types: ['transfer.created'], description: 'Shop' })), 'we');
  await run(enable(id));
  await run(change(id, { url: 'https://shop.example/other' }));
  await run(sendTest(id));
  await run(rotate(id));
  await run(redeliver(`evt_${'0'.repeat(26)}`, 'transfer.created'));
  await run(shutOff(id));
  await run(remove(id));
}

/** The events that the answers list. Only their types and data are used. */
const eventsIn = (...bodies: readonly string[]): readonly RecordedBookEvent[] =>
  bodies.flatMap((body) => JSON.parse(body) as RecordedBookEvent[]);

/** A user whose reversed deposit is not there any more, and who repays it later. */
async function owing(run: Run, ana: string, ben: string): Promise<void> {
  const open =
    (user_id: string): Decide =>
    (book, context) =>
      openWallet(
        book,
        { user_id, asset: 'svc-points', acknowledge_price_risk: false, metadata: {} },
        context,
      );
  const [from, to] = [idOf(await run(open(ana)), 'wal'), idOf(await run(open(ben)), 'wal')];
  const account = idOf(await run(depositAccount(ana, from)), 'da');
  const deposit = await run(arrival(account, '5.00'));
  await run(transfer(from, to, '450.00'));
  const id = idOf(deposit, 'trf');
  await run(cameBack('reversal', id, completedIn(eventsIn(deposit), id)));
  await run(reward(from, '20.00'));
  await run(transfer(to, from, '30.00'));
}

/** Users who are onboarded, updated, and deactivated. */
async function people(run: Run, cleo: string, dan: string, pass: (ms: number) => void): Promise<void> {
  await run((book) =>
    updateUser(book, { user_id: cleo, metadata: { team: 'blue' }, reseal: () => 'b3RoZXI=' }),
  );
  const reasons = [{ code: 'blurred', message: 'The picture is blurred.' }];
  await run((book) =>
    setKyc(book, {
      user_id: cleo,
      kyc_status: 'rejected',
      terms_status: 'pending',
      rejection_reasons: reasons,
    }),
  );
  const links = { user_id: cleo, kyc_token_hash: 'a'.repeat(64), terms_token_hash: 'b'.repeat(64) };
  await run((book, context) =>
    issueOnboardingLinks(book, { ...links, redirect_url: null, lifetimeMs: 86_400_000 }, context),
  );
  pass(60_000);
  await run((book, context) =>
    submitIdentity(
      book,
      {
        user_id: cleo,
        token_hash: links.kyc_token_hash,
        sealed: 'aWRlbnRpdHk=',
        reseal: () => 'bmFtZXM=',
        country: 'DE',
        screened: { list_sha256: '0'.repeat(64), matches: ['c'.repeat(32)] },
      },
      context,
    ),
  );
  await run((book, context) =>
    acceptTerms(
      book,
      { user_id: cleo, token_hash: links.terms_token_hash, terms_sha256: 'c'.repeat(64) },
      context,
    ),
  );
  const empty = { user_id: dan, asset: 'svc-points', acknowledge_price_risk: false, metadata: {} };
  await run((book, context) => openWallet(book, empty, context));
  await run((book) => deactivateUser(book, { user_id: dan }));
  await run((book) => forgetUser(book, { user_id: dan }));
}

async function deposits(
  run: Run,
  { ana, points }: { ana: string; points: string },
  pass: (ms: number) => void,
): Promise<void> {
  const account = idOf(await run(depositAccount(ana, points)), 'da');
  const canadian = idOf(await run(depositAccount(ana, points, CAD)), 'da');
  for (const amount of ['15000.00', '9999.00', '2000.00']) {
    const body = await run(arrival(account, amount));
    if (body.includes('in_review')) await run(review(idOf(body, 'trf'), 'approved'));
  }
  const taken = await run(arrival(canadian, '10.00'));
  const reversed = idOf(taken, 'trf');
  await run(cameBack('reversal', reversed, completedIn(eventsIn(taken), reversed)));
  await run(arrival(account, '7.00', 'in_review')).then((body) => run(review(idOf(body, 'trf'), 'approved')));
  const returned = idOf(await run(arrival(account, '8.00', 'in_review')), 'trf');
  await run(review(returned, 'rejected'));
  await run(() => ({ events: [{ type: 'deposit.decision_told', data: { transfer_id: returned } }] }));
  await run(arrival(account, '9.00', 'returned'));
  // Stays in review until the end.
  await run(arrival(account, '6.00', 'in_review'));
  await run((book) => deactivateDepositAccount(book, { user_id: ana, deposit_account_id: account }));
  await run((book) => reactivateDepositAccount(book, { user_id: ana, deposit_account_id: account }));
  const paid = idOf(await run(onramp(points, '30.00')), 'trf');
  await run(arrival(paid, '30.00'));
  const canceled = idOf(await run(onramp(points, '31.00')), 'trf');
  await run((book) => cancelOnramp(book, { transfer_id: canceled, reason: CANCELED_REASON }));
  const expires_at = new Date(START_TIME + 3_600_000).toISOString();
  const provider = { instructions: { ...CARD, expires_at }, reference: 'PROVIDER-1' };
  const late = idOf(await run(onramp(points, '32.00', undefined, { provider })), 'trf');
  pass(3_600_000);
  await run(arrival(late, '32.00'));
}

const CARD = {
  type: 'bank',
  currency: 'usd',
  rail: 'bank_eft',
  bank_name: 'First',
  reference: 'REF-2',
} as const;

/** Transfers that a review approves, and one that it rejects with its split of points. */
async function held(run: Run, points: string, other: string): Promise<void> {
  for (const outcome of ['approved', 'rejected'] as const)
    await run(transfer(points, other, '1000000.00')).then((body) => run(review(idOf(body, 'trf'), outcome)));
  const proposed = idOf(await run(transfer(points, other, '1000000.00')), 'trf');
  await run(withdrawal(idOf(await run(approval(proposed)), 'prp')));
  await run(execution(idOf(await run(approval(proposed)), 'prp')));
  await run(transfer(other, points, '999999.00'));
}

async function payouts(run: Run, { ana, points }: { ana: string; points: string }): Promise<void> {
  const account = idOf(await run(payoutAccount(ana)), 'pa');
  await run((book) => recordNameCheck(book, { payout_account_id: account, name_check: 'match' }));
  for (const outcome of ['completed', 'returned', 'undeliverable'] as const) {
    const accepted = await run(offramp(points, account, '1000.00'));
    const id = idOf(accepted, 'trf');
    await run(submission(id));
    const settled = await run(settlement(id, outcome));
    if (outcome === 'completed')
      await run(cameBack('return', id, completedIn(eventsIn(accepted, settled), id)));
  }
  for (const outcome of ['rejected', 'approved'] as const) {
    const id = idOf(await run(offramp(points, account, '1000000.00')), 'trf');
    await run(review(id, outcome));
    if (outcome === 'approved') await run(submission(id));
  }
  const refused = idOf(await run(offramp(points, account, '200.00')), 'trf');
  await run(submission(refused, false));
  const email = { type: 'emailpay', currency: 'cad', country: 'CA', rail: 'emailpay' } as const;
  const second = idOf(
    await run(
      payoutAccount(ana, {
        ...email,
        screened: { list_sha256: '0'.repeat(64), matches: ['d'.repeat(32)] },
        emailpay: { email_masked: 'a***@b.example', phone_number_last4: null },
      }),
    ),
    'pa',
  );
  await run((book) => deletePayoutAccount(book, { user_id: ana, payout_account_id: second }));
}
