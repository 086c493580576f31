/** Receivers of webhooks: they answer late, with errors, twice, or not at all. */
import type { FailureCode } from '../../../src/webhooks/captured-response.ts';
import type { Attempt, AttemptResult, createWebhookSender } from '../../../src/webhooks/webhook-sender.ts';
import type { Random } from '../commands/random.ts';
import { textOf, type Json } from '../model/prediction.ts';
import type { Process, Scheduler } from '../scheduler/scheduler.ts';
import type { Faults } from '../stores/faults.ts';
import {
  createExpectedSignatures,
  type ExpectedSignatures,
  type SignatureTimes,
} from './expected-signatures.ts';

export type Receivers = Pick<ExpectedSignatures, 'expectKey' | 'expectRotation'> & {
  /** Deliveries to the endpoint must be signed with its key. */
  readonly expect: (endpoint: Json) => void;
  /** By event ID, how often the receiver took it and said so. */
  readonly taken: ReadonlyMap<string, number>;
  /** When the newest attempt began with which the endpoint took the event; undefined for an endpoint that is not expected. */
  lastTaken(endpointId: string, eventId: string): number | undefined;
  readonly attempts: () => number;
  /** Every attempt fails until the function is called with false. */
  readonly refuseAll: (isRefusing: boolean) => void;
  /** How many attempts the URL has received. */
  readonly attemptsAt: (url: string) => number;
  /** The first delivery without a valid signature. */
  readonly wronglySigned: () => string | undefined;
  /** The sender of a node. */
  senderOf(process: Process): typeof createWebhookSender;
};

/** Endpoints of clients, which tests rarely enable. What is owed is what the others receive. */
const isTested = (url: string): boolean => url.startsWith('https://hooks.example/');

export function createReceivers(
  scheduler: Scheduler,
  random: Random,
  faults: Faults,
  signatures: Omit<SignatureTimes, 'now'>,
): Receivers {
  const taken = new Map<string, number>();
  const expected = createExpectedSignatures({ ...signatures, now: () => scheduler.now() });
  const attemptsByUrl = new Map<string, number>();
  /** The URLs of endpoints by ID. */
  const urls = new Map<string, string>();
  /** When the attempt began, by URL and event. */
  const lastTaken = new Map<string, number>();
  let attempts = 0;
  let wronglySigned: string | undefined;
  let refusesAll = false;

  function post(
    { event_id, url, body }: Attempt,
    process: Process,
  ): Promise<{ status: number } | { error: FailureCode }> {
    attempts += 1;
    const startedAt = scheduler.now();
    attemptsByUrl.set(url, (attemptsByUrl.get(url) ?? 0) + 1);
    return new Promise((resolve) => {
      const answer = (afterMs: number, result: { status: number } | { error: FailureCode }): void =>
        void scheduler.schedule(
          afterMs,
          () => {
            if ('status' in result && result.status < 300 && !isTested(url)) {
              taken.set(event_id, (taken.get(event_id) ?? 0) + 1);
              const name = `${url} ${event_id}`;
              lastTaken.set(name, Math.max(startedAt, lastTaken.get(name) ?? 0));
            }
            resolve(result);
          },
          process,
        );
      if (isTested(url)) {
        const isTest = body.includes('"type":"webhook_endpoint.test"');
        const isTaken = isTest ? random.oneIn(2) : true;
        const status = !isTest && url.endsWith('/gone') ? 410 : isTaken ? 200 : 500;
        answer(1 + random.below(20), { status });
        return;
      }
      if (refusesAll) {
        answer(1 + random.below(20), { status: 503 });
        return;
      }
      if (!faults.isActive || !random.oneIn(6)) {
        answer(1 + random.below(20), { status: 200 });
        return;
      }
      const fault = random.pick(['late', 'fails', 'refuses', 'answer lost', 'silent']);
      if (!faults.admitNext()) {
        answer(1 + random.below(20), { status: 200 });
        return;
      }
      faults.count(`receiver ${fault}`);
      switch (fault) {
        case 'late':
          answer(500 + random.below(8_000), { status: 204 });
          return;
        case 'fails':
          answer(random.below(100), { status: random.pick([500, 503, 404, 302]) });
          return;
        case 'refuses':
          answer(1, { error: 'connection_refused' });
          return;
        case 'answer lost':
          answer(random.below(1_000), { error: 'connection_lost' });
          return;
        case 'silent':
          answer(10_000, { error: 'timeout' });
      }
    });
  }

  return {
    expect(endpoint) {
      const url = textOf(endpoint, 'url');
      expected.expectKey(url, textOf(endpoint, 'public_key_pem'));
      urls.set(textOf(endpoint, 'id'), url);
    },
    taken,
    lastTaken(endpointId, eventId) {
      const url = urls.get(endpointId);
      return url === undefined ? undefined : (lastTaken.get(`${url} ${eventId}`) ?? -Infinity);
    },
    attempts: () => attempts,
    refuseAll: (isRefusing) => void (refusesAll = isRefusing),
    expectKey: (...args) => expected.expectKey(...args),
    expectRotation: (url) => expected.expectRotation(url),
    attemptsAt: (url) => attemptsByUrl.get(url) ?? 0,
    wronglySigned: () => wronglySigned,
    senderOf: (process) => () => {
      const stops = new Set<() => void>();
      let isClosed = false;
      return {
        async send(attempt): Promise<AttemptResult> {
          const t = Math.floor(attempt.sentAt / 1_000);
          const signed = Buffer.from(`${t}.${attempt.body}`);
          const hexes = attempt.sign(signed);
          const fault = expected.faultOf(attempt.url, signed, hexes);
          if (fault !== undefined)
            wronglySigned ??= `${scheduler.now().toFixed(0)}: event ${attempt.event_id} to ${attempt.url} ${fault}`;
          const signatures = hexes.map((hex) => `,v1=${hex}`);
          const startedAt = scheduler.now();
          const stopped = new Promise<{ error: FailureCode }>((resolve) => {
            const stop = (): void => resolve({ error: 'stopped' });
            if (isClosed) stop();
            stops.add(stop);
          });
          const result = await (isClosed ? stopped : Promise.race([post(attempt, process), stopped]));
          const status = 'status' in result ? result.status : null;
          const error = 'error' in result ? result.error : result.status > 299 ? 'status' : null;
          return {
            ...{ succeeded: error === null, response_status: status, error },
            took_ms: Math.round(scheduler.now() - startedAt),
            svc_signature: `t=${t}${signatures.join('')}`,
            response: status === null ? null : { headers: {}, body: '', is_truncated: false },
          };
        },
        close() {
          isClosed = true;
          for (const stop of stops) stop();
          return Promise.resolve();
        },
      };
    },
  };
}
