/** The error codes of all APIs, from `schemas/errors.json`. */
import { readFileSync } from 'node:fs';
import { PROJECT_ROOT } from '../../system/project-root.ts';

/** What `schemas/errors.json` says about a code. Texts are Markdown in one line. */
export type ErrorEntry = {
  readonly status: number;
  readonly type: string;
  /** What the code means. */
  readonly description: string;
  /** The beginning of every message with this code. */
  readonly message: string;
  readonly causes: readonly string[];
  /** What the caller can do. */
  readonly action: string;
};

const FOLDER = '/docs/errors';

/** The path of the code's page. */
export const errorHref = (code: string): string => `${FOLDER}/${code}`;

let entries: ReadonlyMap<string, ErrorEntry> | undefined;

/** Every error code. Read from disk at the first call. */
export function errorEntries(): ReadonlyMap<string, ErrorEntry> {
  const file = new URL('schemas/errors.json', PROJECT_ROOT);
  // `npm run generate` checks the content of the file.
  entries ??= new Map(
    Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { codes: Record<string, ErrorEntry> }).codes),
  );
  return entries;
}
