/**
 * Refuses appends to streams whose events the store would hide or delete. Somebody with access to the store may have set that, for
 * example to save space. Nothing is lost until the store is compacted, so it has to be noticed before.
 */

import { repeat } from '../async/polling-loop.ts';
import {
  EventsNotKept,
  type EventStore,
  type Position,
  type StreamName,
  type StreamSettings,
} from './port.ts';

type StreamGuardOptions = {
  readonly eventStore: EventStore;
  readonly settings: StreamSettings;
  /** The store would hide or delete events of the stream; undefined: it keeps all of them again. */
  readonly onChange: (stream: StreamName, reason: string | undefined) => void;
  /** The settings of the stream could not be changed, so that others may still write to it. */
  readonly onUnrestricted: (stream: StreamName, error: unknown) => void;
};

const CHECK_EVERY_MS = 5_000;
/** Streams that are checked in each run although nobody has written to them yet. */
const STREAMS_PER_RUN = 100;

export class StreamGuard {
  /** Appends only to streams whose events are kept. */
  readonly eventStore: EventStore;
  readonly #options: StreamGuardOptions;
  /** The first check of each stream. Later changes are read from the log. */
  readonly #checks = new Map<StreamName, Promise<void>>();
  readonly #reasons = new Map<StreamName, string>();
  #readTo: Promise<Position> | undefined;

  constructor(options: StreamGuardOptions) {
    const { eventStore } = options;
    this.#options = options;
    this.eventStore = {
      ...eventStore,
      append: async (stream, events, expectedRevision) => {
        await this.check(stream);
        const reason = this.#reasons.get(stream);
        if (reason !== undefined) throw new EventsNotKept(`${stream} may lose events: ${reason}`);
        return eventStore.append(stream, events, expectedRevision);
      },
    };
  }

  /** Reads the settings of a stream unless this process has done so. Throws StoreUnavailable. */
  check(stream: StreamName): Promise<void> {
    const known = this.#checks.get(stream);
    if (known !== undefined) return known;
    const checking = this.#checkFirst(stream);
    this.#checks.set(stream, checking);
    checking.catch(() => this.#checks.delete(stream));
    return checking;
  }

  /** Follows changes of settings, and checks the streams that nobody writes to, until the signal aborts. */
  async watch(
    streams: () => readonly StreamName[],
    onError: (error: unknown) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const run = async (): Promise<void> => {
      await this.#readChanges();
      const unchecked = streams().filter((stream) => !this.#checks.has(stream));
      for (const stream of unchecked.slice(0, STREAMS_PER_RUN)) await this.check(stream);
    };
    await repeat({ run, everyMs: CHECK_EVERY_MS, onError }, signal);
  }

  async #checkFirst(stream: StreamName): Promise<void> {
    // Before the stream is checked, so that no change is missed.
    await this.#start();
    await this.#inspect(stream);
    if (this.#reasons.has(stream)) return;
    const { settings, onUnrestricted } = this.#options;
    await settings.restrict(stream).catch((error: unknown) => onUnrestricted(stream, error));
  }

  #start(): Promise<Position> {
    if (this.#readTo !== undefined) return this.#readTo;
    const reading = this.#options.eventStore.head();
    this.#readTo = reading;
    reading.catch(() => (this.#readTo = undefined));
    return reading;
  }

  async #readChanges(): Promise<void> {
    const before = await this.#start();
    const { streams, position } = await this.#options.settings.changedAfter(before);
    for (const stream of streams) await this.#inspect(stream);
    // A restored store may have other settings.
    if (position < before) this.#checks.clear();
    this.#readTo = Promise.resolve(position);
  }

  async #inspect(stream: StreamName): Promise<void> {
    const reason = await this.#options.settings.removing(stream);
    if (reason === this.#reasons.get(stream)) return;
    if (reason === undefined) this.#reasons.delete(stream);
    else this.#reasons.set(stream, reason);
    this.#options.onChange(stream, reason);
  }
}
