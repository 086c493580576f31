/** What the hosted pages need to serve a request. */

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Services } from '../api/operations/services.ts';
import { ConfigError } from '../config/config-file.ts';
import { environmentOf, integratorOf, isId, type IdPrefix } from '../ledger/ids.ts';
import { NO_BRAND } from '../platform/books.ts';
import type { Platform } from '../platform/platform.ts';
import type { DocumentStore } from '../read-models/port.ts';
import { errorMessage } from '../system/errors.ts';
import { sourceFile } from '../system/project-root.ts';
import { html, type Html } from '../web/html.ts';
import type { ChosenLanguage } from './languages/language.ts';
import type { Company } from './page.ts';

// Reads the terms that users accept: a text file in which blank lines separate paragraphs and `# ` begins a heading.

export type Terms = {
  readonly content: Html;
  /** Of the whole text, in lower-case hex. The book records it with the acceptance. */
  readonly sha256: string;
  /** Whether it is the sample of this project, which only users of the sandbox can accept. */
  readonly isSample: boolean;
};

const SAMPLE = sourceFile('src/hosted/sample-terms.txt').pathname;

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

export type HostedOptions = {
  readonly terms: Terms;
  readonly platform: () => Pick<Platform, 'integrators' | 'brands'>;
};

/** The integrator whose book this is. */
export function companyOfBook({ platform }: HostedOptions, stream: string): Company | undefined {
  const { integrators, brands } = platform();
  const integrator = integrators.get(integratorOf(stream) ?? '');
  if (integrator === undefined) return undefined;
  const brand = brands.get(integrator.id) ?? NO_BRAND;
  return { name: brand.display_name ?? integrator.name, brand };
}

/** One request for a page. */
export type PageRequest = HostedOptions &
  ChosenLanguage & {
    readonly services: Pick<
      Services,
      | 'writers'
      | 'documents'
      | 'eventStore'
      | 'barrier'
      | 'vault'
      | 'settings'
      | 'clock'
      | 'approvalLinks'
      | 'reasons'
      | 'screening'
    >;
    readonly req: IncomingMessage;
    readonly requestId: string;
  };

// Finds the book of a page by the object in its link.

/** The stream of the book that contains this object; undefined if the object does not exist. */
export async function findBookStream(
  documents: Pick<DocumentStore, 'get'>,
  collection: string,
  prefix: IdPrefix,
  id: string,
): Promise<string | undefined> {
  return isId(prefix, id) ? (await documents.get(collection, id))?.scope : undefined;
}

/** Whether the book is one of the sandbox, where no real money moves. */
export const isSandboxStream = (stream: string): boolean => environmentOf(stream) === 'sandbox';
