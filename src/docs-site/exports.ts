import { requestCode, variableIn, type ExampleRequest } from './assets/request-code.js';
import type { Guides } from './guides.ts';
import { operationHref, operationsOf, type ApiReference } from './reference/api-pages.ts';
import { EVENT_TYPES } from './reference/concept-pages.ts';
import { exampleRequest } from './reference/example-request.ts';
import { errorCodesOf, errorEntries, errorHref, type Operation } from './reference/openapi-document.ts';

// The documentation for language models, as https://llmstxt.org describes it: an index, and the part for integrators in full.

export function llmsIndex(guides: Guides, api: ApiReference, baseUrl: string): string {
  const link = (title: string, path: string, text: string): string =>
    `- [${title}](${baseUrl}${path}): ${text}`;
  return lines(
    `# ${api.document.title}`,
    `> ${api.document.summary}`,
    'Amounts are decimal strings. Every POST takes an `Idempotency-Key`. The key is in the `Api-Key` header.',
    '## Files',
    [
      link('Everything for integrators', '/llms-full.txt', 'guides and reference in one file'),
      link('OpenAPI 3.1', '/docs/openapi.json', 'every operation and object'),
      link(
        'OpenAPI 3.0 for generators',
        '/openapi/clients.json',
        'a simplified copy for generators of clients',
      ),
      link('Postman collection', '/docs/postman.json', 'every operation with its example'),
    ],
    '## API reference',
    api.document.topics.map(({ name, slug, description }) => link(name, `${api.root}/${slug}`, description)),
    [
      link('Objects', `${api.root}/objects`, 'every object, field by field'),
      link('Event types', `${api.root}/event-types`, 'what is sent when'),
      link('Transfer states', `${api.root}/states`, 'what leads from one state to the next'),
      link('Errors', `${api.root}/errors`, 'every error code; each has a page of its own'),
    ],
    ...guides.groups.flatMap(({ title, entries }) => [
      `## ${title}`,
      entries.map(({ guide, text }) => link(guide.title, `/docs/guides/${guide.name}.md`, text)),
    ]),
  );
}

export function llmsFull(guides: Guides, api: ApiReference, baseUrl: string): string {
  const [integrate] = guides.groups;
  const absolute = (text: string): string => text.replaceAll('](/docs/', `](${baseUrl}/docs/`);
  return absolute(
    lines(
      `# ${api.document.title}`,
      `> ${api.document.summary}`,
      ...(integrate?.entries ?? []).map(({ guide }) => guides.markdown(guide)),
      '# API reference',
      api.document.description,
      ...api.document.topics.flatMap((topic) => [
        `## ${topic.name}`,
        ...operationsOf(api, topic).map((each) => operationText(api, each)),
      ]),
      '# Event types',
      Object.entries(EVENT_TYPES).map(([type, { object, when }]) => `- \`${type}\` (${object}): ${when}`),
      '# Error codes',
      [...errorEntries()].map(
        ([code, { status, description, action }]) =>
          `- [\`${code}\`](${errorHref(code)}) (${status}): ${description} ${action}`,
      ),
    ),
  );
}

/** Blocks of lines, with an empty line between them. */
const lines = (...blocks: readonly (string | readonly string[])[]): string =>
  `${blocks.map((block) => (typeof block === 'string' ? block.trim() : block.join('\n'))).join('\n\n')}\n`;

function operationText(api: ApiReference, operation: Operation): string {
  const { method, path, summary, description, parameters } = operation;
  return lines(
    `### [${summary}](${operationHref(api, operation)})`,
    `\`${method} ${path}\``,
    ...(description === '' ? [] : [description]),
    ...(parameters.length === 0
      ? []
      : [
          parameters.map(
            ({ name, in: place, required, description: text = '' }) =>
              `- \`${name}\` (${place}, ${required === true ? 'required' : 'optional'}): ${text}`,
          ),
        ]),
    `\`\`\`sh\n${requestCode('curl', exampleRequest(api.document, operation))}\n\`\`\``,
    ...responseExample(operation),
    `Errors: ${errorCodesOf(operation).join(', ')}`,
  ).trim();
}

const responseExample = ({ responses }: Operation): string[] =>
  responses
    .filter(({ status, example }) => Number(status) < 300 && example !== undefined)
    .map(({ status, example }) => `Response ${status}:\n\n\`\`\`json\n${JSON.stringify(example)}\n\`\`\``);

// The API as a Postman collection (v2.1), with the examples of the reference. Variables of the collection hold the key and the
// IDs; a script stores the ID of each object that a response contains, so that requests work one after the other.

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
