import { expect } from 'chai';
import type { ErrorCode } from '../../../src/generated/api.ts';
import * as validators from '../../../src/generated/validators.js';
import { ERRORS } from '../../../src/api/operations/errors.ts';
import { createRouter } from '../../../src/api/server/router.ts';
import { routes } from '../../../src/api/operations/handlers.ts';
import { REFUSAL_STATUS } from '../../../src/ledger/refusal.ts';
import { loadOperations } from '../../../scripts/generate/operations.ts';
import { openapiDocument } from '../../support/openapi-document.ts';

const root = new URL('../../../schemas', import.meta.url).pathname;
const { operations, errors } = loadOperations(root);

type Paths = Readonly<Record<string, Readonly<Record<string, { requestBody?: { required: boolean } }>>>>;

describe('the route list', () => {
  const built = operations.filter(({ planned }) => planned !== true);

  it('serves every operation that is documented as built', () => {
    const served = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    for (const { method, path } of built) expect(served).to.include(`${method} ${path}`);
  });

  it('takes and checks what the documentation says', () => {
    for (const route of routes) {
      const name = `${route.method} ${route.path}`;
      const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
      if (operation === undefined) throw new Error(`${name} is not documented`);
      // The documentation names validators by their schemas.
      const byName: Readonly<Record<string, unknown>> = validators;
      expect(route.query, name).to.equal(byName[`validate${operation.query}`]);
      if (operation.body !== undefined)
        expect(route.body, name).to.equal(byName[`validate${operation.body}`]);
      expect(route.sandboxOnly ?? false, name).to.equal(operation.sandboxOnly ?? false);
      expect(route.idempotency ?? route.method === 'POST', name).to.equal(operation.idempotent);
    }
  });

  it('can do without a body exactly where the document says so', () => {
    const { paths } = openapiDocument('openapi.json') as { paths: Paths };
    for (const { method, path, takesBody } of routes) {
      const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
      const wanted = requestBody === undefined ? 'never' : requestBody.required ? 'always' : 'maybe';
      expect(takesBody, `${method} ${path}`).to.equal(wanted);
    }
  });

  it('has no endpoint twice', () => {
    const [first] = routes;
    expect(() => createRouter([...routes, ...(first === undefined ? [] : [first])])).to.throw('twice');
  });
});

describe('the table of errors', () => {
  it('is the documented one', () => {
    const documented = Object.fromEntries(
      Object.entries(errors).map(([code, { status, type }]) => [code, { status, type }]),
    );
    expect(ERRORS).to.deep.equal(documented);
  });

  it('gives every refusal of the ledger the status that the ledger gives it', () => {
    for (const [code, status] of Object.entries(REFUSAL_STATUS)) {
      // The keys of a constant table are what its type says.
      expect(ERRORS[code as ErrorCode].status, code).to.equal(status);
    }
  });
});
