/** Shortens the recording of a failed run, prints it, and stores it. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulationOptions } from '../options.ts';
import { simulate } from '../simulation.ts';
import type { SimulationResult } from '../simulation.ts';
import { describeRecording, shrinkRecording, writeRecording } from './recording.ts';

export async function printShortestRecording(
  { recording }: SimulationResult,
  options: SimulationOptions,
  secondsMax: number,
): Promise<void> {
  if (secondsMax === 0) return;
  const endsAt = performance.now() + secondsMax * 1_000;
  const shortest = await shrinkRecording(
    recording,
    async (shorter) => (await simulate({ ...options, recording: shorter })).failure !== undefined,
    () => performance.now() > endsAt,
  );
  const { trace, failure } = await simulate({ ...options, recording: shortest });
  console.log(
    `\nThe shortest run found has ${describeRecording(shortest)}; the run had ${describeRecording(recording)}:\n`,
  );
  for (const [client, commands] of shortest.commands.entries())
    for (const step of commands)
      console.log(`  client-${client + 1} ${step.map((each) => JSON.stringify(each)).join(' and ')}`);
  console.log('');
  for (const line of trace.newest(LINES_MAX)) console.log(line.slice(0, WIDTH));
  console.log(`\n${failure ?? 'It does not fail.'}`);
  const file = join(tmpdir(), `simulate-seed-${options.seed}.json`);
  writeRecording(file, { ...options, recording: shortest });
  console.log(`\nRepeat it with: npm run simulate -- --recording ${file}`);
}

const LINES_MAX = 60;
const WIDTH = 300;
