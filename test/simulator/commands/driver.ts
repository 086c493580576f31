/** Sends scenarios to the API without sockets and compares each answer with the model. */
import inject from 'light-my-request';
import { replaceRuntime } from '../../../src/system/runtime.ts';
import { startMemoryApp } from '../../support/memory-app.ts';
import type { MemoryApp } from '../../support/memory-app.ts';
import { createModel } from '../model/model.ts';
import type { Caller } from '../model/model.ts';
import type { Answer, Json } from '../model/prediction.ts';
import { OPERATIONS, resolve, resolveText } from './command.ts';
import type { ApiCommand, Command, KeyName, Operation, Scenario } from './command.ts';
import type { Coverage } from './coverage.ts';
import { createGenerator } from './generator.ts';
import type { Generator } from './generator.ts';

export type Difference = { readonly command: Command; readonly reason: string };

/** The books of the keys that `startMemoryApp` issues. */
const CALLERS: Readonly<Record<KeyName, Caller>> = {
  sandbox: { book: 'one', mayWrite: true, isSandbox: true },
  stranger: { book: 'two', mayWrite: true, isSandbox: true },
  readOnly: { book: 'one', mayWrite: false, isSandbox: true },
  production: { book: 'one production', mayWrite: true, isSandbox: false },
  revoked: { book: undefined, mayWrite: true, isSandbox: true },
};

const STARTS_AT = Date.parse('2030-03-01T08:00:00.000Z');

export type Run = { readonly scenario: Scenario; readonly difference: Difference | undefined };

/** Runs a scenario on an empty service. Returns the first difference from the model, if any. */
export async function runScenario(scenario: Scenario): Promise<Difference | undefined> {
  const commands = scenario.values();
  const next = (): Command | undefined => commands.next().value;
  return (await run({ next, observe: () => undefined })).difference;
}

/** Runs `length` commands of a generator, or those until the first difference from the model. */
export async function runGenerated(seed: number, length: number, coverage?: Coverage): Promise<Run> {
  const generator = createGenerator(seed);
  let left = length;
  return run({ ...generator, next: () => (left-- > 0 ? generator.next() : undefined) }, coverage);
}

type Source = { next(): Command | undefined; observe: Generator['observe'] };

async function run(source: Source, coverage?: Coverage): Promise<Run> {
  let now = STARTS_AT;
  const currentTime = (): number => now;
  const restoreTime = replaceRuntime({ currentTime });
  const app = await startMemoryApp({ clock: currentTime });
  const model = createModel();
  const answers = new Map<number, Answer>();
  const scenario: Command[] = [];
  try {
    for (let command = source.next(); command !== undefined; command = source.next()) {
      scenario.push(command);
      now += 'waitMs' in command ? command.waitMs : 1;
      if ('waitMs' in command) continue;
      const operation = OPERATIONS.get(command.operation);
      if (operation === undefined) throw new Error(`There is no operation ${command.operation}.`);
      const request = requestOf(command, operation, answers);
      const answer = await send(app, command.key, request);
      answers.set(command.serial, answer);
      const reason = model.check(request, answer, now);
      if (reason !== undefined) return { scenario, difference: { command, reason } };
      coverage?.observe(command.operation, answer);
      source.observe(command, answer);
    }
    return { scenario, difference: undefined };
  } finally {
    await app.close();
    restoreTime();
  }
}

type BuiltRequest = ReturnType<typeof requestOf>;

function requestOf(
  command: ApiCommand,
  { method, path, environment }: Operation,
  answers: ReadonlyMap<number, Answer>,
) {
  const { operation, key, idempotencyKey } = command;
  const texts = (values: ApiCommand['query'] = {}): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolveText(value, answers)]));
  const params = texts(command.params);
  const body: Json = resolve(command.body ?? {}, answers);
  return {
    ...{ operation, method, params, body, idempotencyKey, query: texts(command.query) },
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name),
    caller: CALLERS[key],
    isSandboxOnly: environment === 'sandbox',
    hasBody: command.body !== undefined,
  };
}

async function send({ handle, keys }: MemoryApp, key: KeyName, request: BuiltRequest): Promise<Answer> {
  const { method, path, query, body, hasBody, idempotencyKey } = request;
  const search = new URLSearchParams(query).toString();
  const response = await inject(handle, {
    // Every declared method is one that the library knows.
    method: method as 'GET',
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      'api-key': keys[key],
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { payload: JSON.stringify(body) }),
  });
  const { statusCode: status, payload: text, headers } = response;
  const replayed = headers['idempotent-replayed'];
  return {
    status,
    text,
    body: JSON.parse(text) as Json,
    headers: { 'idempotent-replayed': typeof replayed === 'string' ? replayed : undefined },
  };
}
