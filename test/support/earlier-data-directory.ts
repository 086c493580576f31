/** A data directory that a release before MACs and contexts wrote. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';

/** Its folder, which also contains `people.json`. */
export const EARLIER_DATA_DIRECTORY = new URL('../fixtures/data-directory/', import.meta.url).pathname;

/** Copies it into an empty folder. */
export function copyEarlierDataDirectory(folder: string): void {
  for (const name of ['master.key', 'credentials.json'])
    copyFileSync(join(EARLIER_DATA_DIRECTORY, name), join(folder, name));
  const database = gunzipSync(readFileSync(join(EARLIER_DATA_DIRECTORY, 'ledger.sqlite.gz')));
  writeFileSync(join(folder, DATABASE_FILE_NAME), database);
}
