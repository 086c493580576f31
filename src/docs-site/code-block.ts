/** Renders JSON and commands with syntax colors. */
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
export function commandHtml(command: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const match of command.matchAll(/\$[A-Z_]+/g)) {
    parts.push(html`${command.slice(at, match.index)}<span class="v">${match[0]}</span>`);
    at = match.index + match[0].length;
  }
  return html`${parts}${command.slice(at)}`;
}

/** A block of code with a label and room for the copy button. */
export const codeBlock = (label: string, content: Html, attribute: Html = html``): Html =>
  html`<div class="code" data-code>
    <div class="code-top"><span>${label}</span></div>
    <pre tabindex="0" aria-label="${label}"><code ${attribute}>${content}</code></pre>
  </div>`;
