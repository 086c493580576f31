/** Renders JSON and commands with syntax colors. */
import { LANGUAGES, colored, languagesOf, requestCode } from './assets/request-code.js';
import type { ExampleRequest, Language } from './assets/request-code.js';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.]*\b/g;

export function jsonHtml(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts: Html[] = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon] = match;
    parts.push(html`${text.slice(at, match.index)}`);
    if (string === undefined) parts.push(html`<span class="n">${whole}</span>`);
    else if (colon === undefined) parts.push(html`<span class="s">${string}</span>`);
    else parts.push(html`<span class="k">${string}</span>${colon}`);
    at = match.index + whole.length;
  }
  return html`${parts}${text.slice(at)}`;
}

/** Highlights the variables that readers have to set. */
export const commandHtml = (command: string): Html => codeHtml('curl', command);

const codeHtml = (language: Language, code: string): Html =>
  html`${colored(language, code).map(([color, text]) => (color === '' ? html`${text}` : html`<span class="${color}">${text}</span>`))}`;

/** A block of code with a label and room for the copy button. */
export const codeBlock = (label: string, content: Html, attribute: Html = html``): Html =>
  html`<div class="code" data-code>
    <div class="code-top"><span>${label}</span></div>
    <pre tabindex="0" aria-label="${label}"><code ${attribute}>${content}</code></pre>
  </div>`;

/**
 * A request in every language. Radio buttons choose one, so that this works without scripts and with the arrow keys; the script
 * remembers the choice and shows the values of the form.
 */
export function requestTabs(id: string, request: ExampleRequest): Html {
  const languages = languagesOf(request);
  return html`<div class="code tabs" data-code data-tabs>
    <div class="code-top">
      <fieldset class="languages">
        <legend class="unseen">Language</legend>
        ${languages.map(
          (language) =>
            html`<label
              ><input
                type="radio"
                name="${id}-language"
                value="${language}"
                ${language === languages[0] && html`checked`}
              /><span>${LANGUAGES[language]}</span></label
            >`,
        )}
      </fieldset>
    </div>
    ${languages.map(
      (language) =>
        html`<pre
          tabindex="0"
          aria-label="Request, ${LANGUAGES[language]}"
          data-language="${language}"
        ><code data-request="${id}">${codeHtml(language, requestCode(language, request))}</code></pre>`,
    )}
  </div>`;
}
