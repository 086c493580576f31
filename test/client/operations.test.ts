import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createClient } from '../../packages/client/src/index.ts';
import { methodName, resourceName } from '../../scripts/generate/client.ts';

type Described = { readonly operationId: string; readonly tags: readonly [string] };
const { paths } = JSON.parse(
  readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8'),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };

const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, tags }]) => ({
    ...{ operationId, path },
    method: method.toUpperCase(),
    tag: tags[0],
  })),
);

/** Calls every method with an ID for each parameter of its path, and returns the requests. */
async function requestsOfAllMethods(): Promise<Map<string, string>> {
  let requested = '';
  const ledger = createClient({
    apiKey: 'svc_test_x',
    baseUrl: 'https://ledger.example/',
    fetch: (input, init) => {
      const { pathname } = new URL(input);
      requested = `${String(init?.method)} ${pathname}`;
      // A refusal ends a stream; otherwise it would be opened again.
      const status = pathname.endsWith('/stream') ? 401 : 200;
      return Promise.resolve(Response.json({ data: [], has_more: false }, { status }));
    },
  }) as unknown as Record<
    string,
    Record<string, (...args: unknown[]) => PromiseLike<unknown> | AsyncGenerator>
  >;
  const found = new Map<string, string>();
  for (const operation of described) {
    const resource = resourceName(operation);
    const name = methodName(operation, resource);
    const ids = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([id]) => id);
    const answer = ledger[resource]?.[name]?.(...ids, {});
    // A stream is requested when somebody reads it.
    if (answer !== undefined && 'next' in answer) await answer.next().catch(() => undefined);
    else await answer;
    found.set(operation.operationId, decodeURIComponent(requested));
    requested = '';
  }
  return found;
}

describe('The client', () => {
  it('has a method for each operation of the OpenAPI document', async () => {
    const requests = await requestsOfAllMethods();
    expect(requests).to.have.lengthOf.above(40);
    for (const { operationId, method, path } of described)
      expect(requests.get(operationId), operationId).to.equal(`${method} ${path}`);
  });

  it('rejects an ID that would lead to another operation', () => {
    const ledger = createClient({ apiKey: 'svc_test_x', baseUrl: 'https://ledger.example' });
    for (const id of ['', '.', '..', undefined as unknown as string])
      expect(() => ledger.users.get(id), id).to.throw(TypeError, 'An ID must be');
  });

  it('rejects options without a key or an address', () => {
    const baseUrl = 'https://ledger.example';
    // What JavaScript lets through, and types do not.
    for (const apiKey of ['', undefined] as string[])
      expect(() => createClient({ apiKey, baseUrl })).to.throw(TypeError, 'apiKey');
    for (const address of ['', 'ledger.example', undefined] as string[])
      expect(() => createClient({ apiKey: 'svc_test_x', baseUrl: address })).to.throw(TypeError, 'baseUrl');
  });
});
