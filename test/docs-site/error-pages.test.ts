/** The page of each error code, and the links from error responses to it. */
import { expect } from 'chai';
import { errorEntries } from '../../src/docs-site/reference/openapi-document.ts';
import { ERRORS } from '../../src/generated/errors.ts';
import { expectBody, expectError, newUser } from '../support/api-steps.ts';
import { createClient } from '../support/client.ts';
import { openapiDocument } from '../support/openapi-document.ts';
import { startTestService, type RunningService } from '../support/service.ts';
import { textOf } from './shell.ts';

describe('The page of an error code', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const pageOf = async (url: string): Promise<string> => {
    const response = await fetch(url);
    expect(response.status, url).to.equal(200);
    return textOf(await response.text()).replace(/\s+/g, ' ');
  };

  it('exists for every code, with its meaning, causes, advice, an example, and operations', async () => {
    const documents = [openapiDocument('openapi.json'), openapiDocument('openapi-operator.json')];
    for (const [code, { message }] of Object.entries(ERRORS)) {
      const page = await pageOf(`${service.url}/docs/errors/${code}`);
      for (const part of ['Typical causes', 'What to do', 'Status']) expect(page, code).to.contain(part);
      expect(errorEntries().get(code)?.causes, code).to.not.be.empty;
      const isReturned = documents.some(({ components }) => code in components.examples);
      if (isReturned)
        expect(page, code).to.contain('Operations').and.to.contain(textOf(message).trim().slice(0, 20));
    }
    const page = await pageOf(`${service.url}/docs/errors/quote_expired`);
    expect(page).to.contain('Create a transfer').and.to.contain('POST /v1/transfers').and.to.contain('422');
  });

  it('is 404 for an unknown code', async () => {
    for (const code of ['nothing', 'constructor', '../errors', 'quote_expired/'])
      expect((await fetch(`${service.url}/docs/errors/${code}`)).status, code).to.equal(404);
  });

  it('is named by every error response of the API', async () => {
    const { sandbox, url } = service;
    const docOf = (code: string): string => `${url}/docs/errors/${code}`;
    const nobody = createClient(url, '');
    expect(expectError(await nobody.get('/v1/users'), 401, 'invalid_api_key').doc_url).to.equal(
      docOf('invalid_api_key'),
    );
    const unknown = expectError(await sandbox.get('/v1/nothing'), 404, 'not_found');
    expect(unknown.doc_url).to.equal(docOf('not_found'));
    await pageOf(unknown.doc_url as string);
    const user = await newUser(sandbox);
    const again = await sandbox.post('/v1/users', {
      type: 'individual',
      external_reference: user.external_reference,
    });
    const { doc_url } = expectError(again, 409, 'external_reference_exists');
    expect(doc_url).to.equal(docOf('external_reference_exists'));
  });

  it('has the address of the service, whatever the client used, and a replay is the same', async () => {
    const { sandbox, url } = service;
    const viaName = url.replace('127.0.0.1', 'localhost');
    const named = createClient(viaName, sandbox.apiKey);
    const user = await newUser(sandbox);
    const body = { type: 'individual', external_reference: user.external_reference };
    const idempotencyKey = 'page-of-an-error';
    const first = await named.post('/v1/users', body, { idempotencyKey });
    const { doc_url } = expectError(first, 409, 'external_reference_exists');
    expect(doc_url).to.equal(`${url}/docs/errors/external_reference_exists`);
    const replay = await sandbox.post('/v1/users', body, { idempotencyKey });
    expect(replay.text).to.equal(first.text);
    expectBody(await sandbox.get(`/v1/users/${String(user.id)}`), 200);
  });
});
