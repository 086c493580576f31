/** Shortens the story of a failed run, prints it, and stores it. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SimulationOptions } from './options.ts';
import { simulate } from './simulation.ts';
import type { SimulationResult } from './simulation.ts';
import { describeStory, shrinkStory, writeStory } from './story.ts';

export async function printShortestStory(
  { story }: SimulationResult,
  options: SimulationOptions,
  secondsMax: number,
): Promise<void> {
  if (secondsMax === 0) return;
  const endsAt = performance.now() + secondsMax * 1_000;
  const shortest = await shrinkStory(
    story,
    async (shorter) => (await simulate({ ...options, story: shorter })).failure !== undefined,
    () => performance.now() > endsAt,
  );
  const { trace, failure } = await simulate({ ...options, story: shortest });
  console.log(
    `\nThe shortest story found has ${describeStory(shortest)}; the run had ${describeStory(story)}:\n`,
  );
  for (const [client, commands] of shortest.commands.entries())
    for (const command of commands) console.log(`  client-${client + 1} ${JSON.stringify(command)}`);
  console.log('');
  for (const line of trace.newest(LINES_MAX)) console.log(line.slice(0, WIDTH));
  console.log(`\n${failure ?? 'It does not fail.'}`);
  const file = join(tmpdir(), `simulate-seed-${options.seed}.json`);
  writeStory(file, { ...options, story: shortest });
  console.log(`\nRepeat it with: npm run simulate -- --story ${file}`);
}

const LINES_MAX = 60;
const WIDTH = 300;
