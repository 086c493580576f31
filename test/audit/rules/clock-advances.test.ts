/** Forged advances of a book's time, with a recomputed hash chain. */
import { expect } from 'chai';
import { advanceClock } from '../../../src/ledger/sandbox.ts';
import { makeAuditFile, type AuditFile, type Row } from '../../support/audit-file.ts';
import { writeAuditHistory } from '../../support/audit-history.ts';
import { command, keepersOn } from '../../support/writer.ts';

describe('Audit of a book whose time was advanced', () => {
  let file: AuditFile;
  before(async () => {
    file = await makeAuditFile(async (eventStore) => {
      const { book } = await writeAuditHistory(eventStore);
      const writers = keepersOn({ eventStore });
      for (const seconds of [60, 86_400])
        await writers.submit(
          book,
          command((state) => advanceClock(state, { seconds })),
        );
      const later = command(() => ({ events: [] }), { key: 'later' });
      expect((await writers.submit(book, later)).kind).to.equal('done');
    });
  });
  after(() => file.close());

  /** The history of all audit tests has one more. */
  const advances = (): Row[] =>
    file
      .rows()
      .filter(({ type }) => type === 'clock.advanced')
      .slice(-2);
  const forged = async (row: Row): Promise<unknown[]> => {
    const change = (): void => {
      file.put(row);
      file.rechain(file.nameOf(row.stream), row.revision);
    };
    const { findings } = await file.tampered(change);
    return findings.map(({ rule, revision }) => [rule, revision]);
  };

  it('finds nothing in what the service wrote', async () => {
    expect(advances()).to.have.length(2);
    expect((await file.audit()).findings).to.deep.equal([]);
  });

  it('finds an advance that does not add up', async () => {
    const [, second] = advances();
    if (second === undefined) throw new Error('expected two advances');
    for (const data of [
      '{"seconds":86400,"ahead_seconds":86400}',
      '{"seconds":1,"ahead_seconds":86460}',
      '{"seconds":86401,"ahead_seconds":86460}',
    ])
      expect(await forged({ ...second, data }), data).to.deep.equal([['fold', second.revision]]);
  });

  it('finds an event that is earlier than the advance allows', async () => {
    const [, second] = advances();
    const later = file.rows().find(({ position }) => position > (second?.position ?? 0));
    if (second === undefined || later === undefined) throw new Error('expected an event after the advances');
    const time = /"time":"([^"]+)"/;
    const before = time.exec(second.metadata)?.[0] ?? '';
    const metadata = later.metadata.replace(time, before);
    expect((await forged({ ...later, metadata }))[0]).to.deep.equal(['fold', later.revision]);
  });
});
