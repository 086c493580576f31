import { expect } from 'chai';
import { errorCodes, loadOperations } from '../../scripts/generate/operations.ts';
import { documented, openapiDocument } from '../support/openapi-document.ts';

const FILE = 'openapi-operator.json';
const root = new URL('../../schemas', import.meta.url).pathname;
const { operations, errors } = loadOperations(root, 'operator-operations.json');
const interfaceIds = new Set(loadOperations(root).operations.map(({ operationId }) => operationId));

type Json = Readonly<Record<string, unknown>>;
const document = openapiDocument(FILE) as Json;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const at = (names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), document);

/** Every object in the document, with its path. */
function* objects(value: unknown, way: readonly string[] = []): Generator<[Json, readonly string[]]> {
  if (!isObject(value)) return;
  yield [value, way];
  for (const [name, inner] of Object.entries(value)) yield* objects(inner, [...way, name]);
}

describe('openapi-operator.json', () => {
  it('requires a bearer token instead of an API key', () => {
    expect(document['security']).to.deep.equal([{ OperatorToken: [] }]);
    expect(at(['components', 'securitySchemes', 'OperatorToken'])).to.include({
      type: 'http',
      scheme: 'bearer',
    });
    expect(JSON.stringify(document)).not.to.include('RateLimit');
  });

  it('has no dangling references', () => {
    for (const [{ $ref }] of objects(document))
      if (typeof $ref === 'string') expect(at($ref.split('/').slice(1)), $ref).not.to.equal(undefined);
  });

  it('has unique operation IDs, a role per operation, and known error codes', () => {
    for (const operation of operations) {
      expect(interfaceIds.has(operation.operationId), operation.operationId).to.equal(false);
      expect(operation.role, operation.operationId).to.be.oneOf(['viewer', 'reviewer', 'treasury', 'admin']);
      for (const code of errorCodes(operation)) expect(errors).to.have.property(code);
    }
  });

  it('describes all its tags and requires an idempotency key for every POST that records something', () => {
    const tags = new Set((document['tags'] as readonly { name: string }[]).map(({ name }) => name));
    for (const { path, method, tag } of operations) {
      expect(tags.has(tag), tag).to.equal(true);
      const refs = JSON.stringify(at(['paths', path, method.toLowerCase(), 'parameters']) ?? []);
      // A preview records nothing, so it can be repeated without a key.
      expect(refs.includes('IdempotencyKey'), path).to.equal(method === 'POST' && !path.endsWith('/preview'));
    }
  });

  it('has valid examples for every request and response body', () => {
    const checks = documented(FILE);
    for (const [media, way] of objects(document['paths'], ['paths'])) {
      if (way.at(-1) !== 'application/json') continue;
      const { example, examples } = media;
      const many = isObject(examples) ? Object.values(examples) : [];
      const values = many.map((each) =>
        isObject(each) && typeof each['$ref'] === 'string'
          ? at([...each['$ref'].split('/').slice(1), 'value'])
          : undefined,
      );
      const check = checks.at(...way, 'schema');
      for (const value of values.length > 0 ? values : [example])
        expect(check(value), `${way.join(' ')}: ${JSON.stringify(check.errors)}`).to.equal(true);
    }
  });
});
