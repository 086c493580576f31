/** Child process: adds transfers to the data directory of a stopped service, and projects them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE_NAME } from '../../src/config/storage.ts';
import { createEventMacs } from '../../src/event-store/event-macs.ts';
import { bookStreamOf } from '../../src/ledger/book-name.ts';
import type { Credentials } from '../../src/service/first-run.ts';
import type { ProjectionProgress } from '../../src/read-models/projection-progress.ts';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { deriveMacKey } from '../../src/system/derived-key.ts';
import { readOrCreateMasterKey } from '../../src/vault/master-key-file.ts';
import { makeTransfers, openWriters } from './book.ts';
import { serveTasks } from './child.ts';

export type HistoryTask = {
  readonly dataDir: string;
  readonly wallets: readonly string[];
  readonly from: number;
  readonly to: number;
};

serveTasks(async ({ dataDir, wallets, from, to }: HistoryTask) => {
  const file = join(dataDir, DATABASE_FILE_NAME);
  const masterKey = readOrCreateMasterKey(dataDir);
  // The service writes this file at its first start.
  const { integrator_id } = JSON.parse(
    readFileSync(join(dataDir, 'credentials.json'), 'utf8'),
  ) as Credentials;
  const opened = await openWriters(file, {
    stream: bookStreamOf(integrator_id, 'sandbox'),
    macs: createEventMacs(masterKey),
    snapshotKey: deriveMacKey(masterKey, 'snapshots v1'),
  });
  await makeTransfers(opened, wallets, { from, to });
  await opened.close();
  await projectAll(file, masterKey);
});

async function projectAll(file: string, masterKey: Uint8Array): Promise<void> {
  let newest: readonly ProjectionProgress[] = [];
  let wake: () => void = () => undefined;
  const { eventStore, close } = await openEmbeddedStores({
    file,
    projector: { masterKey, eventStoreUrl: undefined },
    onProgress(progress) {
      newest = progress;
      wake();
    },
  });
  const head = await eventStore.head();
  while (newest.length === 0 || newest.some(({ position }) => position < head))
    await new Promise<void>((resolve) => (wake = resolve));
  await close();
}
