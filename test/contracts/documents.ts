/** What every adapter of the documents port does. */
import type { ContractCase } from '../support/contract.ts';
import type { DocumentsContext } from '../support/documents.ts';
import { dropCases } from './documents-drop.ts';
import { batchCases } from './documents-batches.ts';
import { expiryCases } from './documents-expiry.ts';
import { listCases } from './documents-lists.ts';
import { healthCases, recordCases } from './documents-records.ts';
import { deletionCases, documentCases } from './documents-writes.ts';

export const documentsContract: readonly ContractCase<DocumentsContext>[] = [
  ...documentCases,
  ...deletionCases,
  ...batchCases,
  ...listCases,
  ...dropCases,
  ...expiryCases,
  ...recordCases,
  ...healthCases,
];
