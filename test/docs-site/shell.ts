/** Running what the documentation shows, as its readers would: in a shell, with curl, word for word. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type ShellResult = { readonly code: number | null; readonly output: string; readonly errors: string };

const DEADLINE_MS = 60_000;

/** Runs a script in bash, in a folder. It stops at the first command that fails. */
export function runScript(
  script: string,
  env: Readonly<Record<string, string>>,
  folder: string = process.cwd(),
): Promise<ShellResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { ...process.env, ...env },
      timeout: DEADLINE_MS,
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}

/** Makes every curl of a shell say the status after the body, without a change to the commands. Gives its environment. */
export function withStatus(folder: string): Record<string, string> {
  writeFileSync(join(folder, '.curlrc'), STATUS);
  return { CURL_HOME: folder };
}

const STATUS = String.raw`write-out = "\n%{http_code}"`;

/** The status with which curl ends when a response takes too long. */
export const CURL_TIMED_OUT = 28;

/** The same, and ends each curl after a second: for responses that have no end. */
export function withStatusAndLimit(folder: string): Record<string, string> {
  const limited = join(folder, 'limited');
  mkdirSync(limited, { recursive: true });
  writeFileSync(join(limited, '.curlrc'), `${STATUS}\nmax-time = 1`);
  return { CURL_HOME: limited };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text of a piece of HTML. */
export const textOf = (html: string): string =>
  html.replace(/<[^>]+>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** The requests of a page in a language, by operation, as the page shows them. */
const requestsOf = (page: string, language: string): ReadonlyMap<string, string> =>
  new Map(
    [...page.matchAll(/<pre[^>]*data-language="(\w+)"[^>]*><code data-request="(\w+)">([\s\S]*?)<\/code>/g)]
      .filter(([, shown]) => shown === language)
      .map(([, , id = '', html = '']) => [id, textOf(html)]),
  );

/** The requests of all pages of a reference in a language, by operation. */
export async function referenceRequests(
  baseUrl: string,
  root: 'api' | 'operator',
  language: string,
): Promise<ReadonlyMap<string, string>> {
  const front = await (await fetch(`${baseUrl}/docs/${root}`)).text();
  const found = new Map<string, string>();
  for (const page of new Set(front.match(new RegExp(`/docs/${root}/[a-z-]+`, 'g'))))
    for (const [id, code] of requestsOf(await (await fetch(baseUrl + page)).text(), language))
      found.set(id, code);
  return found;
}
