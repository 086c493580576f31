/** The keys of the console, and the dialog that lists them. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';

type Key = readonly [keys: readonly string[], action: string];

const EVERYWHERE: readonly Key[] = [
  [['/', 'Ctrl+K'], 'search, and go to a page'],
  [['?'], 'show these keys'],
];
const IN_LISTS: readonly Key[] = [
  [['j'], 'next row'],
  [['k'], 'previous row'],
  [['o'], 'open the row'],
];
const IN_QUEUES: readonly Key[] = [
  [['a'], 'approve'],
  [['r'], 'reject'],
  [['m'], 'assign to me, or release; also open breaks'],
  [['x'], 'select'],
];

/** Hidden until the script of the console enables it. */
export const keysButton = html`<button type="button" class="button quiet small" data-keys hidden>
  Keys <kbd>?</kbd>
</button>`;

/** Opened by the script of the console, and closed by the browser. */
export const keysDialog = html`<dialog id="keys" class="panel" aria-labelledby="keys-title">
  <form method="dialog">
    <header>
      <h2 id="keys-title">Keys</h2>
      <button class="button quiet small">Close</button>
    </header>
    ${section('Everywhere', EVERYWHERE)} ${section('In lists', IN_LISTS)} ${section('In reviews', IN_QUEUES)}
  </form>
</dialog>`;

function section(title: string, keys: readonly Key[]): Html {
  return html`<h3>${title}</h3>
    <dl>
      ${keys.map(
        ([names, action]) =>
          html`<div>
            <dt>${names.map((name, at) => html`${at > 0 && ' or '}<kbd>${name}</kbd>`)}</dt>
            <dd>${action}</dd>
          </div>`,
      )}
    </dl>`;
}
