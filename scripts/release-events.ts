/** Locks the schemas of events that are new: from then on they stay as they are. See scripts/generate/lock.ts. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lockFileText } from './generate/lock.ts';
import { LOCK, loadSchemas } from './generate/schemas.ts';

const root = fileURLToPath(new URL('../schemas', import.meta.url));
try {
  writeFileSync(`${root}/${LOCK}`, lockFileText(root, loadSchemas(root)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
