/** The contract of every document store. */
import type { ContractCase } from '../support/contract.ts';
import type { DocumentsContext } from '../support/document-store.ts';
import { dropCases } from './document-store-drop.ts';
import { batchCases } from './document-store-batches.ts';
import { expiryCases } from './document-store-expiry.ts';
import { filteredCases } from './document-store-filtered.ts';
import { listCases } from './document-store-lists.ts';
import { healthCases, recordCases } from './document-store-records.ts';
import { deletionCases, documentCases } from './document-store-writes.ts';

export const documentsContract: readonly ContractCase<DocumentsContext>[] = [
  ...documentCases,
  ...deletionCases,
  ...batchCases,
  ...listCases,
  ...filteredCases,
  ...dropCases,
  ...expiryCases,
  ...recordCases,
  ...healthCases,
];
