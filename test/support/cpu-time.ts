/** CPU time of this process, which other processes on the machine influence less than elapsed time. */

/**
 * The least CPU time in milliseconds of several runs of the same work, on all threads of the process. Stops at the first
 * run below `enoughMs`, because a run can only be slower than the work itself.
 */
export async function leastCpuMs(
  work: () => Promise<unknown>,
  { runs = 5, enoughMs = 0 }: { runs?: number; enoughMs?: number } = {},
): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs && least > enoughMs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
