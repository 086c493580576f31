/** The template tag for HTML. */
export * from '../formats/html.ts';
