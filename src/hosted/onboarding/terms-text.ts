/** Reads the terms that users accept: a text file in which blank lines separate paragraphs and `# ` begins a heading. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorMessage } from '../../system/errors.ts';
import { ConfigError } from '../../config/config-error.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';

export type Terms = {
  readonly content: Html;
  /** Of the whole text, in lower-case hex. The book records it with the acceptance. */
  readonly sha256: string;
  /** Whether it is the sample of this project, which only users of the sandbox can accept. */
  readonly isSample: boolean;
};

const SAMPLE = new URL('sample-terms.txt', import.meta.url).pathname;

/** Reads the file, or the sample when none is configured. Throws ConfigError. */
export function readTerms(file: string | null): Terms {
  const terms = { ...parseTerms(textIn(file ?? SAMPLE)), isSample: file === null };
  if (terms.content.html === '')
    throw new ConfigError('CONFIG_FILE: the file in hosted.terms_file is empty.');
  return terms;
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = errorMessage(error);
    throw new ConfigError(`CONFIG_FILE: cannot read hosted.terms_file: ${reason}`);
  }
}

export const parseTerms = (text: string): Omit<Terms, 'isSample'> => ({
  content: html`${text
    .split(/\r?\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('# ') ? html`<h2>${part.slice(2)}</h2>` : html`<p>${part}</p>`))}`,
  sha256: hash('sha256', text, 'hex'),
});
