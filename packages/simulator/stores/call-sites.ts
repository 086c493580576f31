/** Counts what happens to the calls of stores, by the function of the service that makes them. */
import { sep } from 'node:path';

/** Crash: the node crashes while it waits for the answer. */
export type CallEvent = 'answered' | 'outage' | 'crash' | (string & {});

export type CallSites = {
  /** The function that makes the current call. */
  current(call: string): string;
  count(site: string, event: CallEvent, times?: number): void;
  /** By site, how often each happened. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/** They only pass calls on. */
const WRAPPERS = ['src/service/instrument', 'src/read-models/history/', 'src/read-models/stores/'] as const;
const ROOT = process.cwd() + sep;
const FRAMES_MAX = 40;

export function createCallSites(): CallSites {
  const counts = new Map<string, Map<string, number>>();
  return {
    counts,
    current(call) {
      const sites = stack().filter(
        (site) => site.startsWith('src/') && !WRAPPERS.some((each) => site.startsWith(each)),
      );
      return `${sites.find((site) => site.startsWith('src/writer/')) ?? sites[0] ?? 'elsewhere'}: ${call}`;
    },
    count(site, event, times = 1) {
      const of = counts.get(site) ?? new Map<string, number>();
      counts.set(site, of.set(event, (of.get(event) ?? 0) + times));
    },
  };
}

/** Undefined unless a library sets it. */
const { prepareStackTrace: usual } = Error as {
  prepareStackTrace?: (error: Error, frames: NodeJS.CallSite[]) => unknown;
};

/** The functions on the stack with their files. Reading the frames directly avoids source maps, which take milliseconds. */
function stack(): readonly string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES_MAX;
  Error.prepareStackTrace = (_error, frames) =>
    frames.map((frame) => {
      const file = (frame.getFileName() ?? '').replace('file://', '').replace(ROOT, '');
      return `${file} ${frame.getFunctionName() ?? ''}`.trimEnd();
    });
  // With the function above, the stack is an array of texts.
  const found = new Error().stack as unknown as readonly string[];
  Object.assign(Error, { prepareStackTrace: usual });
  Error.stackTraceLimit = stackTraceLimit;
  return found;
}
