/**
 * CPU time of this process, as a multiple of what reading and writing `JSON_BYTES` of JSON costs on the same machine at the
 * same time: about 7 ms on a processor of 2020. Tests with such limits mean the same on every machine, however slow or busy.
 */
const JSON_BYTES = 128 * 1024;

/** Several times what an ordinary request costs. Work that grows faster than its input costs thousands. */
export const CPU_MAX = 40;

const wideObject = (): string => {
  const members = Array.from({ length: JSON_BYTES / 10 }, (_, index) => `"${index.toString(36)}":"00"`);
  return `{${members.join(',')}}`;
};

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The least CPU time of several runs of the same work, on all threads of the process. Stops at the first run below `enough`,
 * because a run can only be slower than the work itself.
 */
export async function leastCpu(
  work: () => Promise<unknown>,
  { runs = 10, enough = CPU_MAX }: { runs?: number; enough?: number } = {},
): Promise<number> {
  const text = wideObject();
  let [least, unit, times] = [Infinity, Infinity, Infinity];
  for (let run = 0; run < runs && times > enough; run++) {
    unit = Math.min(unit, await cpuMs(() => JSON.stringify(JSON.parse(text))));
    least = Math.min(least, await cpuMs(work));
    times = least / unit;
  }
  return times;
}
