/**
 * A form that sends a request to this service from the reader's browser. It is hidden without scripts. The key field has no
 * name, so the browser never submits it; the script keeps a sandbox key for the session and refuses production keys.
 */
import type { ExampleRequest } from '../assets/request-code.js';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { Operation, Parameter } from './openapi-document.ts';

export function tryIt({ id, method, parameters }: Operation, request: ExampleRequest): Html {
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
