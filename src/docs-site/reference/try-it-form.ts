/**
 * A form that sends a request to this service from the reader's browser. It is hidden without scripts. The key field has no
 * name, so the browser never submits it; the script keeps the key only in the memory of the page.
 */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { sendsBody } from './curl-command.ts';
import type { ApiDocument, Operation, Parameter } from './openapi-document.ts';

export function tryIt({ authentication }: ApiDocument, operation: Operation): Html {
  const { id, method, path, parameters, body } = operation;
  const hasKey = parameters.some(({ name }) => name === 'Idempotency-Key');
  const asked = parameters.filter((each) => each.in !== 'header');
  const keyName = authentication === 'bearer' ? 'Operator token' : 'API key';
  const hint = authentication === 'bearer' ? 'svc_op_…' : 'svc_test_…';
  return html`<details class="try" data-try hidden>
    <summary>Try it</summary>
    <form
      data-method="${method}"
      data-path="${path}"
      data-auth="${authentication}"
      data-idempotent="${hasKey ? 'yes' : 'no'}"
      autocomplete="off"
    >
      <p class="try-note">
        Your browser sends the request to this service. The key stays in the memory of this page until you
        leave it.
      </p>
      <label for="${id}-key">${keyName}</label>
      <input
        id="${id}-key"
        data-key
        type="password"
        placeholder="${hint}"
        autocomplete="off"
        spellcheck="false"
      />
      ${asked.map((each) => input(id, each))}
      ${body !== undefined && sendsBody(operation) && bodyInput(id, body.example)}
      <button type="submit">Send ${method}</button>
      <output data-output></output>
    </form>
  </details>`;
}

const input = (id: string, { name, in: place, required }: Parameter): Html =>
  html`<label for="${id}-${name}"
      >${name}${required === true ? undefined : html` <small>optional</small>`}</label
    >
    <input
      id="${id}-${name}"
      data-in="${place}"
      data-name="${name}"
      type="text"
      autocomplete="off"
      spellcheck="false"
    />`;

const bodyInput = (id: string, example: unknown): Html => {
  const text = JSON.stringify(example, null, 2);
  const rows = Math.min(14, text.split('\n').length);
  return html`<label for="${id}-body">Body</label>
    <textarea id="${id}-body" data-body rows="${rows}" spellcheck="false">${text}</textarea>`;
};
