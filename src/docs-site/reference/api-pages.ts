/** The pages of one API: basics, a page for each topic, objects, and errors. */

import { PROJECT_ROOT } from '../../system/project-root.ts';
import { html, type Html } from '../../web/html.ts';
import type { ExampleRequest } from '../assets/request-code.js';
import { codeBlock, commandHtml, jsonHtml, requestTabs } from '../code-block.ts';
import { renderInline, renderPage, renderText } from '../guides.ts';
import type { DocsPage, NavSection } from '../page-frame.ts';
import { exampleRequest, sendsBody } from './example-request.ts';
import {
  errorCodesOf,
  errorEntries,
  errorHref,
  nameOf,
  readDocument,
  requestObjects,
  variantsOf,
  type ApiDocument,
  type Operation,
  type OperationResponse,
  type Parameter,
  type Topic,
} from './openapi-document.ts';
import {
  bodyFields,
  fieldList,
  fieldsOf,
  hasOwnEntry,
  isObjectSchema,
  typeHtml,
  type Field,
  type SchemaLinks,
} from './schema-view.ts';

// Renders one operation: parameters, body, responses, and a runnable example.

// A form that sends a request to this service from the reader's browser. It is hidden without scripts. The key field has no
// name, so the browser never submits it; the script keeps a sandbox key for the session and refuses production keys.

function tryIt({ id, method, parameters }: Operation, request: ExampleRequest): Html {
  const isOperator = request.authentication === 'bearer';
  const note = isOperator
    ? 'The token stays in the memory of this page until you leave it.'
    : 'A sandbox key, and the IDs of what you create, stay in this tab until you close it.';
  return html`<details class="try" data-try hidden>
    <summary>Try it</summary>
    <form data-example="${JSON.stringify(request)}" autocomplete="off">
      <p class="try-note">Your browser sends the request to this service. ${note}</p>
      <label for="${id}-key">${isOperator ? 'Operator token' : 'Sandbox API key'}</label>
      <input
        id="${id}-key"
        data-key
        type="password"
        placeholder="${isOperator ? 'svc_op_…' : 'svc_test_…'}"
        autocomplete="off"
        spellcheck="false"
      />
      ${parameters.filter((each) => each.in !== 'header').map((each) => input(id, each, request))}
      ${request.body !== undefined && bodyInput(id, request.body)}
      <button type="submit">Send ${method}</button>
      <output data-output></output>
    </form>
  </details>`;
}

const input = (id: string, { name, in: place, required }: Parameter, request: ExampleRequest): Html => {
  const example = request.query[name] ?? '';
  return html`<label for="${id}-${name}"
      >${name}${required === true ? undefined : html` <small>optional</small>`}</label
    >
    <input
      id="${id}-${name}"
      data-in="${place}"
      data-name="${name}"
      type="text"
      value="${example}"
      autocomplete="off"
      spellcheck="false"
    />`;
};

const bodyInput = (id: string, example: unknown): Html => {
  const text = JSON.stringify(example, null, 2);
  const rows = Math.min(14, text.split('\n').length);
  return html`<label for="${id}-body">Body</label>
    <textarea id="${id}-body" data-body rows="${rows}" spellcheck="false">${text}</textarea>`;
};

/** The method, colored by kind, and the path. */
const signature = ({ method, path }: Pick<Operation, 'method' | 'path'>): Html =>
  html`<span class="method" data-method="${method}">${method}</span>
    <code class="path">${path.split(/(\{\w+\})/).map(segment)}</code>`;

const additionLabel = html`<span class="addition" title="An addition to the API contract">Addition</span>`;

/** Lets long paths break before a slash. */
const segment = (text: string): Html =>
  text.startsWith('{')
    ? html`<span class="param">${text}</span>`
    : html`${text.split(/(?=\/)/).map((part) => html`<wbr />${part}`)}`;

function operationView(links: SchemaLinks, operation: Operation): Html {
  const request = exampleRequest(links.document, operation);
  const { id, summary, description, isAddition, parameters, body } = operation;
  const of = (place: Parameter['in']): Field[] =>
    parameters
      .filter((each) => each.in === place)
      .map(({ name, schema, description: text, required }) => ({
        name,
        schema: text === undefined ? schema : { ...schema, description: text },
        note: required === true ? 'required' : 'optional',
      }));
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-name">
    <div class="operation-text">
      <h2 id="${id}-name"><a class="anchor" href="#${id}">${summary}</a></h2>
      <p class="signature">${signature(operation)} ${isAddition && additionLabel}</p>
      ${description !== '' && renderText(description)} ${part('Path', of('path').map(namedId))}
      ${part('Query', of('query'))} ${part('Headers', of('header'))}
      ${
        body !== undefined &&
        sendsBody(operation) &&
        html`<h3>Body</h3>
          ${bodyFields(links, body.schema)}`
      }
      <h3>Responses</h3>
      ${responsesView(links, operation.responses)}
    </div>
    <div class="operation-code">
      ${requestTabs(id, request)} ${tryIt(operation, request)} ${operation.responses.flatMap(exampleResponse)}
    </div>
  </section>`;

  function part(title: string, fields: readonly Field[]): Html | undefined {
    return fields.length === 0
      ? undefined
      : html`<h3>${title}</h3>
          ${fieldList(links, fields)}`;
  }
}

/** Describes path IDs by their names, because the OpenAPI document does not. */
const namedId = (field: Field): Field =>
  field.schema.description === undefined && field.name.endsWith('_id')
    ? {
        ...field,
        schema: {
          ...field.schema,
          description: `ID of the ${field.name.slice(0, -3).replaceAll('_', ' ')}.`,
        },
      }
    : field;

function responsesView({ document, objects }: SchemaLinks, answers: readonly OperationResponse[]): Html {
  const good = answers.filter(({ status }) => Number(status) < 400);
  const bad = answers.filter(({ status }) => Number(status) >= 400);
  return html`<ul class="answers">
    ${good.map(({ status, schema, description }) => {
      const name = schema?.$ref === undefined ? undefined : nameOf(schema.$ref);
      const target = name === undefined ? undefined : shownAs(document, name);
      return html`<li>
        <span class="status" data-status="${status.slice(0, 1)}">${status}</span>
        <span
          >${target !== undefined && html`${target.before}<a href="${objects}#${target.name}">${target.name}</a>. `}
          ${renderInline(description)}</span
        >
      </li>`;
    })}
    ${bad.map(
      ({ status, codes }) =>
        html`<li>
          <span class="status" data-status="${status.slice(0, 1)}">${status}</span>
          <span class="codes"
            >${codes.map((code) => html`<a href="${errorHref(code)}"><code>${code}</code></a> `)}</span
          >
        </li>`,
    )}
  </ul>`;
}

/** A page or a list is described by the objects it contains. */
function shownAs(document: ApiDocument, name: string): { before: string; name: string } | undefined {
  const schema = document.schemas[name];
  const item = schema?.properties?.['data']?.items?.$ref;
  if (item !== undefined)
    return { before: name.endsWith('Page') ? 'A page of ' : 'A list of ', name: nameOf(item) };
  return isObjectSchema(schema) ? { before: '', name } : undefined;
}

/** Examples of error responses are on the pages of their codes. */
const exampleResponse = ({ status, example }: OperationResponse): Html[] =>
  example === undefined || Number(status) >= 300
    ? []
    : [codeBlock(`Response ${status}`, typeof example === 'string' ? html`${example}` : jsonHtml(example))];

export type ApiReference = {
  readonly document: ApiDocument;
  /** The path of its pages, such as `/docs/api`. */
  readonly root: string;
  readonly name: string;
};

export const readApiReference = (file: string, root: string, name: string): ApiReference => ({
  document: readDocument(new URL(`schemas/${file}`, PROJECT_ROOT)),
  root,
  name,
});

const hrefs = ({ root }: ApiReference) => ({
  basics: root,
  objects: `${root}/objects`,
  errors: `${root}/errors`,
  topic: ({ slug }: Topic) => `${root}/${slug}`,
});

export const operationsOf = ({ document }: ApiReference, topic: Topic): readonly Operation[] =>
  document.operations.filter(({ tag }) => tag === topic.name);

export const operationHref = (site: ApiReference, operation: Operation): string => {
  const topic = site.document.topics.find(({ name }) => name === operation.tag);
  return `${topic === undefined ? site.root : hrefs(site).topic(topic)}#${operation.id}`;
};

/** Its section in the navigation. */
export function apiSection(site: ApiReference, more: NavSection['links'] = []): NavSection {
  const at = hrefs(site);
  return {
    title: site.name,
    links: [
      { href: at.basics, label: 'Basics' },
      ...site.document.topics.map((topic) => ({
        href: at.topic(topic),
        label: topic.name,
        children: operationsOf(site, topic).map((each) => ({
          href: `${at.topic(topic)}#${each.id}`,
          label: each.summary,
        })),
      })),
      { href: at.objects, label: 'Objects' },
      ...more,
      { href: at.errors, label: 'Errors' },
    ],
  };
}

/** What all operations have in common, and how to set up a shell for the examples. */
export function basicsPage(site: ApiReference, baseUrl: string): DocsPage {
  const { document, root } = site;
  const rendered = renderPage(document.description, (href) => href);
  const isOperator = document.authentication === 'bearer';
  const [key, example] = isOperator ? ['OPERATOR_TOKEN', 'svc_op_…'] : ['API_KEY', 'svc_test_…'];
  return {
    href: root,
    title: site.name,
    summary: document.summary,
    content: html`<h1>${document.title}</h1>
      <p class="lead">${document.summary}</p>
      <p class="meta">
        Version ${document.version} · <a href="${fileOf(site)}">OpenAPI 3.1</a> · ${!isOperator && FOR_TOOLS}
        ${document.operations.length} operations
      </p>
      <h2 id="examples">Runnable examples</h2>
      <p>
        Each operation shows its request in several languages; the one you choose is remembered. Set these
        variables to run it as it is. IDs of your own objects come from variables such as
        <code>USER_ID</code>.
      </p>
      ${codeBlock('Shell', commandHtml(`export BASE_URL=${baseUrl}\nexport ${key}=${example}`))}
      ${rendered.html}`,
  };
}

const FOR_TOOLS = html`<a href="/openapi/clients.json">OpenAPI 3.0 for generators</a> ·
  <a href="/docs/postman.json">Postman collection</a> · <a href="/llms.txt">llms.txt</a> ·`;

const fileOf = ({ root }: ApiReference): string =>
  root === '/docs/operator' ? '/docs/openapi-operator.json' : '/docs/openapi.json';

export function topicPage(site: ApiReference, topic: Topic): DocsPage {
  const at = hrefs(site);
  const links = { document: site.document, objects: at.objects };
  const operations = operationsOf(site, topic);
  return {
    href: at.topic(topic),
    title: topic.name,
    summary: topic.description,
    isWide: true,
    content: html`<div class="intro">
        <h1>${topic.name}</h1>
        <p class="lead">${topic.description}</p>
        <ul class="operations">
          ${operations.map(
            (each) =>
              html`<li>
                <a href="#${each.id}">${signature(each)} <span>${each.summary}</span></a>
              </li>`,
          )}
        </ul>
      </div>
      ${operations.map((each) => operationView(links, each))}`,
  };
}

export const documentedObjects = ({ document }: ApiReference): readonly string[] =>
  Object.entries(document.schemas)
    .filter(([name, schema]) => hasOwnEntry(name, schema))
    .map(([name]) => name);

export function objectsPage(site: ApiReference): DocsPage {
  const at = hrefs(site);
  const links = { document: site.document, objects: at.objects };
  const names = documentedObjects(site);
  const sentNames = requestObjects(site.document);
  return {
    href: at.objects,
    title: `Objects, ${site.name}`,
    summary: 'Every object in requests and responses, field by field.',
    isWide: true,
    content: html`<div class="intro">
        <h1>Objects</h1>
        <p class="lead">
          Every object in requests and responses. Fields without a value are <code>null</code>; fields of
          another variant are absent.
        </p>
        <p class="index">${names.map((name) => html`<a href="#${name}">${name}</a> `)}</p>
      </div>
      ${names.map((name) => objectView(name))}`,
  };

  function objectView(name: string): Html {
    const schema = site.document.schemas[name] ?? {};
    const [example] = schema.examples ?? [];
    const variants = variantsOf(schema);
    const sent = sentNames.has(name);
    const fields = fieldsOf(schema, sent).map((field) => ({ ...field, id: `${name}.${field.name}` }));
    return html`<section class="operation" id="${name}" aria-labelledby="${name}-name">
      <div class="operation-text">
        <h2 id="${name}-name"><a class="anchor" href="#${name}">${name}</a></h2>
        ${schema.description === undefined ? undefined : html`<p>${renderInline(schema.description)}</p>`}
        ${variants !== undefined && html`<p>One of ${typeHtml(links, { anyOf: variants })}.</p>`}
        ${fieldList(links, fields, { sent })}
      </div>
      <div class="operation-code">${example !== undefined && codeBlock(name, jsonHtml(example))}</div>
    </section>`;
  }
}

export function errorsPage(site: ApiReference): DocsPage {
  const at = hrefs(site);
  const given = new Set(site.document.operations.flatMap(errorCodesOf));
  const codes = [...errorEntries()].filter(([code]) => given.has(code));
  const everywhere = (code: string): boolean =>
    site.document.operations.filter((each) => errorCodesOf(each).includes(code)).length > COMMON_FROM;
  return {
    href: at.errors,
    title: `Errors, ${site.name}`,
    summary: 'Every error code, its status, and the operations that return it.',
    content: html`<h1>Errors</h1>
      <p class="lead">
        Handle errors by <code>code</code>. The message is for people and may change. The
        <a href="/docs/guides/errors">guide to errors</a> explains how to handle each code.
      </p>
      ${codeBlock('Example', jsonHtml(site.document.errorExamples['validation_failed']))}
      <dl class="codes-list">
        ${codes.map(
          ([code, { status, type, description }]) =>
            html`<div id="${code}">
              <dt>
                <a href="${errorHref(code)}"><code>${code}</code></a>
                <span class="status" data-status="${String(status).slice(0, 1)}">${status}</span>
                <span class="note">${type}</span>
              </dt>
              <dd>
                <p>${renderInline(description)}</p>
                <p class="by">${everywhere(code) ? 'Returned by most operations.' : returnedBy(code)}</p>
              </dd>
            </div>`,
        )}
      </dl>`,
  };

  function returnedBy(code: string): Html {
    const by = site.document.operations.filter((each) => errorCodesOf(each).includes(code));
    return html`Returned by
    ${by.map((each, i) => html`${i > 0 ? ', ' : ''}<a href="${operationHref(site, each)}">${each.summary}</a>`)}`;
  }
}

const COMMON_FROM = 12;
