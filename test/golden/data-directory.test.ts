/** The recorded data directory: it starts, answers with the same bytes, and passes the audit; see README.md. */
import { join } from 'node:path';
import { expect } from 'chai';
import { sqliteSource } from '../../src/audit/event-source.ts';
import { streamKindOf } from '../../src/audit/rules/event-decoder.ts';
import { balancesAt, type BalancesQuery } from '../../src/audit/verification/account-balances.ts';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import {
  FIRST_HASH,
  chainEvent,
  decodeData,
  decodeMetadata,
  draftEvents,
} from '../../src/event-store/codec.ts';
import { createEventMacs, hasMac } from '../../src/event-store/event-macs.ts';
import { encodingSchemasOf } from '../../src/event-store/event-schemas.ts';
import type { NewEvent, StoredEvent } from '../../src/event-store/port.ts';
import { ENVIRONMENTS, integratorOf, isBookStream } from '../../src/ledger/ids.ts';
import { openDatabase } from '../../src/sqlite/database.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key.ts';
import { createConsoleClient } from '../console/console-client.ts';
import { expectBody, fundedWallet, newPayoutAccount, submittedOfframp } from '../support/api-steps.ts';
import { startCli, type Cli } from '../support/cli.ts';
import { createOperatorClient } from '../support/client.ts';
import { readiness } from '../support/readiness.ts';
import { isTried } from '../support/effort.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { temporaryFolder, type Folder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { newEndpoint } from '../support/webhook-client.ts';
import { expectGolden } from './golden.ts';
import { SETTINGS, copyRecorded, readRecording } from './recorded-directory.ts';

describe('The recorded data directory', () => {
  const { time, requests } = readRecording();
  let folder: Folder;
  let cli: Cli;
  before(async () => {
    folder = await temporaryFolder();
    copyRecorded(folder.path);
    cli = startCli();
  });
  after(async () => {
    await cli.close();
    await folder.remove();
  });

  it('has the bytes, hashes, and MACs that its events are encoded to', () => {
    const macs = createEventMacs(readOrCreateMasterKey(folder.path));
    const ends = new Map<string, string>();
    const types = new Set<string>();
    for (const stored of eventsIn(folder.path)) {
      const previous = ends.get(stored.stream) ?? FIRST_HASH;
      const { event, hash } = encodeAgain(previous, stored, macs);
      const { id, type, data, metadata } = stored;
      expect(event).to.deep.equal({ id, type, data, metadata });
      ends.set(stored.stream, hash);
      types.add(type);
    }
    expect(types.size).to.be.above(50);
  });

  it('passes the audit with the same output', async () => {
    expectGolden('audit.txt', [await audit('verify'), await audit('compare')]);
  });

  it('has balances without findings at every time, and of every part', async () => {
    const events = eventsIn(folder.path).filter((_, i) => isTried(i));
    const times = new Set(events.map((event) => decodeMetadata(event).time));
    const books = events.filter(({ stream }) => isBookStream(stream));
    const parts: BalancesQuery[] = [
      ...[...new Set(books.map(({ stream }) => integratorOf(stream)))].map((integratorId) => ({
        integratorId,
      })),
      ...ENVIRONMENTS.map((environment) => ({ environment })),
    ];
    const queries: BalancesQuery[] = [
      {},
      ...parts,
      ...[...times].flatMap((at, i) => [{ at }, { ...parts[i % parts.length], at }]),
      ...books.map(({ stream, revision }) => ({ until: { stream, revision } })),
    ];
    const source = sqliteSource(join(folder.path, DATABASE_FILE_NAME));
    try {
      for (const query of queries) {
        const { findings } = await balancesAt(source, query);
        expect(findings, JSON.stringify(query)).to.deep.equal([]);
      }
    } finally {
      await source.close();
    }
  });

  const asked = requests
    .map((request) => request.split(' '))
    .map(([who = '', , path = '']) => ({ who, path }));

  it('gets ready and answers with the same bytes at the time of its recording', async () => {
    const service = await startTestService({ DATA_DIR: folder.path }, () => time, SETTINGS);
    try {
      expect((await readiness(service.url)).status).to.equal(200);
      const operator = createOperatorClient(service.url, service.credentials.operator_token);
      const lines: string[] = [];
      for (const { who, path } of asked.filter(({ who }) => who !== 'console')) {
        const { status, text } = await (who === 'api' ? service.sandbox : operator).get(path);
        lines.push(`=== ${who} GET ${path} ${status}`, text.trimEnd().replaceAll('},{', '},\n{'));
      }
      expectGolden('answers.txt', lines);
    } finally {
      await service.close();
    }
    expect(await audit('compare')).to.contain('No differences.');
  });

  describe('with a service at the current time', () => {
    let service: RunningService;
    before(async () => {
      service = await startTestService({ DATA_DIR: folder.path }, Date.now, SETTINGS);
    });
    after(() => service.close());

    it('has the same pages', async () => {
      const browser = createConsoleClient(service.url);
      await browser.signIn(service.credentials.operator_token);
      const lines: string[] = [];
      for (const { path } of asked.filter(({ who }) => who === 'console')) {
        const { status, heading } = await browser.get(path);
        lines.push(`${path} ${status} ${heading}`);
      }
      expectGolden('console-pages.txt', lines);
    });

    it('has the same metrics with the same labels', async () => {
      const { sandbox } = service;
      await newEndpoint(sandbox, 'https://hooks.invalid/hooks');
      const from = await fundedWallet(sandbox, { cashable: '5000.00' });
      const account = await newPayoutAccount(sandbox, from.user_id);
      const { id } = await submittedOfframp(sandbox, from.id, account.id, '300.00');
      const outcome = await sandbox.post(`/v1/sandbox/transfers/${id}/payout_outcome`, {
        outcome: 'completed',
      });
      expectBody(outcome, 200);
      expect((await sandbox.post('/v1/users', {})).status).to.equal(422);
      const text = await waitFor('tasks and deliveries to be counted', async () => {
        const shown = await (await fetch(`${service.url}/metrics`)).text();
        const isCounted = ['task_runs_total{', 'webhook_attempts_total{'].every((series) =>
          shown.includes(series),
        );
        return isCounted ? shown : undefined;
      });
      expectGolden('metrics.txt', metricLines(text));
    });
  });

  async function audit(what: 'verify' | 'compare'): Promise<string> {
    const { code, out, err } = await cli.run({ DATA_DIR: folder.path }, 'audit', what);
    return `audit ${what}: ${code} ${err}${out.replace(/ in [\d.]+ s \(.*?\/s\)/, '').trimEnd()}`;
  }
});

/** All events in the order of their positions. */
function eventsIn(folder: string): StoredEvent[] {
  const database = openDatabase(join(folder, DATABASE_FILE_NAME), { readOnly: true });
  const query =
    'SELECT position, name AS stream, revision, id, type, data, metadata FROM events, streams WHERE stream = key ORDER BY position';
  // The columns are those of a stored event.
  const rows = database.prepare(query).all() as (Omit<StoredEvent, 'position'> & { position: number })[];
  database.close();
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
}

function encodeAgain(
  previous: string,
  stored: StoredEvent,
  macs: ReturnType<typeof createEventMacs>,
): { readonly event: NewEvent; readonly hash: string } {
  const { time, actor, request_id, reason, idempotency, schema_version } = decodeMetadata(stored);
  const { stream, revision, type, id } = stored;
  const schemaOf = encodingSchemasOf(streamKindOf(stream));
  const [drafted] = draftEvents({
    events: [{ type, data: decodeData(stored) }],
    // A release that adds a version still reads events of the version that was recorded.
    schemaOf: (name) => ({ ...schemaOf(name), version: schema_version }),
    metadata: { time, actor, request_id, ...(reason !== undefined && { reason }) },
    idempotency,
  }).drafts;
  if (drafted === undefined) throw new Error('the event was not encoded');
  const draft = { ...drafted, id };
  const place = { stream, revision, previous };
  const chained = chainEvent(place, draft);
  return hasMac(stored) ? chainEvent(place, macs.add(draft, chained.hash)) : chained;
}

/** `name type labels`, without the metrics of Node.js and of the process. */
function metricLines(text: string): string[] {
  const labels = new Map<string, Set<string>>();
  for (const [, name = '', pairs = ''] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{(.*)\} \S+$/gm)) {
    const names = labels.get(name) ?? new Set();
    for (const [, label = ''] of pairs.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) names.add(label);
    labels.set(name, names);
  }
  return [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)]
    .filter(([, name = '']) => !/^(process|nodejs)_/.test(name))
    .map(([, name = '', type = '']) => [name, type, ...[...(labels.get(name) ?? [])].sort()].join(' '))
    .sort();
}
