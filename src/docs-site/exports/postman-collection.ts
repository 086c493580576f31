/**
 * The API as a Postman collection (v2.1), with the examples of the reference. Variables of the collection hold the key and the
 * IDs; a script stores the ID of each object that a response contains, so that requests work one after the other.
 */
import { variableIn } from '../assets/request-code.js';
import type { ExampleRequest } from '../assets/request-code.js';
import { operationsOf } from '../reference/api-pages.ts';
import type { ApiReference } from '../reference/api-pages.ts';
import { exampleRequest } from '../reference/example-request.ts';
import type { Operation } from '../reference/openapi-document.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const REMEMBER_ID = [
  "const isJson = (pm.response.headers.get('Content-Type') || '').startsWith('application/json');",
  'const body = isJson && pm.response.code < 300 ? pm.response.json() : {};',
  'if (body.object && body.id) pm.collectionVariables.set(`${body.object}_id`, body.id);',
];

export function postmanCollection(reference: ApiReference, baseUrl: string): string {
  const { document } = reference;
  const requests = document.operations.map((each) => exampleRequest(document, each));
  const variables = new Set(requests.flatMap(variablesOf));
  const collection = {
    info: { name: document.title, description: document.summary, version: document.version, schema: SCHEMA },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'Api-Key', type: 'string' },
        { key: 'value', value: '{{api_key}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: REMEMBER_ID } }],
    variable: [
      { key: 'base_url', value: baseUrl, type: 'string' },
      { key: 'api_key', value: '', type: 'string', description: 'A sandbox key: svc_test_…' },
      ...[...variables].sort().map((name) => ({ key: name.toLowerCase(), value: '', type: 'string' })),
    ],
    item: document.topics.map((topic) => ({
      name: topic.name,
      description: topic.description,
      item: operationsOf(reference, topic).map((each) => itemOf(each, exampleRequest(document, each))),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

const postmanValue = (value: string): string => {
  const variable = variableIn(value);
  return variable === undefined ? value : `{{${variable.toLowerCase()}}}`;
};

const variablesOf = ({ pathValues, query, body }: ExampleRequest): string[] =>
  [...Object.values(pathValues), ...Object.values(query), ...JSON.stringify(body ?? null).split('"')].flatMap(
    (value) => variableIn(value) ?? [],
  );

function itemOf({ summary, description, parameters }: Operation, request: ExampleRequest): object {
  const { method, path, pathValues, query, body, isIdempotent } = request;
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const given = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, required = false, description: text = '' }) => ({
      key: name,
      value: postmanValue(query[name] ?? ''),
      description: text,
      ...(required ? {} : { disabled: true }),
    }));
  const search = given
    .filter((each) => !('disabled' in each))
    .map(({ key, value }) => `${key}=${value}`)
    .join('&');
  return {
    name: summary,
    request: {
      method,
      description,
      header: [
        ...(isIdempotent ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{base_url}}/${segments.join('/')}${search === '' ? '' : `?${search}`}`,
        host: ['{{base_url}}'],
        path: segments,
        query: given,
        variable: Object.entries(pathValues).map(([key, value]) => ({ key, value: postmanValue(value) })),
      },
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: bodyText(body), options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}

const bodyText = (body: unknown): string =>
  JSON.stringify(body, (_, value: unknown) => (typeof value === 'string' ? postmanValue(value) : value), 2);
