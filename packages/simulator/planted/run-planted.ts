/** Applies the planted bugs one at a time, and reports which of them the simulator finds. */
import { spawn } from 'node:child_process';
import { PLANTED_BUGS } from './bugs.ts';
import type { SearchResult } from './find-bug.ts';
import type { PlantedBug } from './planted-bug.ts';

export type PlantedOptions = {
  /** Only bugs whose names contain one of these texts; all if there are none. */
  readonly names: readonly string[];
  readonly commandsPerSeed: number;
  /** Processor time for each bug. */
  readonly secondsMax: number;
};

/** Whether the simulator finds all of them and, unless names are given, nothing without a bug. Prints one line for each. */
export async function runPlanted({ names, ...options }: PlantedOptions): Promise<boolean> {
  const bugs = PLANTED_BUGS.filter(
    ({ name }) => names.length === 0 || names.some((text) => name.includes(text)),
  );
  if (names.length === 0 && !(await passesWithout(options))) return false;
  let found = 0;
  for (const bug of bugs) {
    const result = await searchWith(bug, options);
    if (result.failure !== undefined) found += 1;
    console.log(lineOf(bug, result));
  }
  console.log(`\n${found} of ${bugs.length} planted bugs found`);
  return found === bugs.length;
}

/** A failure says nothing about a bug if the same seeds fail without it. */
async function passesWithout(options: Omit<PlantedOptions, 'names'>): Promise<boolean> {
  const { failure, seed, commands, seconds } = await searchWith(undefined, options);
  console.log(`without a bug: ${seed} seeds, ${commands} commands, ${seconds.toFixed(0)} s`);
  if (failure !== undefined) console.log(`Seed ${seed} fails without a bug: ${firstLine(failure)}`);
  return failure === undefined;
}

/** In a process of its own, in which the bug is part of the code. */
export function searchWith(
  bug: PlantedBug | undefined,
  { commandsPerSeed, secondsMax }: Omit<PlantedOptions, 'names'>,
): Promise<SearchResult> {
  const entry = ['packages/simulator/planted/find-bug.ts', String(commandsPerSeed), String(secondsMax)];
  if (bug?.cluster !== undefined) entry.push(JSON.stringify(bug.cluster));
  const hook = new URL('hook.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', hook, '--import', 'tsx', ...entry], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(bug !== undefined && { SIMULATE_EDITS: JSON.stringify(bug.edits) }) },
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (code === 0) resolve(JSON.parse(last) as SearchResult);
      else reject(new Error(`The search for ${bug?.name ?? 'nothing'} ended with ${String(code)}.`));
    });
  });
}

function lineOf({ name }: PlantedBug, { failure, seed, commands, seconds }: SearchResult): string {
  const effort = `${seed} seeds, ${commands} commands, ${seconds.toFixed(0)} s`;
  return failure === undefined
    ? `NOT FOUND ${name}: ${effort}`
    : `found ${name}: ${effort}\n    ${firstLine(failure)}`;
}

const WIDTH = 200;

const firstLine = (text: string): string => {
  const line = text.split('\n')[0] ?? '';
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line;
};
