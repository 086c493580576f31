/** Which faults happen, how often, and how often each did. */
import type { Random } from '../commands/random.ts';

/** What happens to one call of a store. */
export type CallOutcome =
  | 'answered'
  /** It takes seconds. */
  | 'stalled'
  /** It fails, and did not happen. */
  | 'refused'
  /** It fails, and did happen. */
  | 'answer lost'
  /** It fails, and happens afterwards. */
  | 'happens late'
  /** It fails, and a part of it did happen. */
  | 'torn';

export type Faults = {
  /** Faults happen only while it is true. */
  isActive: boolean;
  /** Reads of new events take up to 300 milliseconds, so that more happens during each. */
  areFollowersSlow: boolean;
  readonly counts: ReadonlyMap<string, number>;
  count(fault: string): void;
  /** Whether the next fault happens. Faults are numbered from 1 in the order in which they are decided. */
  admitNext(): boolean;
  /** The numbers of the faults that were admitted. */
  readonly admitted: readonly number[];
  /** Calls of a node that starts fail more often. */
  outcomeOf(call: string, kind: 'read' | 'write', isStarting?: boolean): CallOutcome;
  /** How long a call without a fault takes, in milliseconds. */
  latencyMs(call?: string): number;
  /** How long a call with a fault takes. */
  timeoutMs(): number;
};

const SLOW_PARTS_PER_MS = 1_000 / 300;

/** Calls that nodes make rarely, or at few places. In each run, those of one name fail often. */
const RARE_CALLS = [
  ...['documents.ensure', 'documents.drop', 'documents.expire', 'documents.collections'],
  ...['documents.checkpoints', 'documents.ping', 'documents.get', 'documents.scan'],
  ...['records.get', 'records.put', 'records.delete', 'events.readLast', 'events.head', 'events.ping'],
];
const RARE_FAILS_ONE_IN = 20;
const START_FAILS_ONE_IN = 12;

/** One call in so many fails. Infinity: none. `only`: the numbers of the faults that happen; all unless given. */
export function createFaults(random: Random, oneIn: number, only?: ReadonlySet<number>): Faults {
  const admitted: number[] = [];
  let decided = 0;
  const counts = new Map<string, number>();
  const rare = random.pickAny(RARE_CALLS);
  const count = (fault: string): void => void counts.set(fault, (counts.get(fault) ?? 0) + 1);
  const faults: Faults = {
    isActive: false,
    areFollowersSlow: false,
    counts,
    count,
    admitted,
    admitNext() {
      decided += 1;
      const happens = only?.has(decided) ?? true;
      if (happens) admitted.push(decided);
      return happens;
    },
    outcomeOf(call, kind, isStarting = false) {
      if (!faults.isActive || oneIn === Infinity) return 'answered';
      const often = isStarting ? START_FAILS_ONE_IN : call === rare ? RARE_FAILS_ONE_IN : oneIn;
      if (!random.oneIn(Math.min(often, oneIn))) return 'answered';
      const outcome: CallOutcome =
        kind === 'read'
          ? random.pick(['stalled', 'refused'])
          : random.pick<CallOutcome>([
              ...(['stalled', 'refused', 'answer lost', 'answer lost', 'happens late'] as const),
              ...(call === 'documents.write' ? (['torn', 'torn'] as const) : []),
            ] as [CallOutcome, ...CallOutcome[]]);
      if (!faults.admitNext()) return 'answered';
      count(`${call} ${outcome}`);
      return outcome;
    },
    latencyMs(call) {
      const part = random.below(1_000);
      if (faults.areFollowersSlow && call === 'events.follow') return part / SLOW_PARTS_PER_MS;
      if (faults.isActive && part < 20) return 5 + random.below(200);
      return 0.05 + (part * part) / 800_000;
    },
    timeoutMs: () => (random.oneIn(3) ? 500 + random.below(9_500) : 1 + random.below(200)),
  };
  return faults;
}
