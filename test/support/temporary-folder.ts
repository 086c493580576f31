import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder of a suite, with a function that removes it. */
export type Folder = { readonly path: string; readonly remove: () => Promise<void> };

export async function temporaryFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'ledger-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
