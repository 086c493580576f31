import { expect } from 'chai';
import fc from 'fast-check';
import { eventLogProjection } from '../../../projections/event-log.ts';
import {
  deactivateDepositAccount,
  evolveDepositAccount,
  reactivateDepositAccount,
} from '../../../src/ledger/deposit-account.ts';
import { isAnnounced, type RecordedBookEvent } from '../../../src/ledger/event.ts';
import { decodeIdOrigin } from '../../../src/ledger/ids.ts';
import {
  NO_PERSONAL_FIELDS,
  presentDepositAccount,
  presentLateMovement,
  presentTransfer,
  presentUser,
  presentWebhookEndpoint,
} from '../../../src/ledger/present.ts';
import { evolveTransfer } from '../../../src/ledger/transfer.ts';
import { deactivateUser, evolveUser, updateUser } from '../../../src/ledger/user.ts';
import { evolveWebhookEndpoint } from '../../../src/ledger/webhook-endpoint.ts';
import type { Rule } from '../../../src/read-models/projection.ts';
import { runs } from '../../support/effort.ts';
import { arrival, onramp, review, transfer } from '../../support/ledger-commands.ts';
import { createLedger, given, idIn, type Ledger } from '../../support/ledger.ts';
import { STREAM } from '../../support/policy.ts';
import { listBodies, project, storedEvents } from '../../support/project-book.ts';
import { randomCommands } from '../../support/random-commands.ts';
import { runCommands } from '../../support/random-ledger.ts';
import { expectMatchesDefinition } from '../../support/schema-definitions.ts';
import { historyEntriesOf } from '../../../projections/wallets.ts';
import {
  setComplianceHold,
  walletFromEvent,
  withWalletStatus,
  type Wallet,
} from '../../../src/ledger/wallet.ts';

type PublicEvent = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly object_type: string;
  readonly object_version: number;
  readonly previous_attributes: Readonly<Record<string, unknown>>;
  readonly data: { readonly id: string; readonly version?: number; readonly state?: string };
};

const logOf = async (ledger: Ledger, pageSize = 50): Promise<PublicEvent[]> =>
  listBodies<PublicEvent>(await project(storedEvents(ledger.events), { pageSize }), 'events', STREAM);

const isRepayment = ({ data }: RecordedBookEvent<'posting.recorded'>): boolean =>
  data.lines.some(({ account }) => account.startsWith('receivable:'));

/** The public event types of a ledger event, from the contract's table. */
function typesFor(event: RecordedBookEvent, kindOf: (transferId: string) => string): string[] {
  switch (event.type) {
    case 'user.created':
    case 'user.kyc_status_changed':
    case 'user.terms_status_changed':
    case 'deposit_account.deactivated':
    case 'transfer.created':
    case 'webhook_endpoint.disabled':
    case 'wallet.frozen':
    case 'wallet.unfrozen':
    case 'payout.returned_late':
    case 'deposit.reversed':
      return [event.type];
    case 'wallet.opened':
      return ['wallet.created'];
    case 'user.deactivated':
      return [event.type, ...event.data.frozen_wallet_ids.map(() => 'wallet.frozen')];
    case 'posting.recorded':
      // A reward has one entry; tests also record postings with more.
      return isAnnounced(event)
        ? historyEntriesOf(event).map(() => (isRepayment(event) ? 'receivable.repaid' : 'reward.granted'))
        : [];
    case 'transfer.state_changed': {
      const types: string[] = [event.type];
      if (event.data.state === 'funds_received') types.push('deposit.received');
      if (event.data.state === 'undeliverable') types.push('payout.returned');
      if (event.data.state === 'returned') {
        types.push(kindOf(event.data.transfer_id) === 'onramp' ? 'deposit.returned' : 'payout.returned');
      }
      return types;
    }
    case 'deposit.sent_back':
      return ['deposit.returned'];
    case 'webhook_endpoint.tested':
      return ['webhook_endpoint.test'];
    default:
      return [];
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Each object before and after each public event, by the revision and the index in it. */
function shownByRevision(
  events: readonly RecordedBookEvent[],
): Map<string, { before: unknown; after: unknown }> {
  const users = new Map<string, ReturnType<typeof evolveUser>>();
  const transfers = new Map<string, ReturnType<typeof evolveTransfer>>();
  const accounts = new Map<string, ReturnType<typeof evolveDepositAccount>>();
  const endpoints = new Map<string, NonNullable<ReturnType<typeof evolveWebhookEndpoint>>>();
  const wallets = new Map<string, Wallet>();
  const shown = new Map<string, { before: unknown; after: unknown }>();
  const showWallet = (wallet: Wallet): object => ({ ...wallet, object: 'wallet' });
  const setStatus = (id: string, status: Wallet['status']) => {
    const before = wallets.get(id) as Wallet;
    const after = withWalletStatus(before, status);
    wallets.set(id, after);
    return { before: showWallet(before), after: showWallet(after) };
  };
  for (const event of events) {
    const at = `${event.revision} 0`;
    switch (event.type) {
      case 'user.created':
      case 'user.updated':
      case 'user.kyc_status_changed':
      case 'user.terms_status_changed':
      case 'user.deactivated': {
        const before = users.get(event.data.user_id);
        const after = evolveUser(before, event);
        users.set(after.id, after);
        const show = (user: typeof after) => presentUser(user, NO_PERSONAL_FIELDS);
        shown.set(at, { before: before && show(before), after: show(after) });
        if (event.type === 'user.deactivated')
          event.data.frozen_wallet_ids.forEach((id, i) =>
            shown.set(`${event.revision} ${i + 1}`, setStatus(id, 'frozen')),
          );
        break;
      }
      case 'wallet.opened': {
        const wallet = walletFromEvent(event);
        wallets.set(wallet.id, wallet);
        shown.set(at, { before: undefined, after: showWallet(wallet) });
        break;
      }
      case 'wallet.frozen':
      case 'wallet.unfrozen':
        shown.set(at, setStatus(event.data.wallet_id, event.type === 'wallet.frozen' ? 'frozen' : 'active'));
        break;
      case 'payout.returned_late':
      case 'deposit.reversed':
        shown.set(at, { before: undefined, after: presentLateMovement(event) });
        break;
      case 'posting.recorded':
        historyEntriesOf(event).forEach((after, i) =>
          shown.set(`${event.revision} ${i}`, { before: undefined, after }),
        );
        break;
      case 'transfer.created':
      case 'transfer.state_changed': {
        const before = transfers.get(event.data.transfer_id);
        const after = evolveTransfer(before, event);
        transfers.set(after.id, after);
        shown.set(at, {
          before: before && presentTransfer(before),
          after: presentTransfer(after),
        });
        break;
      }
      case 'deposit_account.opened':
      case 'deposit_account.deactivated':
      case 'deposit_account.reactivated': {
        const before = accounts.get(event.data.deposit_account_id);
        const after = evolveDepositAccount(before, event);
        accounts.set(after.id, after);
        shown.set(at, {
          before: before && presentDepositAccount(before),
          after: presentDepositAccount(after),
        });
        break;
      }
      case 'webhook_endpoint.created':
      case 'webhook_endpoint.updated':
      case 'webhook_endpoint.key_rotated':
      case 'webhook_endpoint.disabled':
      case 'webhook_endpoint.deleted':
      case 'webhook_endpoint.tested': {
        const id = event.data.webhook_endpoint_id;
        const before = endpoints.get(id);
        const after = evolveWebhookEndpoint(before, event);
        if (after === undefined) endpoints.delete(id);
        else {
          endpoints.set(id, after);
          shown.set(at, {
            before: presentWebhookEndpoint(before ?? after),
            after: presentWebhookEndpoint(after),
          });
        }
        break;
      }
      default:
    }
  }
  return shown;
}

const kindIn =
  (events: readonly RecordedBookEvent[]) =>
  (id: string): string =>
    events.flatMap((event) =>
      event.type === 'transfer.created' && event.data.transfer_id === id ? [event.data.kind] : [],
    )[0] ?? '';

const bookAfter = (commands: Parameters<typeof runCommands>[1]) => runCommands(createLedger(), commands);

describe('The public events of a book', () => {
  it('match the contract for each ledger event, in the order of the book', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const log = await logOf(ledger, pageSize);
        const expected = ledger.events.flatMap((event) => typesFor(event, kindIn(ledger.events)));
        expect(log.map(({ type }) => type)).to.deep.equal(expected);
        for (const event of log) expectMatchesDefinition('PublicEvent', event);
      }),
      { numRuns: runs(50) },
    );
  });

  it('contain the object after the change, its version, and the previous values of changed fields', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const shown = shownByRevision(ledger.events);
        const steps = ledger.events.flatMap((event) =>
          typesFor(event, kindIn(ledger.events)).map((_, index) => ({
            // Several events about one change show the same object.
            ...(shown.get(`${event.revision} ${index}`) ?? shown.get(`${event.revision} 0`)),
            time: event.time,
          })),
        );
        const log = await logOf(ledger);
        log.forEach((event, at) => {
          const step = steps[at];
          expect(event.data).to.deep.equal(plain(step?.after));
          expect(event.object_version).to.equal(event.data.version ?? 1);
          expect(event.created_at).to.equal(step?.time);
          if (step?.before === undefined) {
            expect(event.previous_attributes).to.deep.equal({});
            return;
          }
          // The previous values applied to the new object give the old one, and only changed fields are listed.
          expect({ ...event.data, ...event.previous_attributes }).to.deep.equal(plain(step.before));
          for (const [field, value] of Object.entries(event.previous_attributes)) {
            expect(Object.entries(event.data).find(([name]) => name === field)?.[1]).to.not.deep.equal(value);
          }
        });
      }),
      { numRuns: runs(50) },
    );
  });

  it('have the IDs by which the projector recognizes lost documents', async () => {
    const checked = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const ledger = bookAfter(commands);
        const ids = (await logOf(ledger)).map(({ id }) => id);
        for (const event of ledger.events) {
          // Each rule takes events of its own type.
          const rule = eventLogProjection.rules[event.type] as Rule<RecordedBookEvent> | 'ignore';
          if (rule === 'ignore' || rule.logId === undefined) continue;
          const first = ids.find((id) => decodeIdOrigin(id, STREAM)?.revision === event.revision);
          const metadata = isAnnounced(event) ? { announced: true } : {};
          expect(rule.logId({ ...event, ...{ metadata } }), event.type).to.equal(first);
          checked.add(event.type);
        }
      }),
    );
    expect([...checked]).to.include.members(['user.created', 'transfer.created', 'transfer.state_changed']);
  });

  it('are the same as ever for the history of a release that did not announce wallets and rewards', () =>
    fc.assert(
      fc.asyncProperty(randomCommands(), async (commands) => {
        const { events } = bookAfter(commands);
        const listed = async (isEarlier: boolean) =>
          listBodies<PublicEvent>(await project(storedEvents(events, { isEarlier })), 'events', STREAM);
        const isNew = ({ type }: PublicEvent): boolean => /^(wallet|reward|receivable)\./.test(type);
        const announced = await listed(false);
        expect(await listed(true)).to.deep.equal(announced.filter((each) => !isNew(each)));
      }),
    ));

  it('show a freeze of a wallet that an earlier release opened, with the version that the wallet has', async () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const opened = ledger.events.length;
    ledger.run((book) => setComplianceHold(book, { wallet_id: wallet, hold: true, reason: 'A court.' }));
    const stored = storedEvents(ledger.events.slice(0, opened), { isEarlier: true });
    const later = storedEvents(ledger.events).slice(opened);
    const log = await listBodies<PublicEvent>(await project([...stored, ...later]), 'events', STREAM);
    const [frozen] = log.filter(({ type }) => type.startsWith('wallet.'));
    expect(frozen).to.deep.include({
      type: 'wallet.frozen',
      object_version: 2,
      previous_attributes: { status: 'active', version: 1 },
    });
  });

  it('have unique IDs that sort in the order of the book and survive a rebuild', async () => {
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.integer({ min: 1, max: 40 }), async (commands, pageSize) => {
        const ledger = bookAfter(commands);
        const ids = (await logOf(ledger)).map(({ id }) => id);
        expect(new Set(ids).size).to.equal(ids.length);
        expect(ids).to.deep.equal([...ids].sort());
        expect((await logOf(ledger, pageSize)).map(({ id }) => id)).to.deep.equal(ids);
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('The public events of', () => {
  const published = async (ledger: Ledger, about: string) =>
    (await logOf(ledger))
      .filter(({ data }) => data.id === about)
      .map(({ type, object_version, data }) => `${type} ${object_version} ${data.state ?? ''}`.trim());

  it('a user: created, each status, deactivated; a contact change emits none', async () => {
    const ledger = given();
    const id = ledger.approvedUser();
    ledger.run((book) => updateUser(book, { user_id: id, metadata: { a: '1' } }));
    ledger.run((book) => deactivateUser(book, { user_id: id }));
    expect(await published(ledger, id)).to.deep.equal([
      'user.created 1',
      'user.kyc_status_changed 2',
      'user.terms_status_changed 3',
      'user.deactivated 5',
    ]);
  });

  it('a transfer that completes at once: both versions', async () => {
    const ledger = given();
    const id = idIn(
      ledger.run(transfer(ledger.fundedWallet('1.00'), ledger.wallet(), '1.00')),
      'transfer_id',
    );
    expect(await published(ledger, id)).to.deep.equal([
      'transfer.created 1 pending',
      'transfer.state_changed 2 completed',
    ]);
  });

  it('a paid on-ramp: deposit.received with the snapshot of funds_received', async () => {
    const ledger = given();
    const id = idIn(ledger.run(onramp(ledger.wallet(), '50.00')), 'transfer_id');
    ledger.run(arrival(id, '50.00'));
    expect(await published(ledger, id)).to.deep.equal([
      'transfer.created 1 awaiting_funds',
      'transfer.state_changed 2 funds_received',
      'deposit.received 2 funds_received',
      'transfer.state_changed 3 completed',
    ]);
  });

  it('an on-ramp returned by a review: deposit.returned with that state change', async () => {
    const ledger = given();
    const id = idIn(ledger.run(onramp(ledger.wallet(), '50.00')), 'transfer_id');
    ledger.run(arrival(id, '50.00', 'in_review'));
    ledger.run(review(id, 'rejected'));
    expect(await published(ledger, id)).to.deep.equal([
      'transfer.created 1 awaiting_funds',
      'transfer.state_changed 2 funds_received',
      'deposit.received 2 funds_received',
      'transfer.state_changed 3 in_review',
      'transfer.state_changed 4 returned',
      'deposit.returned 4 returned',
    ]);
  });

  it('funds returned on arrival: only deposit.returned', async () => {
    const ledger = given();
    const id = idIn(ledger.run(arrival(ledger.depositAccount(ledger.wallet()), '0.50')), 'transfer_id');
    expect(await published(ledger, id)).to.deep.equal([
      'transfer.created 1 awaiting_funds',
      'transfer.state_changed 2 returned',
      'deposit.returned 2 returned',
    ]);
  });

  it('a returned payout: payout.returned once, then refunded', async () => {
    for (const state of ['undeliverable', 'returned'] as const) {
      const ledger = given();
      const end = { type: 'wallet' as const };
      const data = { transfer_id: 'trf_1', source: end, destination: end, amount: '1.00' };
      ledger.record({ type: 'transfer.created', data: { ...data, kind: 'offramp', state: 'pending' } });
      for (const next of ['payout_submitted', state, 'refunded'] as const) {
        ledger.record({ type: 'transfer.state_changed', data: { transfer_id: 'trf_1', state: next } });
      }
      expect(await published(ledger, 'trf_1')).to.deep.equal([
        'transfer.created 1 pending',
        'transfer.state_changed 2 payout_submitted',
        `transfer.state_changed 3 ${state}`,
        `payout.returned 3 ${state}`,
        'transfer.state_changed 4 refunded',
      ]);
    }
  });

  it('late funds for a canceled on-ramp: only deposit.returned, with the unchanged transfer', async () => {
    const ledger = given();
    const id = idIn(ledger.run(onramp(ledger.wallet(), '50.00')), 'transfer_id');
    const reason = { code: 'expired', message: 'Nobody paid.' };
    ledger.record(
      { type: 'transfer.state_changed', data: { transfer_id: id, state: 'canceled', state_reason: reason } },
      { type: 'deposit.sent_back', data: { deposit_id: 'dep_1', transfer_id: id, reason } },
      { type: 'deposit.sent_back', data: { deposit_id: 'dep_2', transfer_id: id, reason } },
    );
    expect(await published(ledger, id)).to.deep.equal([
      'transfer.created 1 awaiting_funds',
      'transfer.state_changed 2 canceled',
      'deposit.returned 2 canceled',
      'deposit.returned 2 canceled',
    ]);
    const [last] = (await logOf(ledger)).slice(-1);
    expect(last?.previous_attributes).to.deep.equal({});
  });

  it('a deposit account: only its deactivation', async () => {
    const ledger = given();
    const wallet = ledger.wallet();
    const [user_id, deposit_account_id] = [ledger.ownerOf(wallet), ledger.depositAccount(wallet)];
    const named = { user_id, deposit_account_id };
    ledger.run((book) => deactivateDepositAccount(book, named));
    ledger.run((book) => reactivateDepositAccount(book, named));
    ledger.run((book) => deactivateDepositAccount(book, named));
    expect(await published(ledger, deposit_account_id)).to.deep.equal([
      'deposit_account.deactivated 2',
      'deposit_account.deactivated 4',
    ]);
    const [, again] = (await logOf(ledger)).filter(({ data }) => data.id === deposit_account_id);
    expect(again?.previous_attributes).to.deep.equal({ status: 'active', version: 3 });
  });
});

describe('The list of public events', () => {
  it('filters by type and by object', async () => {
    const ledger = given();
    const id = idIn(ledger.run(onramp(ledger.wallet(), '50.00')), 'transfer_id');
    ledger.run(arrival(id, '50.00'));
    const documents = await project(storedEvents(ledger.events));
    const find = async (...terms: string[]) => {
      const found = await documents.list('events_v4', { scope: STREAM, terms, order: 'newest', limit: 100 });
      return found.length;
    };
    expect(await find('type:deposit.received')).to.equal(1);
    expect(await find(`object:${id}`)).to.equal(4);
    const { documents: changes } = await documents.intersect('events_v4', {
      scope: STREAM,
      terms: [`object:${id}`, 'type:transfer.state_changed'],
      order: 'newest',
      limit: 100,
    });
    expect(changes).to.have.length(2);
    expect(await find('type:deposit.received', 'type:transfer.state_changed')).to.equal(3);
    expect(await find('type:nothing.such')).to.equal(0);
  });

  it('deletes the snapshot of a finished transfer', async () => {
    const ledger = given();
    const id = idIn(
      ledger.run(transfer(ledger.fundedWallet('1.00'), ledger.wallet(), '1.00')),
      'transfer_id',
    );
    const documents = await project(storedEvents(ledger.events));
    expect(await documents.get('event_subjects_v4', id)).to.equal(undefined);
  });
});
