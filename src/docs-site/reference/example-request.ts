/**
 * The example of an operation, from which code in every language, the form, and the collection are made. It has variables such
 * as `$USER_ID` in place of IDs.
 */
import { clientCalls } from '../../generated/client-calls.ts';
import type { ExampleRequest } from '../assets/request-code.js';
import { nameOf, type ApiDocument, type Operation, type Schema } from './openapi-document.ts';

/** Maps the IDs in the examples of the schemas to variables. */
const VARIABLES: readonly (readonly [example: RegExp, variable: string])[] = [
  [/^usr_\w+1$/, 'USER_ID'],
  [/^usr_/, 'OTHER_USER_ID'],
  [/^wal_\w+3$/, 'WALLET_ID'],
  [/^wal_\w+e$/, 'COIN_WALLET_ID'],
  [/^wal_/, 'OTHER_WALLET_ID'],
  [/^da_/, 'DEPOSIT_ACCOUNT_ID'],
  [/^pa_/, 'PAYOUT_ACCOUNT_ID'],
  [/^trf_/, 'TRANSFER_ID'],
  [/^qt_/, 'QUOTE_ID'],
  [/^we_/, 'WEBHOOK_ENDPOINT_ID'],
  [/^evt_/, 'EVENT_ID'],
  [/^int_/, 'INTEGRATOR_ID'],
  [/^key_/, 'KEY_ID'],
];

/** `USER_ID` for `usr_01…`; undefined for other texts. */
function variableFor(text: string): string | undefined {
  if (!/^[a-z]+_[0-9a-z]{20,}$/i.test(text)) return undefined;
  return VARIABLES.find(([example]) => example.test(text))?.[1];
}

/** Values for path parameters that are not IDs. */
const PATH_VALUES: Readonly<Record<string, string>> = {
  environment: 'sandbox',
  rail: 'bank_eft',
  projection: 'users',
};

/** Values for required query parameters. */
const QUERY_VALUES: Readonly<Record<string, string>> = {
  from: 'usd',
  to: 'svc-points',
  period: '2026-11',
  q: 'Ana',
  ids: 'usr_01kakz3v000000000000000001',
};

/** Whether the example has a body that is not empty. */
export const sendsBody = ({ body }: Operation): boolean =>
  body !== undefined && JSON.stringify(body.example) !== '{}';

export function exampleRequest(document: ApiDocument, operation: Operation): ExampleRequest {
  const { id, method, path, parameters, body, isStream } = operation;
  const named = (place: 'path' | 'query', values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && each.required === true)
        .map(({ name }) => [name, values[name] ?? `$${name.toUpperCase()}`]),
    );
  const call = document.authentication === 'api_key' ? clientCalls[id] : undefined;
  return {
    method,
    path,
    isStream,
    ...(call === undefined ? {} : { call }),
    pathValues: named('path', PATH_VALUES),
    query: named('query', QUERY_VALUES),
    ...(body !== undefined && sendsBody(operation) ? { body: withVariables(body.example) } : {}),
    authentication: document.authentication,
    isIdempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...resultOf(document, operation),
  };
}

/** The example with variables in place of IDs. */
function withVariables(example: unknown): unknown {
  const text = JSON.stringify(example, (_, value: unknown) => {
    const variable = typeof value === 'string' ? variableFor(value) : undefined;
    return variable === undefined ? value : `$${variable}`;
  });
  return JSON.parse(text) as unknown;
}

/** Names a variable after the object in the response, or after the objects of a page. */
function resultOf(
  { schemas }: ApiDocument,
  { responses }: Operation,
): Pick<ExampleRequest, 'result' | 'isPage'> {
  const response = responses.find(({ status }) => status === '201') ?? responses[0];
  const schema: Schema = response?.schema ?? {};
  const name = schema.$ref === undefined ? 'result' : nameOf(schema.$ref);
  const properties = schemas[name]?.properties;
  const item = properties?.['has_more'] === undefined ? undefined : properties['data']?.items?.$ref;
  const result = item === undefined ? name : nameOf(item);
  return { result: result.charAt(0).toLowerCase() + result.slice(1), isPage: item !== undefined };
}
