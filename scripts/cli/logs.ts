/** `logs`: the request log of the API, as it grows. */
import { setTimeout as delay } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { Client } from '../../packages/client/src/client.ts';
import type { RequestListQuery, RequestSummary } from '../../packages/client/src/generated/types.ts';
import type { GlobalOptions } from './access.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { commandFromArguments, wholeNumber, withExamples } from './program.ts';
import { jsonText, paint, withoutControls } from './terminal.ts';
import { untilInterrupted } from './until-interrupted.ts';

type Options = GlobalOptions & {
  readonly lines: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: string;
};

export function fillLogs(logs: Command): void {
  withExamples(logs, [
    'logs tail',
    'logs tail --status 4xx',
    'logs tail --method POST --path /v1/transfers --json',
  ]);
  logs
    .command('tail')
    .description('show requests to the API as they are logged')
    .option('--lines <n>', 'number of earlier requests to begin with', wholeNumber, '10')
    .addOption(
      new Option('--method <method>', 'only this method').choices(['GET', 'POST', 'PATCH', 'DELETE']),
    )
    .option('--path <path>', 'only this path, such as /v1/transfers')
    .option('--status <status>', 'only this status, such as 422 or 4xx')
    .addHelpText(
      'after',
      `
Requests with all keys of the integrator in the environment of the key are shown. To see the bodies and the events of one:
  svc-ledger get requests/req_01…`,
    )
    .action((...passed: unknown[]) =>
      untilInterrupted((signal) => tail(commandFromArguments(passed), signal)),
    );
}

async function tail(command: Command, signal: AbortSignal): Promise<void> {
  const { lines, method, path, status, ...options } = command.optsWithGlobals<Options>();
  const api = createApiClient(options);
  const print = options.json === true ? printJson : printText;
  const requests = followRequests(api, given({ method, path, status }), Math.min(100, Number(lines)), signal);
  for await (const request of requests) print(request);
}

type Filter = Pick<RequestListQuery, 'method' | 'path' | 'status'>;

/** Without the options that are not given. */
const given = (options: Readonly<Record<string, string | undefined>>): Filter =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

const POLL_INTERVAL_MS = 1_000;
/** Requests are in the order in which they began, and logged a moment after they end: entries may appear before others. */
const LATENESS_MS_MAX = 10_000;

/** Yields the newest requests, and then each one that is logged. Throws CommandFailed if the log cannot be read. */
async function* followRequests(
  api: ApiClient,
  filter: Filter,
  earlier: number,
  signal: AbortSignal,
): AsyncGenerator<RequestSummary> {
  const { data } = await api.explained(async ({ requests }) => requests.list({ ...filter, limit: 100 }));
  yield* data.slice(0, earlier).reverse();
  let known = new Set(data.map(({ id }) => id));
  let newestAt = timeOf(data[0]);
  for (;;) {
    await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const recent = newestAt === undefined ? {} : { created_after: timestamp(newestAt - LATENESS_MS_MAX) };
    const found = await api.explained((ledger) => allRequests(ledger, { ...filter, ...recent }));
    yield* found.filter(({ id }) => !known.has(id)).reverse();
    known = new Set(found.map(({ id }) => id));
    newestAt = timeOf(found[0]) ?? newestAt;
  }
}

const timeOf = (request: RequestSummary | undefined): number | undefined =>
  request === undefined ? undefined : Date.parse(request.created_at);

const timestamp = (ms: number): string => new Date(ms).toISOString();

/** Newest first. */
async function allRequests({ requests }: Client, query: RequestListQuery): Promise<RequestSummary[]> {
  const found: RequestSummary[] = [];
  for await (const request of requests.list({ ...query, limit: 100 })) found.push(request);
  return found;
}

/** One object per line. */
const printJson = (request: RequestSummary): void => console.log(jsonText(request, 0));

function printText(request: RequestSummary): void {
  const { id, created_at, method, path, query, status, error, duration_ms, omitted_before } = request;
  if (omitted_before > 0) console.log(paint('yellow', `${omitted_before} requests were not logged.`));
  const time = new Date(created_at).toLocaleTimeString('en-GB');
  const target = withoutControls(`${method.padEnd(6)} ${path}${query === null ? '' : `?${query}`}`);
  const result = `${status}${error === null ? '' : ` ${error.code}`}`;
  const outcome = paint(status < 400 ? 'green' : 'red', withoutControls(result));
  console.log(`${time}  ${target}  ${outcome}  ${Math.round(duration_ms)} ms  ${id}`);
}
