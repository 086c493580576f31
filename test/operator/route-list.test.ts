import { expect } from 'chai';
import * as validators from '../../src/generated/validators.js';
import { operatorRoutes } from '../../src/operator/handlers.ts';
import { loadOperations } from '../../scripts/generate/operations.ts';
import { openapiDocument } from '../support/openapi-document.ts';

const root = new URL('../../schemas', import.meta.url).pathname;
const { operations } = loadOperations(root, 'operator-operations.json');
const built = operations.filter(({ planned }) => planned !== true);

type Paths = Readonly<Record<string, Readonly<Record<string, { requestBody?: { required: boolean } }>>>>;

describe("The operator API's route list", () => {
  it('is what is documented, and no more', () => {
    const name = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
    expect(operatorRoutes.map(name).sort()).to.deep.equal(built.map(name).sort());
    const { paths } = openapiDocument('openapi-operator.json') as { paths: Record<string, object> };
    const published = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(published.sort()).to.deep.equal(built.map(name).sort());
  });

  it('can do without a body exactly where the document says so', () => {
    const { paths } = openapiDocument('openapi-operator.json') as { paths: Paths };
    for (const { method, path, takesBody } of operatorRoutes) {
      const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
      const wanted = requestBody === undefined ? 'never' : requestBody.required ? 'always' : 'maybe';
      expect(takesBody, `${method} ${path}`).to.equal(wanted);
    }
  });

  it('takes and checks what the documentation says, for the role that it says', () => {
    // The documentation names validators by their schemas.
    const byName: Readonly<Record<string, unknown>> = validators;
    for (const route of operatorRoutes) {
      const operation = built.find(({ method, path }) => method === route.method && path === route.path);
      expect(route.query, route.path).to.equal(byName[`validate${operation?.query}`]);
      if (operation?.body !== undefined)
        expect(route.body, route.path).to.equal(byName[`validate${operation.body}`]);
      expect(route.role, route.path).to.equal(operation?.role);
      expect(route.method === 'POST', route.path).to.equal(operation?.idempotent);
      expect(route.unavailable ?? false, route.path).to.equal(
        operation?.errors.includes('not_implemented') ?? false,
      );
    }
  });
});
