/** Keeps refusals for 24 hours, so that a repeated request gets the same answer. */
import type { Logger } from 'pino';
import { withDeadline } from '../../async/deadline.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import type { RecordCalls } from '../../read-models/authenticated-records.ts';
import { errorMessage } from '../../system/errors.ts';
import { createConditionLog } from '../../telemetry/condition-log.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A write waits at most twice as long for stored refusals: before and after its decision. */
const STORE_TIMEOUT_MS = 1_000;

export type StoredRefusal = { readonly fingerprint: string; readonly status: number; readonly body: string };

export type StoredRefusals = {
  /**
   * Undefined if there is none, and while the documents store does not answer: writes continue without it, so a refused
   * key can then be decided again. After the first lookups without an answer, only one at a time is tried.
   */
  find(name: string): Promise<StoredRefusal | undefined>;
  /** Returns the refusal that is stored, which may be an earlier one. Throws StoreUnavailable after a second. */
  store(name: string, refusal: StoredRefusal): Promise<StoredRefusal>;
};

type Options = {
  readonly records: Pick<RecordCalls, 'getRecord' | 'putRecord'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly clock: () => number;
  /** Called when a lookup failed or took too long. */
  readonly onUnavailable: () => void;
};

export function createStoredRefusals({ records, log, clock, onUnavailable }: Options): StoredRefusals {
  const unavailable = createConditionLog(log, {
    started: 'stored refusals unavailable; refused keys are decided again',
    ended: 'stored refusals available',
  });
  let isAvailable = true;
  let unansweredLookups = 0;

  const endLookup = (): void => {
    unansweredLookups -= 1;
  };

  function readInTime(name: string): Promise<string | undefined> {
    const lookup = records.getRecord('refusals', name);
    unansweredLookups += 1;
    lookup.then(endLookup, endLookup);
    return withDeadline(lookup, STORE_TIMEOUT_MS, timeout);
  }

  return {
    async find(name) {
      // The unanswered lookup shows when the store is back. Others do not wait.
      if (!isAvailable && unansweredLookups > 0) return undefined;
      try {
        const text = await readInTime(name);
        isAvailable = true;
        unavailable.ended();
        return text === undefined ? undefined : parse(text);
      } catch (error) {
        isAvailable = false;
        onUnavailable();
        unavailable.started({ reason: errorMessage(error) });
        return undefined;
      }
    },
    async store(name, refusal) {
      const text = JSON.stringify(refusal);
      const expiresAt = new Date(clock() + KEPT_MS);
      const put = records.putRecord('refusals', name, text, { ifAbsent: true, expiresAt });
      const kept = await withDeadline(put, STORE_TIMEOUT_MS, timeout);
      return kept === text ? refusal : parse(kept);
    },
  };
}

const timeout = (): Error =>
  new StoreUnavailable(`the documents store did not answer within ${STORE_TIMEOUT_MS} ms`);

// Only this module writes these records, and the MAC proves it.
const parse = (text: string): StoredRefusal => JSON.parse(text) as StoredRefusal;
