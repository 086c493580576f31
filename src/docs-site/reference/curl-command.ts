/**
 * The example of an operation as a curl command. It reads the service and the key from the variables BASE_URL and API_KEY (or
 * OPERATOR_TOKEN), and the IDs of the reader's objects from variables such as USER_ID.
 */
import type { Authentication, Operation } from './openapi-document.ts';

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
const QUERY_VALUES: Readonly<Record<string, string>> = { from: 'usd', to: 'svc-points' };

const pathVariable = (parameter: string): string => parameter.toUpperCase();

/** The path and query of the example, with variables. */
function examplePath({ path, parameters }: Operation): string {
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => PATH_VALUES[name] ?? `$${pathVariable(name)}`,
  );
  const query = parameters
    .filter((each) => each.in === 'query' && each.required === true)
    .map(({ name }) => `${name}=${QUERY_VALUES[name] ?? `$${pathVariable(name)}`}`)
    .join('&');
  return query === '' ? filled : `${filled}?${query}`;
}

/** The example body with variables in place of IDs. */
const withVariables = (example: unknown): string =>
  JSON.stringify(
    example,
    (_, value: unknown) => {
      if (typeof value !== 'string') return value;
      const variable = variableFor(value);
      return variable === undefined ? value : `$${variable}`;
    },
    2,
  );

const hasKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === 'Idempotency-Key');

/** Whether the example has a body that is not empty. */
export const sendsBody = ({ body }: Operation): boolean =>
  body !== undefined && JSON.stringify(body.example) !== '{}';

/** One command on several lines, for any POSIX shell. */
export function curlCommand(operation: Operation, authentication: Authentication): string {
  const { method, body } = operation;
  const who = authentication === 'bearer' ? '"Authorization: Bearer $OPERATOR_TOKEN"' : '"Api-Key: $API_KEY"';
  const parts = [`curl -s "$BASE_URL${examplePath(operation)}"`, `-H ${who}`];
  const isImplied = method === 'GET' || (method === 'POST' && sendsBody(operation));
  if (!isImplied) parts.splice(1, 0, `-X ${method}`);
  if (hasKey(operation)) parts.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  if (body !== undefined && sendsBody(operation)) {
    parts.push('-H "Content-Type: application/json"');
    const text = withVariables(body.example);
    // A here-document expands variables; single quotes do not.
    parts.push(text.includes('$') ? `-d @- <<JSON\n${text}\nJSON` : `-d '${text.replaceAll("'", `'\\''`)}'`);
  }
  return parts.join(' \\\n  ');
}
