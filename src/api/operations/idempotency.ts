/**
 * Replays the answer of an earlier request with the same idempotency key (docs/contract-notes.md, "Idempotency").
 *
 * The book records successes in the append that made them. Refusals change no book, so they are stored as records for 24
 * hours. A refusal that cannot be stored is not given: the answer is 503. A repeated request waits for a running one with
 * the same key. A success takes precedence over a refusal, because a refused key can succeed later while the documents
 * store is unavailable.
 */

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import canonicalize from 'canonicalize';
import type { Logger } from 'pino';
import { withDeadline } from '../../async/wait.ts';
import { StoreUnavailable } from '../../event-store/port.ts';
import {
  errorBody,
  isProblem,
  malformedRequest,
  problem,
  statusOf,
  type Problem,
} from '../../http/errors.ts';
import type { Reply, StreamReply } from '../../http/reply.ts';
import type { RecordCalls } from '../../read-models/records.ts';
import { errorMessage } from '../../system/errors.ts';
import { asKeyRing, perVersion, type KeySource, type KeyVersion } from '../../system/key-ring.ts';
import { createConditionLog } from '../../telemetry/condition-log.ts';
import { isSameRequest, type IdempotencyKey } from '../../writer/idempotency.ts';
import type { BookCaller } from './operation.ts';

// Keeps refusals for 24 hours, so that a repeated request gets the same answer.

const KEPT_MS = 24 * 60 * 60 * 1000;
/** A write waits at most twice as long for stored refusals: before and after its decision. */
const STORE_TIMEOUT_MS = 1_000;

type StoredRefusal = { readonly fingerprint: string; readonly status: number; readonly body: string };

type StoredRefusals = {
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
        if (!isAvailable) unavailable.ended();
        isAvailable = true;
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

const KEY_LENGTH_MAX = 255;
const STORED_STATUSES: ReadonlySet<number> = new Set([403, 404, 409, 422]);

/** The key of a request: 1 to 255 characters, in a single header. */
export function readIdempotencyKey(req: IncomingMessage): string | Problem {
  const key = req.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return malformedRequest('Send an Idempotency-Key header.');
  if (isTooLong(key)) return malformedRequest('The Idempotency-Key must not be longer than 255 characters.');
  // Node joins repeated headers with a comma, which would look like a single key.
  if (key.includes(',') && timesSent(req, 'idempotency-key') > 1)
    return malformedRequest('Send the Idempotency-Key header only once.');
  return key;
}

/** Node decodes each byte of a header as one character. */
const isTooLong = (key: string): boolean =>
  key.length > KEY_LENGTH_MAX && Buffer.from(key, 'latin1').toString().length > KEY_LENGTH_MAX;

const timesSent = (req: IncomingMessage, name: string): number =>
  req.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === name).length;

export const idempotencyKeyReused = (): Problem =>
  problem('idempotency_key_reused', 'Use a new Idempotency-Key.', {
    isTransient: true,
  });

export type Idempotency = {
  /**
   * Returns a stored refusal, or does the work and stores its refusal. Without an idempotency key it only does the
   * work. Throws StoreUnavailable if a refusal cannot be stored.
   */
  run<Done extends Reply | StreamReply>(
    caller: BookCaller,
    work: () => Done | Promise<Done>,
  ): Promise<Done | Reply>;
};

type IdempotencyOptions = {
  readonly records: Pick<RecordCalls, 'getRecord' | 'putRecord'>;
  readonly log: Logger;
  readonly clock: () => number;
  /** Whether a success is recorded under the key in the stream. */
  readonly hasUsed: (stream: string, key: string) => Promise<boolean>;
  /** Called when the documents store did not answer a lookup of a refusal. */
  readonly onUnavailable: () => void;
};

export function createIdempotency({ hasUsed, ...options }: IdempotencyOptions): Idempotency {
  const refusals = createStoredRefusals(options);
  const running = new Map<string, Promise<unknown>>();

  async function decide<Done extends Reply | StreamReply>(
    name: string,
    caller: BookCaller,
    request: IdempotencyKey,
    work: () => Done | Promise<Done>,
  ): Promise<Done | Reply> {
    const stored = await refusals.find(name);
    if (stored !== undefined && !(await hasSucceeded(caller))) return replay(stored, request);
    const reply = await work();
    if (!isProblem(reply) || reply.isTransient === true || !STORED_STATUSES.has(statusOf(reply)))
      return reply;
    const body = errorBody(reply, caller.requestId, caller.services.publicUrl());
    const refusal = { fingerprint: request.fingerprint, status: statusOf(reply), body };
    const kept = await refusals.store(name, refusal);
    return kept === refusal ? refusal : replay(kept, request);
  }

  const hasSucceeded = async ({ stream, idempotency }: BookCaller): Promise<boolean> =>
    idempotency !== undefined && hasUsed(stream, idempotency.key);

  return {
    async run(caller, work) {
      const { stream, idempotency } = caller;
      if (idempotency === undefined) return work();
      const name = `${stream}|${idempotency.key}`;
      for (let other = running.get(name); other !== undefined; other = running.get(name)) {
        // The other request reports its own error. Afterward there is an answer to replay, or the key is free.
        await other.catch(() => undefined);
      }
      const current = decide(name, caller, idempotency, work);
      running.set(name, current);
      try {
        return await current;
      } finally {
        running.delete(name);
      }
    },
  };
}

const replay = (stored: StoredRefusal, request: IdempotencyKey): Reply =>
  isSameRequest(stored, request)
    ? { status: stored.status, body: stored.body, replayed: true }
    : idempotencyKeyReused();

// Fingerprints that identify repeated requests (docs/contract-notes.md, "Idempotency").

/** The same text for the same method, path, and JSON value. Whitespace and the order of members do not matter. */
export type Fingerprint = {
  (method: string, path: string, body: unknown): string;
  /** The same, and what recognizes an earlier use of the idempotency key although the master key was replaced since. */
  request(key: string, method: string, path: string, body: unknown): IdempotencyKey;
};

/**
 * Events store fingerprints permanently, and a plain hash would allow guessing personal data in a body. Therefore the
 * input starts with a secret derived from the master key, which is the same on all nodes.
 */
export function createFingerprint(source: KeySource): Fingerprint {
  const ring = asKeyRing(source);
  const secretOf = perVersion((version) => version.secret('fingerprints v1').toString('base64url'));
  const hashOf = (version: KeyVersion, method: string, path: string, body: unknown): string =>
    hash('sha256', `${secretOf(version)}\n${method} ${path}\n${canonicalize(body) ?? ''}`, 'base64url');
  const fingerprint = (method: string, path: string, body: unknown): string => {
    const { current, currentName } = ring;
    const hashed = hashOf(current, method, path, body);
    return currentName === undefined ? hashed : `${currentName}.${hashed}`;
  };
  const request: Fingerprint['request'] = (key, method, path, body) => ({
    key,
    fingerprint: fingerprint(method, path, body),
    ...(ring.former.length > 0 && {
      isFormer(stored) {
        const [, name, hashed] = VERSIONED.exec(stored) ?? [];
        const version = ring.find(name);
        return version !== undefined && (hashed ?? stored) === hashOf(version, method, path, body);
      },
    }),
  });
  return Object.assign(fingerprint, { request });
}

/** The ID of a master key that is not the first one, and the hash. */
const VERSIONED = /^([0-9a-f]{8})\.(.*)$/s;
