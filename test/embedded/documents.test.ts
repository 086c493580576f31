import { join } from 'node:path';
import { startEmbedded } from '../../src/embedded/embedded.ts';
import { documentsContract } from '../contracts/documents.ts';
import { describeContract } from '../support/contract.ts';
import { temporaryFolder } from '../support/folder.ts';

describeContract('An embedded documents store', documentsContract, async () => {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded({ file: join(folder.path, 'ledger.db') });
  return { documents: embedded.documents, close: () => embedded.close().then(folder.remove) };
});
