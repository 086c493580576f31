/** HTML documents to print or to save as PDF: without scripts, images, or anything from another address. */

import { createHash } from 'node:crypto';
import { showDirectionControls } from './text.ts';

/** A template tag for HTML that escapes every interpolated value that is not HTML itself. */

/** Trusted HTML, created only by `html`. */
export type Html = { readonly html: string };

type Part = Html | string | number | undefined | false | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The result is safe as text and inside quoted attributes, and changes the order of nothing that is shown next to it. */
export const escapeHtml = (text: string): string =>
  showDirectionControls(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** Renders `undefined` and `false` as nothing, and joins arrays. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, string, i) => text + textOf(parts[i - 1]) + string),
});

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(({ html: text }) => text).join('');
}

export const EMPTY_HTML: Html = { html: '' };

const STYLE = `
:root { color-scheme: light; }
body { margin: 2.5rem auto; max-width: 60rem; padding: 0 1rem; background: #fff; color: #1a1a1a;
  font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; } code { font-size: .9em; overflow-wrap: anywhere; }
.scroll { margin-top: 1.5rem; overflow-x: auto; } td code { white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; color: #595959; padding-bottom: .25rem; }
th, td { border-bottom: 1px solid #d4d4d4; padding: .3rem .6rem .3rem 0; text-align: start; vertical-align: top; }
thead th { border-bottom-color: #1a1a1a; } tbody th { font-weight: normal; }
.number { text-align: end; white-space: nowrap; } .total > * { font-weight: 600; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 11px; } thead { display: table-header-group; }
  tr { break-inside: avoid; } .scroll { overflow: visible; } }
@page { margin: 18mm 15mm; }
`;

/** The content security policy of every printable page: nothing but its own style sheet. */
export const PRINTABLE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The text of a document with a heading. */
export const printablePage = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${{ html: `<style>${STYLE}</style>` }}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.html;

type PrintableColumn<Row> = {
  readonly label: string;
  readonly isNumeric?: boolean;
  readonly cell: (row: Row) => Html | string;
};

/** A table whose first column names its rows. `isTotal` emphasizes a row. */
export function printableTable<Row>(
  caption: string,
  columns: readonly PrintableColumn<Row>[],
  rows: readonly Row[],
  isTotal: (row: Row) => boolean = () => false,
): Html {
  const kind = ({ isNumeric }: PrintableColumn<Row>): string => (isNumeric === true ? 'number' : 'text');
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((each) => html`<th scope="col" class="${kind(each)}">${each.label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr class="${isTotal(row) ? 'total' : 'row'}">
              ${columns.map((each, index) =>
                index === 0
                  ? html`<th scope="row" class="${kind(each)}">${each.cell(row)}</th>`
                  : html`<td class="${kind(each)}">${each.cell(row)}</td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
