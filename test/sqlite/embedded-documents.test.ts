import { join } from 'node:path';
import { openEmbeddedStores } from '../../src/sqlite/embedded-stores.ts';
import { documentsContract } from '../contracts/document-store.ts';
import { describeContract } from '../support/contract.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describeContract('An embedded document store', documentsContract, async () => {
  const folder = await temporaryFolder();
  const embedded = await openEmbeddedStores({ file: join(folder.path, 'ledger.db') });
  return { documents: embedded.documents, close: () => embedded.close().then(folder.remove) };
});
