/** Sends requests, prints them with their responses, and checks the status. */
import { at } from './client.ts';
import type { Answer, Client, Json } from './client.ts';
import { failed, passed, printReceived, printRequest } from './output.ts';

let faults = 0;

export const faultsSoFar = (): number => faults;

export function check(sentence: string, holds: boolean): void {
  if (holds) passed(sentence);
  else {
    failed(sentence);
    faults += 1;
  }
}

/** The expected status, and the fields of the response to print. */
type Expectation = {
  readonly expect: number;
  readonly shown: readonly string[];
  readonly key?: string;
};

export async function post(
  client: Client,
  path: string,
  body: Json,
  { expect, shown, key }: Expectation,
): Promise<Answer> {
  printRequest('POST', path, body);
  return checkResponse(await client.post(path, body, key), expect, shown);
}

export async function get(client: Client, path: string, shown: readonly string[]): Promise<Answer> {
  printRequest('GET', path, undefined);
  return checkResponse(await client.get(path), 200, shown);
}

function checkResponse(answer: Answer, expect: number, shown: readonly string[]): Answer {
  const { status, body } = answer;
  const paths = status < 400 ? shown : ['error.code', 'error.message'];
  const parts = paths.map((path) => `${path.split('.').at(-1) ?? ''} ${formatValue(at(body, path))}`);
  if (Array.isArray(body['data'])) parts.unshift(`${body['data'].length} items`);
  printReceived(status, parts.join(' · '));
  if (status !== expect) throw new Error(`expected status ${expect}; got ${status}: ${JSON.stringify(body)}`);
  return answer;
}

export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

export type Person = { readonly name: string; readonly userId: string; readonly walletId: string };
