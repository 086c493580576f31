/** A process that runs the seeds it is sent, until its parent disconnects. */
import { runSeed } from './run-seed.ts';
import type { SeedRequest } from './run-seeds.ts';

process.on('message', (request: SeedRequest) => {
  void runSeed(request.seed, request.settings).then((run) => process.send?.(run));
});
