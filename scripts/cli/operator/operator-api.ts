/** A client of the operator API that calls operations by their ID. */
import type { Writable } from 'node:stream';
import type { OperatorOperationId } from '../../../src/generated/operator-operations.ts';
import { findAccess, type GlobalOptions } from '../access.ts';
import { listData, type JsonObject } from '../outcome.ts';
import { createServiceCall, download, type CallService } from '../service-call.ts';
import { parametersOf, type Operation, type OperatorOperations } from './operations.ts';

/**
 * Values of path parameters, and of members of the query or of the body. A dotted name such as `reason.code` is a member of
 * an object. Undefined values are not sent.
 */
export type Input = Readonly<Record<string, unknown>>;

export type List = { readonly data: readonly JsonObject[]; readonly has_more: boolean };

const PAGE_OBJECTS_MAX = 100;

export class OperatorApi {
  readonly #operations: OperatorOperations;
  readonly #allowed: readonly OperatorOperationId[];
  readonly #baseUrl: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #idempotencyKey: string | undefined;
  readonly #call: CallService;

  /** `allowed` are the operations that the command declares. */
  constructor(
    operations: OperatorOperations,
    allowed: readonly OperatorOperationId[],
    options: GlobalOptions,
  ) {
    const { baseUrl, secret } = findAccess(options, 'operator_token');
    this.#operations = operations;
    this.#allowed = allowed;
    this.#baseUrl = baseUrl;
    this.#headers = { Authorization: `Bearer ${secret}` };
    this.#idempotencyKey = options.idempotencyKey;
    this.#call = createServiceCall(baseUrl, this.#headers);
  }

  /** Throws CommandFailed unless the response has a status of 2xx. */
  async request(id: OperatorOperationId, input: Input = {}): Promise<JsonObject> {
    const { method, path } = this.#find(id);
    const { filled, rest } = fillPath(path, input);
    if (method === 'GET') return (await this.#call(method, { path: filled + queryString(rest) })).body;
    const idempotencyKey = method === 'POST' ? this.#idempotencyKey : undefined;
    return (await this.#call(method, { path: filled, body: nested(rest), idempotencyKey })).body;
  }

  /** Reads up to `limit` objects of a list, in its order. `has_more` tells whether there are more. */
  async list(id: OperatorOperationId, input: Input, limit: number): Promise<List> {
    const data: JsonObject[] = [];
    for (let starting_after: string | undefined; ;) {
      const page = await this.request(id, {
        ...input,
        limit: Math.min(PAGE_OBJECTS_MAX, limit - data.length),
        starting_after,
      });
      const found = listData(page);
      data.push(...found);
      const has_more = page['has_more'] === true;
      starting_after = nextCursor(page, found);
      if (!has_more || starting_after === undefined || data.length >= limit) return { data, has_more };
    }
  }

  /** Writes a list as CSV to the output, as it arrives. */
  async downloadCsv(id: OperatorOperationId, input: Input, output: Writable): Promise<void> {
    const { filled, rest } = fillPath(this.#find(id).path, input);
    await download(this.#baseUrl, filled + queryString(rest), { headers: this.#headers, output });
  }

  #find(id: OperatorOperationId): Operation {
    if (!this.#allowed.includes(id)) throw new Error(`the command does not declare that it calls ${id}`);
    return this.#operations.find(id);
  }
}

/** Puts the path parameters into the path. `rest` are the other values. */
function fillPath(path: string, input: Input): { readonly filled: string; readonly rest: Input } {
  const names = parametersOf(path);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(input[name] ?? '')),
  );
  return {
    filled,
    rest: Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Where a list continues. A page with filters can be empty although there is more. */
function nextCursor(page: JsonObject, found: readonly JsonObject[]): string | undefined {
  const next = page['next_cursor'] ?? found.at(-1)?.['id'];
  return typeof next === 'string' ? next : undefined;
}

function queryString(query: Input): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, textOf(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The body, in which a member with a dotted name is a member of an object. */
function nested(input: Input): JsonObject {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(input)) {
    const [name = '', inner] = path.split('.');
    if (value !== undefined)
      body[name] = inner === undefined ? value : { ...toObject(body[name]), [inner]: value };
  }
  return body;
}

const toObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
