/** No token and nothing personal from the pages in the log, nor in clear among the events. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'chai';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { expectBody, newUser } from '../support/api-steps.ts';
import { openPage, submitForm } from '../support/hosted-page.ts';
import { spawnService, writeConfigFile } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { PERSON } from './hosted-support.ts';

const tag = randomUUID().slice(0, 8);
const person = { ...PERSON, first_name: `Ada${tag}`, last_name: `Moreau${tag}`, line1: `1 ${tag} Street` };

describe('Personal data on the hosted pages', () => {
  let output: string;
  let events: { type: string; data: string; metadata: string }[];
  const tokens: string[] = [];

  before(async () => {
    const folder = await temporaryFolder();
    const service = await spawnService(folder.path, {
      LOG_LEVEL: 'debug',
      CONFIG_FILE: writeConfigFile(folder.path),
    });
    try {
      const { production } = service;
      const { id } = await newUser(production, { first_name: undefined });
      const path = `/v1/users/${id}/onboarding_links`;
      const idempotencyKey = randomUUID();
      const body = { redirect_url: 'https://shop.example/' };
      const { kyc, terms } = expectBody(await production.post(path, body, { idempotencyKey }), 201);
      expectBody(await production.post(path, body, { idempotencyKey }), 201);
      tokens.push(kyc.url.slice(-43), terms.url.slice(-43));
      const page = await openPage(kyc.url);
      expect((await submitForm(page, { ...person, city: '' })).status).to.equal(422);
      expect((await submitForm(page, person)).status).to.equal(303);
      expect((await submitForm(await openPage(terms.url), { accept: 'yes' })).status).to.equal(303);
      expect((await openPage(`${kyc.url}x`)).status).to.equal(404);
      expect((await openPage(`${service.url}/onboarding/${person.last_name}/kyc/x`)).status).to.equal(404);
      expect(await service.stop()).to.equal(0);
      output = service.output();
      const database = new DatabaseSync(join(folder.path, DATABASE_FILE_NAME), { readOnly: true });
      // The three columns are text.
      events = database.prepare('SELECT type, data, metadata FROM events').all() as typeof events;
      database.close();
    } finally {
      await service.kill();
      await folder.remove();
    }
  });

  it('is logged as a route, with its status and a request ID', () => {
    const lines = output.split('\n').filter((line) => line.includes('"/onboarding/'));
    expect(lines).to.have.length.at.least(6);
    for (const line of lines) {
      // Whatever begins with a brace was written by the logger.
      const { route, request_id } = JSON.parse(line) as Record<string, unknown>;
      expect(route).to.be.oneOf(['/onboarding/{user_id}/kyc/{token}', '/onboarding/{user_id}/terms/{token}']);
      expect(request_id).to.match(/^req_/);
    }
  });

  it('appears neither in the log nor in the events', () => {
    const recorded = events.map((event) => Object.values(event).join(' ')).join('\n');
    expect(recorded).to.contain('identity.submitted');
    for (const secret of [tag, person.first_name, 'Halifax', 'B3H 0A1', ...tokens]) {
      expect(output).to.not.contain(secret);
      expect(recorded).to.not.contain(secret);
    }
  });

  it('is represented in the events by hashes, with the actor', () => {
    const actors = events
      .filter(({ type }) => /identity|onboarding_link\.|status_changed/.test(type))
      // Metadata is what the codec wrote.
      .map(({ metadata }) => (JSON.parse(metadata) as { actor: string }).actor);
    expect([...new Set(actors)].sort()).to.deep.equal(['hosted:kyc', 'hosted:terms']);
    const issued = events.find(({ type }) => type === 'onboarding_links.issued');
    expect(issued?.data).to.match(/"kyc_token_hash":"[0-9a-f]{64}"/);
    expect(issued?.metadata).to.contain('sealed_answer');
  });
});
