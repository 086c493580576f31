/** `fixtures`: files with calls that create objects, and with what is expected of the responses. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Ajv } from 'ajv';
import type { Command } from 'commander';
import { YAMLParseError, parse } from 'yaml';
import type { GlobalOptions } from './access.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import { apiPath } from './integrator/requests.ts';
import { CommandFailed, UsageError, isJsonObject, type JsonObject } from './outcome.ts';
import { printOutcome } from './output.ts';
import { commandFromArguments, withExamples } from './program.ts';
import type { Method } from './service-call.ts';
import { jsonText, linesWithoutControls, paint } from './terminal.ts';

type Options = GlobalOptions & { readonly set?: readonly string[] };

export function fillFixtures(fixtures: Command): void {
  withExamples(fixtures, [
    'fixtures run docs/examples/pay-and-cash-out.yaml',
    'fixtures run orders.yaml --set amount=20.00 --json',
  ]);
  fixtures
    .command('run')
    .description('run the steps of a file; exit code 1 if one is not as expected')
    .argument('<file>', 'YAML file')
    .option('--set <name=value...>', 'set a variable')
    .addHelpText('after', '\nThe guide docs/cli.md describes the format.')
    .action(async (...given: unknown[]) => {
      const command = commandFromArguments(given);
      await run(command.args[0] ?? '', command.optsWithGlobals<Options>());
    });
}

async function run(file: string, options: Options): Promise<void> {
  const fixture = readFixture(file);
  const variables: Variables = new Map((options.set ?? []).map(variableIn));
  const asJson = options.json === true;
  let failed: StepResult | undefined;
  for await (const result of runFixture(fixture, createApiClient(options), variables)) {
    console.log(asJson ? jsonText({ kind: 'step', ...result }, 0) : lineFor(result));
    if (result.error !== null) failed = result;
  }
  const values = Object.fromEntries(variables);
  if (asJson) console.log(jsonText({ kind: 'result', passed: failed === undefined, variables: values }, 0));
  if (failed !== undefined) throw new CommandFailed(`Failed: ${failed.name}`);
  if (!asJson) printOutcome({ json: values, view: { fields: values } }, false);
}

function variableIn(text: string): [string, string] {
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError('--set takes name=value.');
  return [name, value];
}

function lineFor({ name, status, duration_ms, error }: StepResult): string {
  const result = linesWithoutControls(`${name}  ${status ?? '–'}  ${duration_ms} ms`);
  if (error === null) return `${paint('green', '✓')} ${result}`;
  return `${paint('red', '✗')} ${result}\n  ${linesWithoutControls(error)}`;
}

type StepResult = {
  readonly name: string;
  readonly call: string;
  readonly status: number | null;
  readonly duration_ms: number;
  /** What was not as expected; `null` if the step passed. */
  readonly error: string | null;
};

type Response = { readonly status: number; readonly body: JsonObject };

const TIMEOUT_SECONDS = 10;
const REPEAT_INTERVAL_MS = 250;

/** Yields a result for each step up to the first one that fails. Saved values are added to `variables`. */
async function* runFixture(
  { variables: preset = {}, steps }: Fixture,
  api: ApiClient,
  variables: Variables,
): AsyncGenerator<StepResult> {
  // Makes references of objects unique.
  if (!variables.has('run')) variables.set('run', randomBytes(4).toString('hex'));
  for (const [name, value] of Object.entries(preset))
    if (!variables.has(name)) variables.set(name, fillIn(value, variables));
  for (const step of steps) {
    const result = await runStep(step, api, variables);
    yield result;
    if (result.error !== null) return;
  }
}

async function runStep(step: Step, api: ApiClient, variables: Variables): Promise<StepResult> {
  const startedAt = performance.now();
  const { method, path } = callOf(step);
  const call = `${method.toUpperCase()} ${path}`;
  const finished = (status: number | null, error: string | undefined): StepResult => ({
    name: step.name ?? call,
    call,
    status,
    duration_ms: Math.round(performance.now() - startedAt),
    error: error ?? null,
  });
  try {
    const response = await respond(step, api, variables);
    const wrong = expectationError(step, response, variables) ?? save(step, response.body, variables);
    return finished(response.status, wrong);
  } catch (error) {
    if (error instanceof CommandFailed) return finished(null, error.message);
    throw error;
  }
}

/** Calls once, or until the body has become what the step waits for. */
async function respond(step: Step, api: ApiClient, variables: Variables): Promise<Response> {
  const { method, path } = callOf(step);
  // A text remains a text, an object an object.
  const target = {
    path: apiPath(String(fillIn(path, variables))),
    body: fillIn(step.body, variables) as JsonObject,
  };
  const until = fillIn(step.until, variables);
  const deadline = performance.now() + (step.timeout_seconds ?? TIMEOUT_SECONDS) * 1_000;
  for (;;) {
    const response = await callOnce(api, method.toUpperCase() as Method, target);
    const wrong = until === undefined ? undefined : difference(until, response.body);
    if (wrong === undefined) return response;
    if (performance.now() > deadline) throw new CommandFailed(`Timed out: ${wrong}`);
    await delay(REPEAT_INTERVAL_MS);
  }
}

/** Refusals are responses too: a step may expect one. */
async function callOnce(
  api: ApiClient,
  method: Method,
  target: { readonly path: string; readonly body: JsonObject },
): Promise<Response> {
  try {
    return await api.call(method, target);
  } catch (error) {
    if (error instanceof CommandFailed && error.status !== undefined && isJsonObject(error.body))
      return { status: error.status, body: error.body };
    throw error;
  }
}

function expectationError(step: Step, { status, body }: Response, variables: Variables): string | undefined {
  const { status: wanted, body: part } = step.expect ?? {};
  const isExpected = wanted === undefined ? status < 300 : status === wanted;
  if (!isExpected)
    return `the status is ${status}${wanted === undefined ? '' : ` instead of ${wanted}`}: ${JSON.stringify(body)}`;
  return part === undefined ? undefined : difference(fillIn(part, variables), body);
}

/** Returns what is missing, if anything is. */
function save(step: Step, body: JsonObject, variables: Variables): string | undefined {
  for (const [name, place] of Object.entries(step.save ?? {})) {
    const value = valueAt(body, place);
    if (value === undefined) return `the body has no ${place} to save`;
    variables.set(name, value);
  }
  return undefined;
}

/** Texts may contain variables: `${name}`. */
type Fixture = {
  readonly name?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
};

export type Step = Partial<Readonly<Record<StepMethod, string>>> & {
  readonly name?: string;
  readonly body?: JsonObject;
  /** Part of what the response must be. By default, its status is 2xx. */
  readonly expect?: { readonly status?: number; readonly body?: JsonObject };
  /** Part of what the body must become; the call is repeated until then. */
  readonly until?: JsonObject;
  readonly timeout_seconds?: number;
  /** Variables for later steps, with their places in the body, such as `data.0.id`. */
  readonly save?: Readonly<Record<string, string>>;
};

const STEP_METHODS = ['get', 'post', 'patch', 'delete'] as const;
type StepMethod = (typeof STEP_METHODS)[number];

const NAME = '^[A-Za-z_][A-Za-z0-9_]*$';
const path = { type: 'string', minLength: 1 };

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['steps'],
  properties: {
    name: { type: 'string' },
    variables: { type: 'object', propertyNames: { pattern: NAME }, additionalProperties: { type: 'string' } },
    steps: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          name: { type: 'string' },
          get: path,
          post: path,
          patch: path,
          delete: path,
          body: { type: 'object' },
          expect: {
            type: 'object',
            additionalProperties: false,
            properties: { status: { type: 'integer' }, body: { type: 'object' } },
          },
          until: { type: 'object' },
          timeout_seconds: { type: 'number', exclusiveMinimum: 0, maximum: 600 },
          save: {
            type: 'object',
            propertyNames: { pattern: NAME },
            additionalProperties: { type: 'string' },
          },
        },
        dependencies: { until: ['get'], timeout_seconds: ['until'] },
      },
    },
  },
};

/** Throws a UsageError that names the wrong place. */
function readFixture(file: string): Fixture {
  const content = contentOf(file);
  const validate = new Ajv().compile<Fixture>(SCHEMA);
  if (!validate(content)) {
    const [error] = validate.errors ?? [];
    const { additionalProperty } = (error?.params ?? {}) as { additionalProperty?: string };
    const detail = additionalProperty === undefined ? '' : ` (${additionalProperty})`;
    const place = error?.instancePath === '' ? 'the file' : error?.instancePath;
    throw new UsageError(`${file}: ${String(place)} ${String(error?.message)}${detail}.`);
  }
  const ambiguous = content.steps.findIndex((step) => methodsOf(step).length !== 1);
  if (ambiguous >= 0)
    throw new UsageError(`${file}: /steps/${ambiguous} must have one of ${STEP_METHODS.join(', ')}.`);
  return content;
}

const methodsOf = (step: Step): StepMethod[] => STEP_METHODS.filter((method) => step[method] !== undefined);

/** The method and the path of a step, which has exactly one. */
function callOf(step: Step): { readonly method: StepMethod; readonly path: string } {
  const method = methodsOf(step)[0] ?? 'get';
  return { method, path: step[method] ?? '' };
}

function contentOf(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    if (error instanceof YAMLParseError) throw new UsageError(`${file} is not valid YAML: ${error.message}`);
    throw new UsageError(`${file} cannot be read.`);
  }
}

export type Variables = Map<string, unknown>;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** A copy with the values of all variables. A text that is only a variable becomes its value, whatever its type. */
export function fillIn(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return fillInText(value, variables);
  if (Array.isArray(value)) return value.map((each) => fillIn(each, variables));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillIn(each, variables)]));
}

function fillInText(text: string, variables: Variables): unknown {
  const valueOf = (name: string): unknown => {
    if (variables.has(name)) return variables.get(name);
    throw new CommandFailed(`There is no variable ${name} yet.`);
  };
  const whole = new RegExp(`^${VARIABLE.source}$`).exec(text)?.[1];
  if (whole !== undefined) return valueOf(whole);
  return text.replace(VARIABLE, (_text, name: string) => String(valueOf(name)));
}

/** The value at a place such as `data.0.id`; undefined if there is none. */
export function valueAt(value: unknown, place: string): unknown {
  let found = value;
  for (const name of place.split('.')) {
    const isKnown = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    // An object or an array, which has this member.
    found = isKnown ? (found as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return found;
}

/**
 * The first difference, in words; undefined if there is none. Objects may have members that are not expected; everything else
 * must be equal.
 */
export function difference(expected: unknown, found: unknown, place = 'body'): string | undefined {
  const isContainer = isJsonObject(expected) || Array.isArray(expected);
  if (
    !isContainer ||
    typeof found !== 'object' ||
    found === null ||
    Array.isArray(expected) !== Array.isArray(found)
  )
    return expected === found ? undefined : `${place} is ${shown(found)} instead of ${shown(expected)}`;
  if (Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length)
    return `${place} has ${found.length} elements instead of ${expected.length}`;
  for (const [name, each] of Object.entries(expected)) {
    const inner = difference(each, valueAt(found, name), `${place}.${name}`);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));
