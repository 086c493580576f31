/**
 * Lets documents go whose time is over: events, requests to deliver them again, and whatever else has a retention. It
 * goes on in small pieces and rests after each, so that it takes a small share of the store's time however much there is.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DocumentStore, Retention } from './port.ts';

/** A collection and the prefix of its IDs; all are kept equally long. */
export type RetainedCollection = { readonly collection: string; readonly prefix: Retention['prefix'] };

export type RetentionOptions = {
  readonly documents: Pick<DocumentStore, 'expire'>;
  readonly collections: readonly RetainedCollection[];
  readonly seconds: number;
  readonly clock: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** How long it waits after it has found nothing more. */
  readonly intervalMs?: number;
};

const EVERY_MS = 60_000;
const PIECE = 200;
/** It rests this many times as long as a piece took. */
const REST = 4;
const REST_MIN_MS = 5;

/** Runs until it is aborted. A store that is away is asked again the next time. */
export async function runRetention(options: RetentionOptions): Promise<void> {
  const { collections, log, signal, intervalMs = EVERY_MS } = options;
  while (!signal.aborted) {
    for (const each of collections) {
      await dropAll(options, each).catch((err: unknown) =>
        log.debug({ err, collection: each.collection }, 'old documents could not be dropped now'),
      );
    }
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}

async function dropAll(
  { documents, seconds, clock, signal }: RetentionOptions,
  { collection, prefix }: RetainedCollection,
): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    const dropped = await documents.expire(collection, { prefix, seconds }, { now: clock(), limit: PIECE });
    if (dropped < PIECE) return;
    const restMs = Math.max(REST_MIN_MS, (performance.now() - begun) * REST);
    await delay(restMs, undefined, { signal }).catch(() => undefined);
  }
}
