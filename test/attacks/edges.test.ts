/** What the service does at its edges: hosted pages, logs, and stores that fail. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import pino from 'pino';
import { readTerms } from '../../src/hosted/onboarding/terms-text.ts';
import { createHealthMonitor } from '../../src/service/health.ts';
import { newLinks, userNow } from '../hosted/hosted-support.ts';
import { startMemoryApp } from '../support/memory-app.ts';
import type { MemoryApp } from '../support/memory-app.ts';
import { openPage, submitForm } from '../support/hosted-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('Sample terms', () => {
  let app: MemoryApp;
  before(async () => {
    app = await startMemoryApp();
  });
  after(() => app.close());

  it('are not shown to users in production, who are told to contact the company', async () => {
    const { user_id, terms } = await newLinks(app, { production: true });
    const page = await fetch(terms);
    const text = await page.text();
    expect(page.status).to.equal(503);
    expect(text).to.contain('Contact the company').and.not.contain('<form').and.not.contain('sample');
    const sent = await fetch(terms, { method: 'POST', body: new URLSearchParams({ accept: 'yes' }) });
    expect(sent.status).to.equal(503);
    expect((await userNow(app, user_id, true)).terms_status).to.not.equal('approved');
  });

  it('can be accepted in the sandbox', async () => {
    const { user_id, terms } = await newLinks(app);
    await submitForm(await openPage(terms), { accept: 'yes' });
    expect((await userNow(app, user_id)).terms_status).to.equal('approved');
  });

  it('are replaced by configured terms, which users in production can accept', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'terms.txt');
    writeFileSync(file, 'The terms of Acme.\n');
    const configured = await startMemoryApp({ terms: readTerms(file) });
    try {
      const { user_id, terms } = await newLinks(configured, { production: true });
      await submitForm(await openPage(terms), { accept: 'yes' });
      expect((await userNow(configured, user_id, true)).terms_status).to.equal('approved');
    } finally {
      await configured.close();
      await folder.remove();
    }
  });

  it('are reported by the readiness check, which names the setting', () => {
    const options = { pausedEndpoints: () => 0, lacksTerms: true };
    const { parts } = createHealthMonitor(pino({ level: 'silent' }), options).health();
    expect(parts['terms']?.ok).to.equal(true);
    expect(parts['terms']?.detail).to.contain('hosted.terms_file');
  });
});
