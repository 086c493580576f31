/** The audit's page of a service that signs checkpoints. */
import { expect } from 'chai';
import { temporaryFolder } from '../support/folder.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createVisitor, wordsIn } from './visitor.ts';

describe('The console of a service that signs checkpoints', () => {
  it('shows the last one of each stream', async () => {
    const folder = await temporaryFolder();
    const service = await startTestService({ CHECKPOINT_DIR: folder.path, CHECKPOINT_EVERY_SECONDS: '1' });
    try {
      const visitor = createVisitor(service.url);
      await visitor.signIn(service.credentials.operator_token);
      const told = await until('a checkpoint', async () => {
        const words = wordsIn(await visitor.get('/console/audit'));
        return words.includes('witnessed') ? words : undefined;
      });
      expect(told).to.include('Checkpoints are written').and.to.include('every 1 seconds');
      expect(told).to.match(/platform \d+ [0-9a-zA-Z+/=]{12}…/);
    } finally {
      await service.close();
      await folder.remove();
    }
  });
});
