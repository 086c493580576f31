/** `projections prepare` on a data directory that an earlier release wrote, with read models of other rules. */
import { join } from 'node:path';
import { expect } from 'chai';
import { PROJECTIONS } from '../../projections/all.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import {
  generationsOf,
  newestProjections,
  planGenerations,
} from '../../src/read-models/generations/generation.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { createSqliteDocuments } from '../../src/sqlite/documents.ts';
import { copyRecorded } from '../golden/recorded-directory.ts';
import { startCli, type Cli } from '../support/cli.ts';
import { startTestService } from '../support/service.ts';
import { tamper } from '../support/tampered-events.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { expectBody } from '../support/api-steps.ts';
import { createOperatorClient } from '../support/client.ts';
import { waitFor } from '../support/wait-for.ts';

type Prepared = {
  readonly name: string;
  readonly version: number;
  readonly events: number;
  readonly problem: string | null;
};

describe('projections prepare', () => {
  let folder: Folder;
  let cli: Cli;
  before(() => (cli = startCli()));
  after(() => cli.close());
  beforeEach(async () => {
    folder = await temporaryFolder();
    copyRecorded(folder.path);
  });
  afterEach(() => folder.remove());

  async function prepare(): Promise<{ code: number; prepared: Prepared[] }> {
    const { code, out } = await cli.run({ DATA_DIR: folder.path }, 'projections', 'prepare', '--json');
    return { code, prepared: (JSON.parse(out) as { data: Prepared[] }).data };
  }

  async function checkpoints(): Promise<ReadonlyMap<string, bigint>> {
    const documents = createSqliteDocuments(openDatabase(join(folder.path, DATABASE_FILE_NAME)));
    try {
      await documents.ensure([]);
      return await documents.checkpoints();
    } finally {
      await documents.close();
    }
  }

  it('builds what the recorded release does not read, leaves the rest as it is, and continues the next time', async () => {
    const before = await checkpoints();
    const changed = [...newestProjections(PROJECTIONS).values()].filter(
      ({ name, version }) => !generationsOf(name, before).some((each) => each.version === version),
    );
    expect(changed.map(({ name }) => name)).to.include.members(['users', 'events']);
    const { code, prepared } = await prepare();
    expect(code).to.equal(0);
    expect(prepared.map(({ name, version, problem }) => [name, version, problem])).to.deep.equal(
      changed.map(({ name, version }) => [name, version, null]),
    );
    for (const { events } of prepared) expect(events).to.be.above(0);
    const after = await checkpoints();
    for (const [key, position] of before) expect([key, after.get(key)]).to.deep.equal([key, position]);
    expect(await prepare()).to.deep.equal({ code, prepared });
    expect(await checkpoints()).to.deep.equal(after);
  });

  it('is what the next start of this release goes on with, and then there is nothing to prepare', async () => {
    const { prepared } = await prepare();
    const service = await startTestService({ DATA_DIR: folder.path });
    const operator = createOperatorClient(service.url, service.credentials.operator_token);
    const names = new Set(prepared.map(({ name }) => name));
    await waitFor('the builds are read', async () => {
      const { data } = expectBody(await operator.get('/operator/v1/projections'), 200);
      const waiting = data.filter((each: Prepared & { state: string }) => each.state !== 'live');
      return waiting.length === 0 ? true : undefined;
    });
    await service.close();
    const marks = await checkpoints();
    for (const [name, { version }] of newestProjections(PROJECTIONS)) {
      const { active, isComplete, building } = planGenerations(name, version, marks);
      expect([active, isComplete, building]).to.deep.equal([
        { name, version, generation: 1 },
        true,
        undefined,
      ]);
    }
    for (const { name, version, events } of prepared)
      expect(Number(marks.get(`${name}_v${version} events`))).to.be.at.least(events);
    expect(names.size).to.be.above(0);
    expect(await prepare()).to.deep.equal({ code: 0, prepared: [] });
  });

  it('names an event that cannot be applied, and exits with 1', async () => {
    tamper(folder.path, (database) => {
      database.exec(
        `UPDATE events SET type = 'unknown.event' WHERE revision = 3 AND stream = (SELECT MIN(key) FROM streams WHERE name LIKE 'book-%')`,
      );
    });
    const { code, prepared } = await prepare();
    expect(code).to.equal(1);
    const broken = prepared.find(({ name }) => name === 'events');
    expect(broken?.problem).to.match(/^book-\S+ 3: .*unknown\.event/);
  });
});
