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

/** The result is safe as text and inside quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

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
