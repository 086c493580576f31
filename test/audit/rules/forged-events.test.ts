/** Forged events with a recomputed hash chain: rules detect violations, and checkpoints detect any change. */
import { expect } from 'chai';
import { verifyChainInThread } from '../../../src/audit/chain/chain-thread.ts';
import { startCheckpointWriter } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import type { VerifyOptions } from '../../../src/audit/verification/verification.ts';
import { createSqliteEventStore } from '../../../src/sqlite/event-store.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { makeAuditFile, type AuditFile, type Row } from '../../support/audit-file.ts';
import { HISTORY_AUDIT_KEY, writeAuditHistory, type AuditHistory } from '../../support/audit-history.ts';
import { temporaryFolder, type Folder } from '../../support/temporary-folder.ts';

const KEY = HISTORY_AUDIT_KEY;

describe('Audit of a file with forged events', () => {
  let file: AuditFile;
  let history: AuditHistory;
  let rows: Row[];
  let folder: Folder;
  before(async () => {
    folder = await temporaryFolder();
    file = await makeAuditFile(async (store) => (history = await writeAuditHistory(store)));
    rows = file.rows();
    const store = createSqliteEventStore(file.database);
    const writer = startCheckpointWriter({
      eventStore: store,
      folder: folder.path,
      everySeconds: 3_600,
      key: KEY,
      streams: () => ['platform', 'treasury-sandbox', history.book],
      macsFrom: () => 0,
      clock: Date.now,
      log: console,
    });
    await writer.stop();
    file.database.exec('DROP TRIGGER events_never_change; DROP TRIGGER events_never_go');
  });
  after(async () => {
    await file.close();
    await folder.remove();
  });

  const withCheckpoints = (key = KEY.publicKey): VerifyOptions => ({
    checkpoints: { folder: folder.path, key },
  });
  const rowsOf = (type: string, holds: (data: string) => boolean = () => true): Row[] =>
    rows.filter((row) => row.type === type && holds(row.data));
  const rowOf = (type: string, holds?: (data: string) => boolean): Row => {
    const [row] = rowsOf(type, holds);
    if (row === undefined) throw new Error(`no such ${type} in the history`);
    return row;
  };
  const next = (row: Row): Row =>
    rows.find(({ stream, revision }) => stream === row.stream && revision === row.revision + 1)!;

  /** Changes rows, recomputes the chain, and returns the first finding of their stream. */
  async function forged(...changed: readonly Row[]): Promise<Finding | undefined> {
    const stream = file.nameOf(changed[0]!.stream);
    const change = (): void => {
      for (const row of changed) file.put(row);
      file.rechain(stream, 0);
    };
    const { findings } = await file.tampered(change);
    // The checkpoint does not match, regardless of the rules.
    const checked = await file.tampered(change, withCheckpoints());
    expect(checked.ok).to.equal(false);
    return findings.find((finding) => finding.stream === stream);
  }

  async function breaks(rule: string, at: Row, ...changed: readonly Row[]): Promise<void> {
    const finding = await forged(...changed);
    expect(finding, rule).to.include({ rule, revision: at.revision, event_id: at.id, type: at.type });
  }

  type Change = (match: string, sign: string) => string;
  const edit = (row: Row, from: string | RegExp, to: string | Change): Row => {
    const data = typeof to === 'string' ? row.data.replace(from, to) : row.data.replace(from, to);
    expect(data, `${row.type} ${String(from)}`).not.to.equal(row.data);
    return { ...row, data };
  };
  const transferOf = ({ data }: Row): string => /trf_[0-9a-z]{26}/.exec(data)![0];
  /** The last stated balance of an account plus `cents`. */
  const afterOf = (account: string, member: 'balance_after' | 'cashable_after', cents: number): string => {
    const lines = rowsOf('posting.recorded').flatMap(
      ({ data }) => (JSON.parse(data) as { lines: Record<string, string>[] }).lines,
    );
    const last = lines.filter((each) => each['account'] === account && each['bucket'] === 'available').at(-1);
    return (Number(last?.[member]) + cents / 100).toFixed(2);
  };
  const posting = (description: string): Row =>
    rowOf('posting.recorded', (data) => data.includes(`"description":"${description}"`));

  it('accepts an unchanged file with checkpoints', async () => {
    const audited = await file.audit(withCheckpoints());
    expect(audited.findings).to.deep.equal([]);
    expect(audited.checkpoints).to.equal(3);
    const covered = audited.streams.filter((each) => each.checkpointed === each.events);
    expect(covered.map(({ stream }) => stream)).to.have.members([
      'platform',
      'treasury-sandbox',
      history.book,
    ]);
  });

  it('detects a posting whose amounts or cashable parts do not sum to zero', async () => {
    const row = posting('Transfer');
    await breaks('posting_sum', row, edit(row, '"amount":"-20.00"', '"amount":"-19.00"'));
    const { lines } = JSON.parse(row.data) as { lines: { cashable: string }[] };
    const cashable = `"cashable":"${lines[0]!.cashable}"`;
    await breaks('posting_sum', row, edit(row, cashable, '"cashable":"-0.01"'));
  });

  it('detects wrong and negative balances', async () => {
    const row = posting('Transfer');
    await breaks('balance_after', row, edit(row, /"balance_after":"(\d)/, '"balance_after":"9$1'));
    await breaks('balance_after', row, edit(row, /"cashable_after":"(\d)/, '"cashable_after":"9$1'));
    const grant = posting('Welcome');
    await breaks('balance_after', grant, edit(grant, /"amount":"(-?)40\.00"/g, '"amount":"$141.00"'));
    const taken = edit(
      grant,
      /"amount":"(-?)40\.00"/g,
      (_: string, sign: string) => `"amount":"${sign === '-' ? '' : '-'}40.00"`,
    );
    await breaks('negative', grant, {
      ...taken,
      data: taken.data.replace(
        /"balance_after":"(-?)40\.00"/g,
        (_, sign: string) => `"balance_after":"${sign === '-' ? '' : '-'}40.00"`,
      ),
    });
  });

  it('detects created points and unknown accounts', async () => {
    const row = posting('Welcome');
    await breaks('negative', row, edit(row, /rewards_granted/, 'spread_income'));
    await breaks('account', row, edit(row, /rewards_granted/, 'pocket'));
    await breaks('account', row, edit(row, /"bucket":"available"/, '"bucket":"pending"'));
    await breaks('account', row, edit(row, /svc-points/g, 'svc-coin'));
    await breaks('account', row, edit(row, /"40\.00"/, '"40.000"'));
    // Replaces an event without effect by a purchase of points.
    const nothing = rowOf('request.recorded', () => true);
    const bought = rows.find(
      ({ stream, type }) => file.nameOf(stream) === history.book && type === nothing.type,
    )!;
    const wallet = history.wallets[2]!;
    const line = (account: string, cents: number) => ({
      account,
      bucket: 'available',
      unit: 'svc-points',
      amount: (cents / 100).toFixed(2),
      cashable: (cents / 100).toFixed(2),
      balance_after: afterOf(account, 'balance_after', cents),
      cashable_after: afterOf(account, 'cashable_after', cents),
    });
    const lines = [line('points_issued', -100), line(wallet, 100)];
    const data = JSON.stringify({ transfer_id: null, description: 'Deposit', lines });
    const made = { ...bought, type: 'posting.recorded', data };
    await breaks('supply', made, made);
    const backed = posting('Allocation by the treasury');
    await breaks('allocation', backed, edit(backed, /25000\.00/g, '26000.00'));
  });

  it('detects invalid transitions', async () => {
    const completed = rowOf('transfer.state_changed', (data) => data.includes('"state":"completed"'));
    await breaks('transition', completed, edit(completed, 'completed', 'payout_submitted'));
    const approved = rowOf('offramp.approved');
    const stranger = edit(approved, transferOf(approved), transferOf(rowOf('transfer.created')));
    await breaks('transition', approved, stranger);
    const frozen = rowOf('wallet.frozen');
    const again = { ...next(frozen), type: 'wallet.frozen', data: frozen.data };
    await breaks('transition', again, again);
    const lifted = { ...frozen, type: 'wallet.unfrozen' };
    await breaks('transition', lifted, lifted);
  });

  it('detects wrong transfer amounts and wrong receipts', async () => {
    const made = rowOf('transfer.created', (data) => data.includes('order-7'));
    const moved = rows.find(
      ({ type, data }) => type === 'transfer.state_changed' && data.includes(transferOf(made)),
    )!;
    await breaks('transfer_amounts', moved, edit(made, '"amount":"20.00"', '"amount":"21.00"'));
    await breaks('transfer_amounts', moved, edit(moved, /"amount_credited":"20/, '"amount_credited":"19'));
    await breaks(
      'transfer_amounts',
      moved,
      edit(moved, /"earned_amount":"[^"]*"/, '"earned_amount":"19.99"'),
    );
    const submitted = rowOf('transfer.state_changed', (data) => data.includes('amount_paid_out'));
    await breaks(
      'transfer_amounts',
      submitted,
      edit(submitted, /"amount_paid_out":"1/, '"amount_paid_out":"2'),
    );
    const received = rowOf('transfer.state_changed', (data) => data.includes('funds_received'));
    await breaks(
      'transfer_amounts',
      received,
      edit(received, /"amount_received":"1/, '"amount_received":"2'),
    );
    const payout = rowOf('transfer.created', (data) => data.includes('"payout"'));
    await breaks('transfer_amounts', payout, edit(payout, /"payout":{"amount":"1/, '"payout":{"amount":"2'));
  });

  it('detects a refund that differs from its debit', async () => {
    const refund = posting('Payout refunded');
    const lines = (
      JSON.parse(refund.data) as { lines: { account: string; cashable: string; cashable_after: string }[] }
    ).lines;
    // A smaller cashable part than debited, with consistent balances.
    const off = (text: string, by: number): string => (Number(text) + by).toFixed(2);
    const data = JSON.stringify({
      ...(JSON.parse(refund.data) as object),
      lines: lines.map((line, i) => ({
        ...line,
        cashable: off(line.cashable, i === 0 ? 100 : -100),
        cashable_after: off(line.cashable_after, i === 0 ? 100 : -100),
      })),
    });
    await breaks('refund', next(refund), { ...refund, data });
  });

  it('detects quotes that are reused, expired, or for another conversion', async () => {
    const [first, second] = rowsOf('transfer.created', (data) => data.includes('"kind":"conversion"'));
    const quoteIn = ({ data }: Row): string => /qt_[0-9a-z]{26}/.exec(data)![0];
    await breaks('quote', second!, edit(second!, quoteIn(second!), quoteIn(first!)));
    const quote = rowOf('quote.created');
    const { time } = JSON.parse(first!.metadata) as { time: string };
    await breaks('quote', first!, edit(quote, /"expires_at":"[^"]*"/, `"expires_at":"${time}"`));
    await breaks('quote', quote, edit(quote, /"expires_at":"2026/, '"expires_at":"2025'));
    await breaks('quote', quote, edit(quote, /"amount_out":"0\.03/, '"amount_out":"0.04'));
    await breaks('quote', first!, edit(first!, '"amount":"100.00"', '"amount":"99.00"'));
  });

  it('detects reused idempotency keys and mixed events of commands', async () => {
    const keyed = rows.filter(
      ({ metadata, stream }) => metadata.includes('"history-') && file.nameOf(stream) === history.book,
    );
    const keyIn = ({ metadata }: Row): string => /"key":"([^"]*)"/.exec(metadata)![1]!;
    const [a, b] = [keyed[2]!, keyed[9]!];
    await breaks('idempotency_key', b, { ...b, metadata: b.metadata.replace(keyIn(b), keyIn(a)) });
    const several = keyed.find(({ metadata }) => metadata.includes('"events":3'))!;
    const after = next(several);
    await breaks('command', after, {
      ...after,
      metadata: after.metadata.replace(/"actor":"[^"]*"/, '"actor":"key:else"'),
    });
    const fewer = { ...several, metadata: several.metadata.replace('"events":3', '"events":9') };
    expect((await forged(fewer))?.rule).to.equal('command');
  });

  it('detects duplicate and malformed event IDs', async () => {
    const [a, b] = [rows[3]!, rows.at(-1)!];
    const finding = await forged({ ...b, id: a.id });
    expect(finding).to.include({ rule: 'event_id', revision: b.revision });
    expect((await forged({ ...b, id: 'nothing' }))?.rule).to.equal('event_id');
  });

  it('detects decreasing times and object IDs that do not match their event', async () => {
    const row = rowOf('posting.recorded');
    const earlier = { ...row, metadata: row.metadata.replace(/"time":"2026/, '"time":"2025') };
    expect((await forged(earlier))?.rule).to.be.oneOf(['time', 'command']);
    const user = rowOf('user.created');
    const id = /usr_[0-9a-z]{26}/.exec(user.data)![0];
    await breaks(
      'object_id',
      user,
      edit(
        user,
        id,
        id.replace(/.{12}$/, (tail) => (tail.startsWith('0') ? 'z' : '0') + tail.slice(1)),
      ),
    );
  });

  it('detects unknown allocations and API keys of unknown integrators', async () => {
    const received = rowOf('allocation.received');
    await breaks('allocation', received, edit(received, '"25000.00"', '"26000.00"'));
    const recorded = rowOf('allocation.recorded');
    await breaks('treasury', recorded, edit(recorded, '"5.00000000"', '"50.00000000"'));
    const issued = rowOf('key.issued');
    await breaks(
      'platform',
      issued,
      edit(issued, /(?<=int_.{25})./, (last) => (last === '0' ? '1' : '0')),
    );
    const revoked = rowOf('key.revoked');
    await breaks(
      'platform',
      revoked,
      edit(revoked, /.(?="})/, (last) => (last === '0' ? '1' : '0')),
    );
  });

  describe('with checkpoints', () => {
    it('detects a change that violates no rule', async () => {
      const row = rowOf('user.created');
      const change = (): void => {
        file.put(edit(row, '"team":"red"', '"team":"new"'));
        file.rechain(history.book, 0);
      };
      expect((await file.tampered(change)).ok).to.equal(true);
      const { findings } = await file.tampered(change, withCheckpoints());
      expect(findings).to.have.length(1);
      expect(findings[0]).to.include({ stream: history.book, rule: 'checkpoint' });
    });

    it('detects a truncated stream and a missing stream', async () => {
      const book = rows.filter(({ stream }) => file.nameOf(stream) === history.book);
      const last = book.at(-1)!;
      const cut = await file.tampered(() => file.drop(last.position), withCheckpoints());
      expect(cut.findings).to.have.length(1);
      expect(cut.findings[0]).to.include({
        stream: history.book,
        revision: last.revision,
        event_id: null,
        rule: 'checkpoint',
      });
      const removed = await file.tampered(() => {
        for (const { position } of book) file.drop(position);
      }, withCheckpoints());
      expect(removed.findings.find(({ stream }) => stream === history.book)).to.include({
        revision: 0,
        rule: 'checkpoint',
      });
    });

    it('detects truncation within a command even without checkpoints', async () => {
      const several = rows.filter(({ metadata }) => metadata.includes('"events":4')).at(-1)!;
      const cut = await file.tampered(() => {
        for (const { position, stream, revision } of rows)
          if (stream === several.stream && revision > several.revision + 1) file.drop(position);
      });
      expect(cut.findings.find(({ stream }) => stream === history.book)).to.include({
        rule: 'command',
        revision: several.revision + 1,
      });
    });

    it('returns the same findings from a worker thread', async () => {
      const chainVerifier = verifyChainInThread({ dataDir: file.folder, eventStoreUrl: undefined });
      const right = await file.audit({ ...withCheckpoints(), chainVerifier });
      expect([right.ok, right.checkpoints]).to.deep.equal([true, 3]);
      const row = rowOf('posting.recorded');
      const last = rows.filter(({ stream }) => file.nameOf(stream) === history.book).at(-1)!;
      const cut = await file.tampered(() => file.drop(last.position), {
        ...withCheckpoints(),
        chainVerifier,
      });
      expect(cut.findings.map(({ rule }) => rule)).to.include('checkpoint');
      const changed = await file.tampered(() => file.put({ ...row, data: `${row.data} ` }), {
        ...withCheckpoints(),
        chainVerifier,
      });
      expect(changed.findings[0]).to.include({ revision: row.revision, rule: 'hash_chain' });
      const other = deriveAuditSigningKey(new Uint8Array(32).fill(8)).publicKey;
      expect((await file.audit({ ...withCheckpoints(other), chainVerifier })).findings).to.have.length(3);
    });

    it('reports checkpoints of another key', async () => {
      const other = deriveAuditSigningKey(new Uint8Array(32).fill(8)).publicKey;
      const { findings, checkpoints } = await file.audit(withCheckpoints(other));
      expect(findings).to.have.length(3);
      expect(findings.every(({ rule }) => rule === 'checkpoint')).to.equal(true);
      expect(checkpoints).to.equal(0);
    });
  });
});
