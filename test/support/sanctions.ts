/** Sanctions lists for tests. */
import { readListFile } from '../../src/screening/list-file.ts';
import { createSanctionsList, type SanctionsList } from '../../src/screening/screening.ts';

/** A list with one name per line. */
export const sanctionsListOf = (lines: readonly string[] = []): SanctionsList =>
  createSanctionsList(lines.length === 0 ? [] : [readListFile('names.txt', Buffer.from(lines.join('\n')))]);
