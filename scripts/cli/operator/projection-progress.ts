/** Waits for rebuilds and comparisons, with progress bars in a terminal and occasional lines elsewhere. */
import { setTimeout as delay } from 'node:timers/promises';
import { MultiBar, Presets } from 'cli-progress';
import type { OperatorClient } from './operator-client.ts';
import { CommandFailed, isJsonObject, listData } from '../outcome.ts';
import type { JsonObject } from '../outcome.ts';

const POLL_INTERVAL_MS = 300;
const LINE_INTERVAL_MS = 5_000;
/** A rebuild may stall briefly while a store is unavailable. */
const STALLED_POLLS_MAX = 10;

export async function listProjections(api: OperatorClient): Promise<readonly JsonObject[]> {
  const found = await api.get('/projections');
  return listData(found);
}

type Wanted = { readonly name: string; readonly version: number; readonly generation: number };

/** Resolves with all projections once every rebuild is live. Throws CommandFailed if one stays stalled. */
export async function waitForBuilds(
  api: OperatorClient,
  begun: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
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
export async function waitForComparison(api: OperatorClient, name: string): Promise<JsonObject> {
  let lineAt = performance.now() + LINE_INTERVAL_MS;
  for (;;) {
    const found = (await listProjections(api)).find((each) => each['name'] === name)?.['verification'];
    if (isJsonObject(found) && found['state'] !== 'running') return found;
    if (isJsonObject(found) && performance.now() > lineAt) {
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
