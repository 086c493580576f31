/** Renders one operation: parameters, body, responses, and a runnable example. */

import { html, type Html } from '../../web/html.ts';
import type { ExampleRequest } from '../assets/request-code.js';
import { codeBlock, jsonHtml, requestTabs } from '../code-block.ts';
import { renderInline, renderText } from '../guides.ts';
import { errorHref } from './error-codes.ts';
import { exampleRequest, sendsBody } from './example-request.ts';
import {
  nameOf,
  type ApiDocument,
  type Operation,
  type OperationResponse,
  type Parameter,
} from './openapi-document.ts';
import { bodyFields, fieldList, isObjectSchema, type Field, type SchemaLinks } from './schema-view.ts';

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
export const signature = ({ method, path }: Pick<Operation, 'method' | 'path'>): Html =>
  html`<span class="method" data-method="${method}">${method}</span>
    <code class="path">${path.split(/(\{\w+\})/).map(segment)}</code>`;

const additionLabel = html`<span class="addition" title="An addition to the API contract">Addition</span>`;

/** Lets long paths break before a slash. */
const segment = (text: string): Html =>
  text.startsWith('{')
    ? html`<span class="param">${text}</span>`
    : html`${text.split(/(?=\/)/).map((part) => html`<wbr />${part}`)}`;

export function operationView(links: SchemaLinks, operation: Operation): Html {
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
