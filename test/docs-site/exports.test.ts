/** The API for other tools: a Postman collection, and text for language models. */
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { readGuides } from '../../src/docs-site/guides.ts';
import { documentedOperations } from '../support/client.ts';
import { openapiDocument } from '../support/openapi-document.ts';
import { startTestService, type RunningService } from '../support/service.ts';

type Item = {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly query: readonly { readonly key: string; readonly value: string; readonly disabled?: true }[];
      readonly variable: readonly { readonly key: string; readonly value: string }[];
    };
    readonly body?: { readonly raw: string };
  };
};
type Collection = {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
};

const text = { type: 'string' } as const;
const listOf = (items: object) => ({ type: 'array', items }) as const;
const objectOf = (properties: Record<string, object>, required = Object.keys(properties)) =>
  ({ type: 'object', properties, required, additionalProperties: false }) as const;
const pair = objectOf(
  { key: text, value: text, type: { const: 'string' }, description: text, disabled: { type: 'boolean' } },
  ['key', 'value'],
);

/** What Postman documents about the parts of the format (v2.1) that the collection uses. */
const STRUCTURE = objectOf({
  info: objectOf({
    name: text,
    description: text,
    version: text,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth: objectOf({ type: { const: 'apikey' }, apikey: listOf(pair) }),
  event: listOf(
    objectOf({
      listen: { enum: ['test', 'prerequest'] },
      script: objectOf({ type: { const: 'text/javascript' }, exec: listOf(text) }),
    }),
  ),
  variable: listOf(pair),
  item: listOf(
    objectOf({
      name: text,
      description: text,
      item: listOf(
        objectOf({
          name: text,
          request: objectOf(
            {
              method: { enum: ['GET', 'POST', 'PATCH', 'DELETE'] },
              description: text,
              header: listOf(pair),
              url: objectOf({
                raw: text,
                host: listOf(text),
                path: listOf(text),
                query: listOf(pair),
                variable: listOf(pair),
              }),
              body: objectOf({
                mode: { const: 'raw' },
                raw: text,
                options: objectOf({ raw: objectOf({ language: { const: 'json' } }) }),
              }),
            },
            ['method', 'description', 'header', 'url'],
          ),
          response: listOf({}),
        }),
      ),
    }),
  ),
});

describe('The API for other tools', () => {
  let service: RunningService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.close());

  const textAt = async (path: string): Promise<string> => {
    const response = await fetch(service.url + path);
    expect(response.status, path).to.equal(200);
    return response.text();
  };

  describe('the Postman collection', () => {
    let collection: Collection;
    before(async () => {
      collection = JSON.parse(await textAt('/docs/postman.json')) as Collection;
    });
    const items = (): readonly Item[] => collection.item.flatMap(({ item }) => item);

    it('has the structure that Postman documents', () => {
      const validate = new Ajv({ allErrors: true }).compile(STRUCTURE);
      validate(collection);
      expect(validate.errors).to.equal(null);
    });

    it('contains every operation', () => {
      const paths = items().map(({ request }) => `${request.method} /${request.url.path.join('/')}`);
      const known = documentedOperations().map(
        ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      );
      expect(paths).to.have.members(known);
    });

    it('defines every variable that it uses', () => {
      const defined = new Set(collection.variable.map(({ key }) => key));
      const used = [...JSON.stringify(collection.item).matchAll(/\{\{([^}$]+)\}\}/g)].map(([, name]) => name);
      for (const name of used) expect(defined).to.include(name);
      for (const { request } of items())
        expect(request.url.variable.map(({ key }) => `:${key}`)).to.deep.equal(
          request.url.path.filter((segment) => segment.startsWith(':')),
        );
    });

    it('works, one request after the other', async () => {
      const values = new Map(collection.variable.map(({ key, value }) => [key, value]));
      values.set('api_key', service.credentials.sandbox_api_key);
      const fill = (value: string): string =>
        value
          .replaceAll('{{$guid}}', () => crypto.randomUUID())
          .replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? '');

      /** Sends a request as Postman does, and runs what the script of the collection does. */
      async function send(name: string): Promise<Record<string, unknown>> {
        const request = items().find((each) => each.name === name)?.request;
        if (request === undefined) throw new Error(`The collection has no request "${name}".`);
        const { method, header, url, body } = request;
        const variables = new Map(url.variable.map(({ key, value }) => [`:${key}`, value]));
        const path = url.path.map((segment) => fill(variables.get(segment) ?? segment)).join('/');
        const query = new URLSearchParams(
          url.query
            .filter(({ disabled }) => disabled !== true)
            .map(({ key, value }): [string, string] => [key, fill(value)]),
        );
        const response = await fetch(`${fill('{{base_url}}')}/${path}?${query.toString()}`, {
          method,
          headers: {
            'Api-Key': fill('{{api_key}}'),
            ...Object.fromEntries(header.map(({ key, value }) => [key, fill(value)])),
          },
          ...(body === undefined ? {} : { body: fill(body.raw) }),
        });
        const answer = (await response.json()) as Record<string, unknown>;
        expect(response.ok, JSON.stringify(answer)).to.equal(true);
        const { object, id } = answer;
        if (typeof object === 'string' && typeof id === 'string') values.set(`${object}_id`, id);
        return answer;
      }

      const user = await send('Create a user');
      await send('Simulate the result of an identity check');
      const wallet = await send('Create a wallet');
      expect(wallet['user_id']).to.equal(user['id']);
      await send('Create a deposit account with reusable bank details');
      await send('Simulate an incoming payment');
      const read = await send('Get a wallet with its balance');
      expect(read).to.include({ id: wallet['id'] });
      expect(await send('Get a price')).to.include({ from: 'usd' });
      expect((await send('List users'))['data']).to.be.lengthOf(1);
    });
  });

  describe('the text for language models', () => {
    const linksIn = (markdown: string): string[] =>
      [...markdown.matchAll(/\]\((http[^)\s]+)\)/g)].map(([, href = '']) => href);

    it('lists every guide and topic, with links that work', async () => {
      const index = await textAt('/llms.txt');
      expect(index).to.match(/^# .+\n\n> .+\n/);
      for (const { name } of openapiDocument('openapi.json')['tags']) expect(index).to.contain(`[${name}](`);
      for (const { name } of readGuides().all) expect(index).to.contain(`/docs/guides/${name}.md)`);
      for (const href of linksIn(index)) {
        expect(href.startsWith(service.url), href).to.equal(true);
        await textAt(href.slice(service.url.length));
      }
    });

    it('has the reference and the guides for integrators in one file', async () => {
      const full = await textAt('/llms-full.txt');
      for (const { method, path } of documentedOperations()) expect(full).to.contain(`\`${method} ${path}\``);
      expect(full)
        .to.contain('# Integrate in ten minutes')
        .and.to.contain('curl -s "$BASE_URL/v1/transfers"');
      const pages = new Set(
        linksIn(full)
          .filter((href) => href.startsWith(service.url))
          .map((href) => href.slice(service.url.length).split('#')[0] ?? ''),
      );
      for (const page of pages) await textAt(page);
      expect(full).to.not.match(/\]\((?:\.|[a-z-]+\.md)/);
    });
  });

  describe('the root of the service', () => {
    const root = (headers: Record<string, string>, method = 'GET'): Promise<Response> =>
      fetch(`${service.url}/`, { method, headers, redirect: 'manual' });

    it('leads browsers to the documentation', async () => {
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await root({ Accept: accept }, method);
        expect([status, headers.get('location'), headers.get('vary')]).to.deep.equal([
          302,
          '/docs',
          'Accept',
        ]);
      }
    });

    it('is unknown to other clients, as before', async () => {
      for (const headers of [{ Accept: '*/*' }, { Accept: 'application/json' }]) {
        const response = await root(headers);
        const { error } = (await response.json()) as { error: { code: string } };
        expect([response.status, error.code]).to.deep.equal([404, 'not_found']);
      }
      expect((await root({ Accept: 'text/html' }, 'POST')).status).to.equal(404);
    });
  });
});
