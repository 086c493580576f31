/** HTML that can't be broken by what is put into it: a template whose parts are escaped unless they are HTML themselves. */

/** Text that is HTML already. Only `html` makes it. */
export type Html = { readonly html: string };

type Part = Html | string | number | undefined | false | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as text and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** `undefined` and `false` leave nothing; arrays of HTML are joined. */
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
