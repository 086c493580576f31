import { expect } from 'chai';
import { loadOperations } from '../../scripts/generate/operations.ts';
import { apiOperations } from '../../src/api/handlers.ts';
import { ERRORS } from '../../src/generated/errors.ts';
import { createRouter } from '../../src/http/router.ts';
import { operatorOperations } from '../../src/operator/handlers.ts';
import { openapiDocument, type DocumentFile } from '../support/openapi-document.ts';

const root = new URL('../../schemas', import.meta.url).pathname;
const { operations, errors } = loadOperations(root);

type Documented = { readonly operationId: string; readonly requestBody?: { readonly required: boolean } };
type Paths = Readonly<Record<string, Readonly<Record<string, Documented>>>>;

const APIS = [
  { name: 'API', file: 'openapi.json', bound: apiOperations },
  { name: 'operator API', file: 'openapi-operator.json', bound: operatorOperations },
] as const satisfies readonly { name: string; file: DocumentFile; bound: readonly object[] }[];

for (const { name, file, bound } of APIS) {
  describe(`The operations of the ${name}`, () => {
    it('are the documented ones, each with a handler', () => {
      // The document is generated; its structure has tests of its own.
      const { paths } = openapiDocument(file) as unknown as { paths: Paths };
      const documented = Object.entries(paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { operationId, requestBody }]) => ({
          id: operationId,
          method: method.toUpperCase(),
          path,
          requestBody: requestBody === undefined ? 'none' : requestBody.required ? 'required' : 'optional',
        })),
      );
      const served = bound.map(({ id, method, path, requestBody }) => ({ id, method, path, requestBody }));
      expect(served).to.have.deep.members(documented);
      for (const { id, handle } of bound) expect(handle, id).to.be.a('function');
    });

    it('cannot contain the same method and path twice', () => {
      const [first] = bound;
      expect(() => createRouter([...bound, first].filter((each) => each !== undefined))).to.throw(
        'duplicate operation',
      );
    });
  });
}

describe('The operations of the API', () => {
  it('need the permission read_write unless the method is GET', () => {
    for (const { operationId, method, permission } of operations)
      expect(permission, operationId).to.equal(method === 'GET' ? 'read' : 'read_write');
  });
});

describe('The error table', () => {
  it('has the status, type, and message of every documented code', () => {
    const documented = Object.fromEntries(
      Object.entries(errors).map(([code, { status, type, message }]) => [code, { status, type, message }]),
    );
    expect(ERRORS).to.deep.equal(documented);
  });
});
