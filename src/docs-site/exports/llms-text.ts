/** The documentation for language models, as https://llmstxt.org describes it: an index, and the part for integrators in full. */
import { requestCode } from '../assets/request-code.js';
import type { Guides } from '../guides/guides.ts';
import { errorEntries, errorHref } from '../reference/error-codes.ts';
import { operationHref, operationsOf } from '../reference/api-pages.ts';
import type { ApiReference } from '../reference/api-pages.ts';
import { EVENT_TYPES } from '../reference/event-types.ts';
import { exampleRequest } from '../reference/example-request.ts';
import { errorCodesOf } from '../reference/openapi-document.ts';
import type { Operation } from '../reference/openapi-document.ts';

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
