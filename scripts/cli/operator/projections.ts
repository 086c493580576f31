/** Rebuilds and compares projections, with progress bars in a terminal and occasional lines elsewhere. */
import { setTimeout as delay } from 'node:timers/promises';
import { MultiBar, Presets } from 'cli-progress';
import type { GlobalOptions } from '../access.ts';
import {
  CommandFailed,
  UsageError,
  isJsonObject,
  listData,
  type JsonObject,
  type Outcome,
} from '../outcome.ts';
import { rowsOutcome, type Call, type Rows } from './declared-command.ts';
import type { Input, OperatorApi } from './operator-api.ts';

const POLL_INTERVAL_MS = 300;
const LINE_INTERVAL_MS = 5_000;
/** A rebuild may stall briefly while a store is unavailable. */
const STALLED_POLLS_MAX = 10;

export async function rebuildProjections({ api, input, command }: Call): Promise<Outcome> {
  const [name] = command.args;
  const { reason } = input;
  const {
    all = false,
    verify: isCompared,
    wait,
  } = command.opts<{ all?: true; verify?: true; wait: boolean }>();
  if (all === (name !== undefined)) throw new UsageError('Name one projection or use --all.');
  if (isCompared === true && !wait) throw new UsageError('--verify cannot be combined with --no-wait.');
  const { idempotencyKey } = command.optsWithGlobals<GlobalOptions>();
  if (idempotencyKey !== undefined && (all || isCompared === true))
    throw new UsageError('--idempotency-key covers one request, but --all and --verify send several.');
  const names =
    name === undefined ? (await listProjections(api)).map((each) => String(each['name'])) : [name];
  const begun: JsonObject[] = [];
  for (const projection of names)
    begun.push(await begin(api, { projection, verify: isCompared, reason }, all));
  if (!wait) return { json: { data: begun }, view: { text: `Rebuilding ${names.join(', ')}.` } };
  const done = await waitForBuilds(api, begun);
  if (isCompared === true) return compare(api, names, reason);
  const text = `Rebuilt ${names.join(', ')}. Remove the old generations with: projections drop-old`;
  return { json: { data: done }, view: { text } };
}

/** With `mayRun`, a rebuild that an aborted command has started is as good as a new one. */
async function begin(api: OperatorApi, input: Input, mayRun: boolean): Promise<JsonObject> {
  try {
    return await api.request('rebuildProjection', input);
  } catch (error) {
    if (!mayRun || !(error instanceof CommandFailed) || error.status !== 409) throw error;
    const running = (await listProjections(api)).find(({ name }) => name === input['projection']);
    if (running === undefined) throw error;
    return running;
  }
}

const COMPARISONS: Rows = {
  columns: ['name', 'state', 'compared', 'skipped', 'differences'],
  emptyText: 'There are no projections to compare.',
};

export const compareProjection = ({ api, input: { projection, reason } }: Call): Promise<Outcome> =>
  compare(api, [String(projection)], reason);

/** Compares projections one after another. Throws CommandFailed if any document differs. */
async function compare(api: OperatorApi, names: readonly string[], reason: unknown): Promise<Outcome> {
  const rows: JsonObject[] = [];
  for (const name of names) {
    await startComparison(api, { projection: name, reason });
    rows.push({ name, ...(await waitForComparison(api, name)) });
  }
  const outcome = rowsOutcome({ data: rows }, COMPARISONS);
  const isBad = rows.some(({ state, differences }) => state !== 'done' || differences !== 0);
  if (isBad)
    throw new CommandFailed(
      ['The comparison found differences:', ...rows.flatMap(differencesIn)].join('\n'),
      outcome.json,
    );
  return outcome;
}

/** The service itself runs a comparison that a rebuild has asked for, if nobody else does. */
async function startComparison(api: OperatorApi, input: Input): Promise<void> {
  try {
    await api.request('verifyProjection', input);
  } catch (error) {
    const isRunning = (await comparisonOf(api, String(input['projection'])))?.['state'] === 'running';
    if (!isRunning) throw error;
  }
}

async function comparisonOf(api: OperatorApi, name: string): Promise<JsonObject | undefined> {
  const found = (await listProjections(api)).find((each) => each['name'] === name)?.['verification'];
  return isJsonObject(found) ? found : undefined;
}

const differencesIn = ({ name, state, differences, reason, examples }: JsonObject): string[] => [
  `${String(name)}: ${String(differences)} documents (${String(state)}${typeof reason === 'string' ? `: ${reason}` : ''})`,
  ...(Array.isArray(examples) ? examples : [])
    .filter(isJsonObject)
    .map(({ collection, id, kind }) => `  ${String(collection)} ${String(id)}: ${String(kind)}`),
];

async function listProjections(api: OperatorApi): Promise<readonly JsonObject[]> {
  return listData(await api.request('listProjections'));
}

type Wanted = { readonly name: string; readonly version: number; readonly generation: number };

/** Resolves with all projections once every rebuild is live. Throws CommandFailed if one stays stalled. */
async function waitForBuilds(api: OperatorApi, begun: readonly JsonObject[]): Promise<readonly JsonObject[]> {
  const wanted = begun.map(wantedIn);
  const display = createDisplay(wanted.map(({ name }) => name));
  let stalledPolls = 0;
  try {
    for (;;) {
      const all = await listProjections(api);
      const states = wanted.map((each) => ({
        each,
        found: all.find(({ name }) => name === each.name) ?? {},
      }));
      for (const { each, found } of states) display.show(each.name, isLive(each, found) ? undefined : found);
      if (states.every(({ each, found }) => isLive(each, found))) return states.map(({ found }) => found);
      const stalled = states.find(({ found }) => buildingIn(found)?.['state'] === 'stalled')?.found;
      stalledPolls = stalled === undefined ? 0 : stalledPolls + 1;
      if (stalled !== undefined && stalledPolls > STALLED_POLLS_MAX)
        throw new CommandFailed(stalledText(stalled), stalled);
      await delay(POLL_INTERVAL_MS);
    }
  } finally {
    display.stop();
  }
}

/** Resolves with the result of the comparison. */
async function waitForComparison(api: OperatorApi, name: string): Promise<JsonObject> {
  let lineAt = performance.now() + LINE_INTERVAL_MS;
  for (;;) {
    const found = await comparisonOf(api, name);
    if (found !== undefined && found['state'] !== 'running') return found;
    if (found !== undefined && performance.now() > lineAt) {
      console.error(`${name}: ${String(found['compared'])} documents compared`);
      lineAt += LINE_INTERVAL_MS;
    }
    await delay(POLL_INTERVAL_MS);
  }
}

const buildingIn = ({ building }: JsonObject): JsonObject | undefined =>
  isJsonObject(building) ? building : undefined;

function wantedIn(status: JsonObject): Wanted {
  const { version, generation } = buildingIn(status) ?? status;
  return { name: String(status['name']), version: Number(version), generation: Number(generation) };
}

/** Whether the live generation is the wanted one, or newer. */
const isLive = ({ version, generation }: Wanted, found: JsonObject): boolean =>
  Number(found['version']) > version ||
  (found['version'] === version && Number(found['generation']) >= generation);

function stalledText(found: JsonObject): string {
  const fault = buildingIn(found)?.['fault'];
  const { stream, revision, reason } = isJsonObject(fault) ? fault : {};
  return `${String(found['name'])} is stalled at revision ${String(revision)} of ${String(stream)}: ${String(reason)}`;
}

type Display = {
  /** Shows progress; undefined means done. */
  show(name: string, status: JsonObject | undefined): void;
  stop(): void;
};

const createDisplay = (names: readonly string[]): Display =>
  process.stderr.isTTY ? barsFor(names) : linesFor();

function barsFor(names: readonly string[]): Display {
  const width = Math.max(...names.map((name) => name.length));
  const bars = new MultiBar(
    {
      format: '{name} {bar} {percentage} %  {rate} events/s  {left}',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: false,
    },
    Presets.shades_classic,
  );
  const labels = (name: string) => ({ name: name.padEnd(width), rate: '–', left: '' });
  const byName = new Map(names.map((name) => [name, bars.create(1_000, 0, labels(name))]));
  return {
    show(name, status) {
      const { progress, rate, left } = progressOf(status);
      byName.get(name)?.update(Math.round(progress * 1_000), { rate, left });
    },
    stop: () => bars.stop(),
  };
}

function linesFor(): Display {
  const lines = new Map<string, { at: number; isDone: boolean }>();
  return {
    show(name, status) {
      const line = lines.get(name) ?? { at: -Infinity, isDone: false };
      const isDone = status === undefined;
      if (line.isDone || (!isDone && performance.now() - line.at < LINE_INTERVAL_MS)) return;
      lines.set(name, { at: performance.now(), isDone });
      const { progress, rate, left } = progressOf(status);
      const text = isDone ? 'done' : `${(progress * 100).toFixed(0)} %, ${rate} events/s, ${left}`;
      console.error(`${name}: ${text}`);
    },
    stop: () => undefined,
  };
}

function progressOf(status: JsonObject | undefined): { progress: number; rate: string; left: string } {
  if (status === undefined) return { progress: 1, rate: '–', left: 'done' };
  const { progress, events_per_second, seconds_left } = buildingIn(status) ?? {};
  return {
    progress: Number(progress ?? 0),
    rate: typeof events_per_second === 'number' ? Math.round(events_per_second).toLocaleString('en') : '–',
    left: typeof seconds_left === 'number' ? `${Math.ceil(seconds_left)} s left` : 'starting',
  };
}
