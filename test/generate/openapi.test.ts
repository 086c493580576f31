import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { errorCodes, loadOperations } from '../../scripts/generate/operations.ts';
import { isObject, readObject } from '../../scripts/generate/schemas.ts';
import type { Json, JsonObject } from '../../scripts/generate/schemas.ts';
import { documented, expectMatchesSchema } from '../support/openapi-document.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const operations = loadOperations(`${root}schemas`);
const document = readObject(`${root}schemas/openapi.json`);

const child = (value: Json | undefined, ...names: readonly string[]): Json | undefined => {
  let at = value;
  for (const name of names) at = isObject(at) ? at[name] : undefined;
  return at;
};
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const entries = (value: Json | undefined): [string, Json][] => (isObject(value) ? Object.entries(value) : []);

/** All objects in a value, at any depth. Each is a schema or contains some. */
const objectsIn = (value: Json): JsonObject[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isObject(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : [];

/** The operations of the API contract. Any other one is an addition, and its declaration says so. */
const CONTRACT_OPERATIONS = `
  listUsers createUser getUser updateUser deactivateUser createOnboardingLinks listWallets
  createWallet getWallet getWalletBalance listWalletHistory listDepositAccounts createDepositAccount
  getDepositAccount deactivateDepositAccount reactivateDepositAccount listDepositAccountActivity
  listTransfers createTransfer getTransfer cancelTransfer listPayoutAccounts createPayoutAccount
  getPayoutAccount deletePayoutAccount listRoutes getRate createQuote getQuote listWebhookEndpoints
  createWebhookEndpoint getWebhookEndpoint updateWebhookEndpoint deleteWebhookEndpoint
  testWebhookEndpoint listEvents getEvent redeliverEvent setSandboxKyc createSandboxDeposit
  setSandboxPayoutOutcome
`
  .trim()
  .split(/\s+/);

type Visited = { readonly method: string; readonly path: string; readonly operation: JsonObject };
const visited: Visited[] = entries(document['paths']).flatMap(([path, item]) =>
  entries(item).flatMap(([method, operation]) => (isObject(operation) ? [{ method, path, operation }] : [])),
);

describe('openapi.json', () => {
  it('lists exactly the declared operations', () => {
    const listed = visited.map(
      ({ method, path, operation }) => `${textOf(operation['operationId'])} ${method.toUpperCase()} ${path}`,
    );
    const declared = operations.operations.map(
      ({ operationId, method, path }) => `${operationId} ${method} ${path}`,
    );
    expect(listed.sort()).to.deep.equal(declared.sort());
    expect(new Set(operations.operations.map(({ operationId }) => operationId)).size).to.equal(
      operations.operations.length,
    );
  });

  it('labels every operation beyond the API contract as an addition', () => {
    const isAddition = ({ operation }: Visited): boolean => operation['x-addition'] === true;
    const unlabeled = visited.filter((each) => !isAddition(each));
    expect(unlabeled.map(({ operation }) => operation['operationId'])).to.have.members(CONTRACT_OPERATIONS);
    expect(visited.filter(isAddition)).to.not.deep.equal([]);
  });

  it('writes a value or null as oneOf and a union as anyOf, as generators for C# expect', () => {
    const isNull = (variant: Json): boolean => child(variant, 'type') === 'null';
    const choices = (keyword: string): Json[][] =>
      objectsIn(document).flatMap(({ [keyword]: variants }) => (Array.isArray(variants) ? [variants] : []));
    const [nullable, unions] = [choices('oneOf'), choices('anyOf')];
    expect(nullable).to.not.deep.equal([]);
    expect(nullable.filter((variants) => !variants.some(isNull))).to.deep.equal([]);
    expect(unions).to.not.deep.equal([]);
    expect(unions.filter((variants) => variants.some(isNull))).to.deep.equal([]);
  });

  it('declares the type of texts with listed values, which generators for C# do not derive', () => {
    const listed = objectsIn(document).filter(
      ({ enum: values, const: constant }) => Array.isArray(values) || typeof constant === 'string',
    );
    expect(listed).to.not.deep.equal([]);
    expect(listed.filter(({ type }) => type === undefined)).to.deep.equal([]);
  });

  it('has the structure of an OpenAPI 3.1 document', () => {
    expect(document['openapi']).to.equal('3.1.0');
    expect(child(document, 'info', 'title')).to.be.a('string');
    expect(child(document, 'info', 'version')).to.be.a('string');
    expect(child(document, 'components', 'securitySchemes', 'ApiKey')).to.include({
      type: 'apiKey',
      in: 'header',
      name: 'Api-Key',
    });
    const tagNames = (document['tags'] as readonly JsonObject[]).map(({ name }) => name);
    for (const { path, operation } of visited) {
      expect(path).to.match(/^\/v1\//);
      expect(operation['summary']).to.be.a('string');
      expect(tagNames).to.include.members(operation['tags'] as string[]);
      const parameters = (operation['parameters'] ?? []) as readonly JsonObject[];
      const inPath = parameters.filter((parameter) => parameter['in'] === 'path').map(({ name }) => name);
      expect(inPath).to.deep.equal([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      for (const [status, response] of entries(operation['responses'])) {
        expect(status).to.match(/^[2-5]\d\d$/);
        expect(child(response, 'description')).to.be.a('string').that.is.not.empty;
        expect(child(response, 'headers', 'Request-Id'), path).to.not.equal(undefined);
      }
    }
  });

  it('has only references that resolve', () => {
    const missing: string[] = [];
    const walk = (value: Json): void => {
      if (Array.isArray(value)) (value as readonly Json[]).forEach(walk);
      if (!isObject(value)) return;
      const ref = value['$ref'];
      if (typeof ref === 'string' && child(document, ...ref.split('/').slice(1)) === undefined)
        missing.push(ref);
      Object.values(value).forEach(walk);
    };
    walk(document);
    expect(missing).to.deep.equal([]);
  });

  it('requires an idempotency key for every POST except a dry run', () => {
    const withDryRun = ['createTransfer', 'createTransferBatch'];
    for (const { method, operation } of visited) {
      const refs = ((operation['parameters'] ?? []) as readonly JsonObject[]).map(({ $ref }) => textOf($ref));
      const hasDryRun = withDryRun.includes(textOf(operation['operationId']));
      const expected = hasDryRun ? 'IdempotencyKeyUnlessDryRun' : 'IdempotencyKey';
      if (method === 'post') expect(refs).to.include(`#/components/parameters/${expected}`);
      else expect(refs.join()).not.to.include('Idempotency');
    }
  });

  it('has valid examples for every body and answer', () => {
    const { at } = documented();
    const expectExamples = (pointer: readonly string[], content: Json | undefined): void => {
      const [[mediaType, media] = ['', undefined]] = entries(content);
      const many = entries(child(media, 'examples')).map(([, example]) => {
        const ref = textOf(child(example, '$ref'));
        return child(document, ...ref.split('/').slice(1), 'value');
      });
      const examples = many.length > 0 ? many : [child(media, 'example')];
      for (const example of examples) {
        const check = at(...pointer, 'content', mediaType, 'schema');
        expect(check(example), `${pointer.join(' ')}: ${JSON.stringify(check.errors)}`).to.equal(true);
      }
    };
    for (const { method, path, operation } of visited) {
      const pointer = ['paths', path, method];
      const body = operation['requestBody'];
      if (body !== undefined) expectExamples([...pointer, 'requestBody'], child(body, 'content'));
      for (const [status, response] of entries(operation['responses']))
        expectExamples([...pointer, 'responses', status], child(response, 'content'));
    }
  });

  it('documents every error code of an operation under its status', () => {
    for (const operation of operations.operations)
      for (const code of errorCodes(operation))
        expect(operations.errors, operation.operationId).to.have.property(code);
  });
});

describe('The response check', () => {
  const request_id = 'req_01kakz3v00000000000000000d';
  const error = (type: string, code: string) => ({ error: { type, code, message: 'No.', request_id } });

  it('accepts an error that the operation declares', () => {
    expectMatchesSchema('getUser', 404, error('not_found', 'not_found'));
  });

  it('rejects an undeclared error code', () => {
    expect(() => expectMatchesSchema('getUser', 404, error('not_found', 'quote_used'))).to.throw(
      'does not document the code quote_used',
    );
  });

  it('rejects an undeclared status', () => {
    expect(() => expectMatchesSchema('getUser', 418, {})).to.throw('not documented');
  });

  it('rejects an object with an extra field', () => {
    expect(() => expectMatchesSchema('listUsers', 200, { data: [], has_more: false, more: 1 })).to.throw(
      'does not match',
    );
  });

  it('accepts an answer without an optional header', () => {
    const headers = { 'request-id': request_id, 'retry-after': '1' };
    const body = error('api_error', 'service_unavailable');
    expectMatchesSchema('listUsers', 503, body, headers);
    expect(() => expectMatchesSchema('listUsers', 503, body, { 'request-id': request_id })).to.throw(
      'Retry-After',
    );
  });

  it('rejects an answer without a required header', () => {
    const headers = { 'request-id': request_id };
    expect(() => expectMatchesSchema('listUsers', 200, { data: [], has_more: false }, headers)).to.throw(
      'RateLimit-Limit',
    );
  });
});
