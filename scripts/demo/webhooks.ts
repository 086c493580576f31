/** One exchange of the story: sent, shown from both sides, and held against what it should be. */
import { at } from './client.ts';
import type { Answer, Client, Json } from './client.ts';
import { failed, passed, received, sent } from './output.ts';

let faults = 0;

export const faultsSoFar = (): number => faults;

export function check(sentence: string, holds: boolean): void {
  if (holds) passed(sentence);
  else {
    failed(sentence);
    faults += 1;
  }
}

/** The status that the story needs to go on, and what to show of the answer. */
export type Told = { readonly expect: number; readonly shown: readonly string[]; readonly key?: string };

export async function post(
  client: Client,
  path: string,
  body: Json,
  { expect, shown, key }: Told,
): Promise<Answer> {
  sent('POST', path, body);
  return told(await client.post(path, body, key), expect, shown);
}

export async function get(client: Client, path: string, shown: readonly string[]): Promise<Answer> {
  sent('GET', path, undefined);
  return told(await client.get(path), 200, shown);
}

function told(answer: Answer, expect: number, shown: readonly string[]): Answer {
  const { status, body } = answer;
  const paths = status < 400 ? shown : ['error.code', 'error.message'];
  const parts = paths.map((path) => `${path.split('.').at(-1) ?? ''} ${shortly(at(body, path))}`);
  if (Array.isArray(body['data'])) parts.unshift(`${body['data'].length} in the list`);
  received(status, parts.join(' · '));
  if (status !== expect)
    throw new Error(`expected ${expect}, and the answer was ${status}: ${JSON.stringify(body)}`);
  return answer;
}

export const shortly = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export type Person = { readonly name: string; readonly userId: string; readonly walletId: string };
