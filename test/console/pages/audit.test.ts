/** The audit page of a service that signs checkpoints. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { findSigningKey } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import { sqliteSource } from '../../../src/audit/event-source.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import {
  appendVerificationRecord,
  createVerificationRecord,
} from '../../../src/audit/verification/audit-status.ts';
import { verify, type Verification } from '../../../src/audit/verification/verification.ts';
import { DATABASE_FILE_NAME } from '../../../src/config/config.ts';
import { expectError } from '../../support/api-steps.ts';
import { createOperatorClient } from '../../support/client.ts';
import { startTestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createConsoleClient, visibleText } from '../console-client.ts';

describe('The audit page', () => {
  it('shows the last checkpoint of each stream', async () => {
    const folder = await temporaryFolder();
    const service = await startTestService({ CHECKPOINT_DIR: folder.path, CHECKPOINT_EVERY_SECONDS: '1' });
    try {
      const client = createConsoleClient(service.url);
      await client.signIn(service.credentials.operator_token);
      const text = await waitFor('a checkpoint', async () => {
        const words = visibleText(await client.get('/console/audit'));
        return words.includes('verified') ? words : undefined;
      });
      expect(text).to.include('Checkpoints enabled').and.to.include('every 1 seconds');
      expect(text).to.match(/platform \d+ [0-9a-zA-Z+/=]{12}…/);
      expect(text).to.include('No verification is recorded');
    } finally {
      await service.close();
      await folder.remove();
    }
  });

  it('reports an unreadable checkpoint folder', async () => {
    const folder = await temporaryFolder();
    // A folder in place of a file is unreadable regardless of permissions.
    await mkdir(join(folder.path, 'verifications'));
    const service = await startTestService({ CHECKPOINT_DIR: folder.path });
    try {
      const operator = createOperatorClient(service.url, service.credentials.operator_token);
      const refused = expectError(await operator.get('/operator/v1/audit'), 503, 'service_unavailable');
      expect(refused.message).to.include('CHECKPOINT_DIR').and.to.include('EISDIR');
      const client = createConsoleClient(service.url);
      await client.signIn(service.credentials.operator_token);
      expect(visibleText(await client.get('/console/audit'))).to.include(refused.message);
    } finally {
      await service.close();
      await folder.remove();
    }
  });

  it('shows the result, position, and age of the last verification', async () => {
    const folder = await temporaryFolder();
    const service = await startTestService({ CHECKPOINT_DIR: folder.path });
    try {
      const client = createConsoleClient(service.url);
      await client.signIn(service.credentials.operator_token);
      const { dataDir } = service;
      const key = findSigningKey({ masterKey: undefined, dataDir })!;
      const source = sqliteSource(join(dataDir, DATABASE_FILE_NAME));
      const found = await verify(source);
      await source.close();
      const shownAfter = async (changed: Partial<Verification>, finishedAt: number): Promise<string> => {
        const ran = {
          startedAt: finishedAt - 1_000,
          finishedAt,
          config: { dataDir, eventStoreUrl: undefined },
        };
        appendVerificationRecord(folder.path, createVerificationRecord({ ...found, ...changed }, ran), key);
        return visibleText(await client.get('/console/audit'));
      };
      const days = 24 * 60 * 60 * 1_000;
      expect(await shownAfter({}, Date.now() - 8 * days)).to.include('Passed, but outdated');
      const right = await shownAfter({ checkpoints: 1_204 }, Date.now() - days);
      expect(right)
        .to.match(/Result Passed Finished/)
        .and.to.include('1,204 signed checkpoints');
      expect(right)
        .to.include(`Position ${found.position}`)
        .and.to.include(join(dataDir, DATABASE_FILE_NAME));
      const wrong: Finding = {
        stream: 'platform',
        revision: 3,
        event_id: null,
        type: 'key.issued',
        rule: 'hash_chain',
        reason: 'its hash does <b>not</b> follow',
      };
      const text = await shownAfter({ ok: false, findings: [wrong] }, Date.now());
      expect(text)
        .to.include('1 stream failed')
        .and.to.match(/platform 3 key\.issued hash_chain its hash/);
      expect((await client.get('/console/audit')).text).to.include('&lt;b&gt;not');
    } finally {
      await service.close();
      await folder.remove();
    }
  });
});
