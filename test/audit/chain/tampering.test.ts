/** Every change to a history is detected at its revision. */
import { join } from 'node:path';
import { expect } from 'chai';
import { sqliteSource } from '../../../src/audit/event-source.ts';
import { balancesAt, type BalancesQuery } from '../../../src/audit/verification/account-balances.ts';
import type { Verification } from '../../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import {
  eventVersions,
  platformEventVersions,
  treasuryEventVersions,
} from '../../../src/generated/events.ts';
import { isTried } from '../../support/effort.ts';
import { makeAuditFile, type AuditFile, type Row } from '../../support/audit-file.ts';
import { writeAuditHistory, type AuditHistory } from '../../support/audit-history.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Yields the JSON text with each value changed, and each member removed or added, in turn. */
function* changes(text: string): Generator<[where: string, changed: string]> {
  // The service wrote this JSON.
  const whole = JSON.parse(text) as Json;
  for (const way of waysIn(whole)) yield [way.join('.'), JSON.stringify(changedAt(whole, way))];
}

function* waysIn(value: Json, way: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) {
    yield way;
    return;
  }
  yield [...way, '+'];
  for (const [name, inner] of Object.entries(value)) {
    yield [...way, name, '-'];
    yield* waysIn(inner, [...way, name]);
  }
}

function changedAt(value: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return other(value);
  if (Array.isArray(value)) {
    if (name === '+') return [...value, 'added'];
    if (rest[0] === '-') return value.filter((_, i) => String(i) !== name);
    return value.map((inner, i) => (String(i) === name ? changedAt(inner, rest) : inner));
  }
  if (typeof value !== 'object' || value === null) return other(value);
  if (name === '+') return { ...value, added: 'added' };
  const entries = Object.entries(value);
  if (rest[0] === '-') return Object.fromEntries(entries.filter(([each]) => each !== name));
  return Object.fromEntries(
    entries.map(([each, inner]) => [each, each === name ? changedAt(inner, rest) : inner]),
  );
}

function other(value: Json): Json {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'something';
  const last = value.at(-1) ?? '';
  return value.slice(0, -1) + (last === '1' ? '2' : '1');
}

describe('Audit of a tampered file', function () {
  let file: AuditFile;
  let history: AuditHistory;
  let rows: Row[];
  before(async () => {
    file = await makeAuditFile(async (store) => (history = await writeAuditHistory(store)));
    rows = file.rows();
  });
  after(() => file.close());

  const place = ({ stream, revision }: Row): string => `${file.nameOf(stream)} ${revision}`;
  const found = ({ findings }: Verification): string[] =>
    findings.map(({ stream, revision }) => `${stream} ${revision}`);
  const bookRows = (): Row[] => rows.filter(({ stream }) => file.nameOf(stream) === history.book);
  const first = (type: string): Row => {
    const row = rows.find((each) => each.type === type);
    if (row === undefined) throw new Error(`no ${type} in the history`);
    return row;
  };

  it('has no findings in an unchanged history with all event types', async () => {
    expect((await file.audit()).findings).to.deep.equal([]);
    const types = (versions: object): string[] => Object.keys(versions).sort();
    const seen = (prefix: string): string[] =>
      [
        ...new Set(
          rows.filter(({ stream }) => file.nameOf(stream).startsWith(prefix)).map(({ type }) => type),
        ),
      ].sort();
    expect(seen('book-')).to.deep.equal(types(eventVersions));
    expect(seen('platform')).to.deep.equal(types(platformEventVersions));
    expect(seen('treasury-')).to.deep.equal(types(treasuryEventVersions));
  });

  it('reports any changed, removed, or added member of data or metadata', async () => {
    const seen = new Set<string>();
    for (const row of rows) {
      for (const part of ['data', 'metadata'] as const) {
        for (const [where, changed] of changes(row[part])) {
          // Test each member of an event type once, and only one entry per list.
          const member = `${row.type} ${part} ${where.replace(/\d+/g, '#')}`;
          if (seen.has(member)) continue;
          seen.add(member);
          if (!isTried(seen.size)) continue;
          const audited = await file.exchanged(row, { [part]: changed });
          expect(found(audited), `${row.type} ${part}.${where}: ${changed}`).to.include(place(row));
          expect(audited.ok).to.equal(false);
        }
      }
    }
  });

  it('reports a changed ID, type, revision, or space', async () => {
    for (const type of new Set(rows.map((row) => row.type))) {
      const row = first(type);
      const others: Partial<Row>[] = [
        { id: row.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
        { id: row.id.toUpperCase() },
        { type: `${row.type}d` },
        { type: 'request.recorded', data: '{}', ...(row.type === 'request.recorded' && { data: '{ }' }) },
        { data: `${row.data} ` },
        { data: row.data.replace('{', '{ ') },
        { metadata: row.metadata.replace('{', '{ ') },
        { metadata: row.metadata.toUpperCase() },
      ];
      for (const change of others) {
        const audited = await file.exchanged(row, change);
        expect(found(audited), `${type} ${JSON.stringify(change)}`).to.include(place(row));
      }
    }
  });

  it('reports bytes hidden after a NUL', async () => {
    const row = first('transfer.created');
    const audited = await file.tampered(() =>
      file.database
        .prepare(`UPDATE events SET data = data || char(0) || 'more' WHERE position = ?`)
        .run(row.position),
    );
    expect(audited.findings[0]).to.include({ rule: 'stored_text', revision: row.revision });
  });

  it('refuses to compute balances, even if no rule is violated', async () => {
    const row = first('posting.recorded');
    const changed = row.metadata.replace(/"request_id":"./, '"request_id":"z');
    expect(changed).not.to.equal(row.metadata);
    const at = async (query: BalancesQuery) => {
      const source = sqliteSource(join(file.folder, DATABASE_FILE_NAME));
      try {
        return await balancesAt(source, query);
      } finally {
        await source.close();
      }
    };
    const before = { stream: history.book, revision: row.revision - 1 };
    const through = { stream: history.book, revision: row.revision };
    file.put({ ...row, metadata: changed });
    try {
      const found = await at({});
      expect(found.ok).to.equal(false);
      expect(found.findings).to.have.length(1);
      expect(found.findings[0]).to.include({ ...through, rule: 'hash_chain' });
      expect((await at({ until: through })).ok).to.equal(false);
      expect((await at({ until: before })).ok).to.equal(true);
    } finally {
      file.put(row);
    }
    expect((await at({})).ok).to.equal(true);
  });

  it('reports removed, moved, and swapped events', async () => {
    const book = bookRows();
    const [a, b] = [book[10]!, book[20]!];
    const removed = await file.tampered(() => file.drop(a.position));
    expect(removed.findings[0]).to.include({
      stream: history.book,
      revision: a.revision + 1,
      rule: 'revision',
    });
    const swapped = await file.tampered(() => {
      file.put({ ...a, id: b.id, type: b.type, data: b.data, metadata: b.metadata });
      file.put({ ...b, id: a.id, type: a.type, data: a.data, metadata: a.metadata });
    });
    expect(found(swapped)).to.include(place(a));
    const moved = await file.tampered(() => {
      file.drop(a.position);
      file.put({ ...a, position: 1_000_000 });
    });
    expect(found(moved)).to.deep.equal([`${history.book} ${a.revision + 1}`]);
    const renumbered = await file.tampered(() => {
      file.drop(a.position);
      file.put({ ...a, revision: 1_000_000 });
    });
    expect(found(renumbered)).to.include(`${history.book} 1000000`);
    const elsewhere = await file.tampered(() => {
      file.drop(a.position);
      file.put({ ...a, stream: rows[0]!.stream, revision: 1_000 });
    });
    expect(found(elsewhere)).to.include.members([`platform 1000`, `${history.book} ${a.revision + 1}`]);
  });

  it('reports the first event of a renamed stream', async () => {
    const key = bookRows()[0]!.stream;
    const rename = (name: string): void =>
      void file.database.prepare('UPDATE streams SET name = ? WHERE key = ?').run(name, key);
    for (const name of [
      'book-int_other-sandbox',
      'nothing of ours',
      history.book.replace('sandbox', 'production'),
    ]) {
      const audited = await file.tampered(() => rename(name));
      rename(history.book);
      expect(found(audited), name).to.include(`${name} 0`);
    }
  });
});
