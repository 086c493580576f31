/** The template tag for HTML. */
export * from '../formats/printable-page.ts';
