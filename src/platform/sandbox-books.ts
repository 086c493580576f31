/**
 * Finds the current books of integrators, and resets sandboxes. A reset is three appends to three streams, which no store makes
 * atomically. The first one, to the platform, is the decision. The next write to the new book completes the rest.
 */
import { START, type StreamName } from '../event-store/port.ts';
import { bookStreamOf, type EnvironmentName } from '../ledger/ids.ts';
import { closeBook, openBook } from '../ledger/sandbox.ts';
import { NO_ANSWER, type BookWriters, type Command } from '../writer/command.ts';
import { KEY_REUSED, type IdempotencyKey } from '../writer/idempotency.ts';
import type { StreamOutcome } from '../writer/stream-writer.ts';
import { currentBook, formerBooks, isFormerBook, sandboxGeneration, type BookIdentity } from './books.ts';
import { decideReset, type Platform } from './platform.ts';

/** Who resets, and the idempotency key of the request. */
type ResetRequest = Pick<Command, 'actor' | 'requestId'> & { readonly idempotency: IdempotencyKey };

export type SandboxBooks = {
  /** The stream of the integrator's current book. Throws StoreUnavailable before the platform is loaded. */
  current(integratorId: string, environment: EnvironmentName): StreamName;
  /** The books that resets have replaced, in the environment of a key; none in production. */
  former(of: BookIdentity): readonly StreamName[];
  /** Whether a reset has replaced the book. False for a stream that is no book. */
  isFormer(stream: StreamName): boolean;
  /** Replaces the integrator's sandbox book by an empty one. Refuses rate_limited. A repeat completes the first request. */
  reset(integratorId: string, request: ResetRequest): Promise<StreamOutcome>;
  /** Closes the former book and opens the current one, if a reset was decided and not completed. */
  completeReset(integratorId: string): Promise<void>;
  /** Completes the resets of all integrators. A failure of one does not block the others. */
  completeResets(): Promise<void>;
  /** Reads resets that other processes decided, and completes that of the integrator. */
  refresh(integratorId: string): Promise<void>;
};

type Dependencies = {
  /** Throws StoreUnavailable until it is loaded. */
  readonly platform: () => Platform;
  readonly writers: Pick<BookWriters, 'submit' | 'head' | 'isKeyUsed' | 'deleteSnapshot'>;
};

const SYSTEM = { actor: 'system:sandbox_reset', requestId: 'none' };

/** Headers cannot contain line feeds, so this key never equals a key of an operator or of another integrator. */
const platformKey = (integratorId: string, key: string): string => `sandbox_reset\n${integratorId}\n${key}`;

export function createSandboxBooks({ platform, writers }: Dependencies): SandboxBooks {
  /** The generations that are known to be open, by integrator. */
  const opened = new Map<string, number>();

  async function complete(
    integratorId: string,
    request: Pick<Command, 'actor' | 'requestId' | 'idempotency'> = SYSTEM,
  ): Promise<void> {
    const generation = sandboxGeneration(platform(), integratorId);
    if (generation <= (opened.get(integratorId) ?? 1)) return;
    await openGeneration(integratorId, generation, request);
    opened.set(integratorId, Math.max(generation, opened.get(integratorId) ?? 1));
  }

  /** A book is opened only after the one before it was closed, so an open book proves that all former ones are closed. */
  async function openGeneration(
    integratorId: string,
    generation: number,
    request: Pick<Command, 'actor' | 'requestId' | 'idempotency'>,
  ): Promise<void> {
    // The first book needs no opening, and may be empty.
    if (generation === 1) return;
    const stream = bookStreamOf(integratorId, 'sandbox', generation);
    // The writer accepts no other first event than the one that opens the book.
    if ((await writers.head(stream)) > START) return;
    const previous = bookStreamOf(integratorId, 'sandbox', generation - 1);
    await openGeneration(integratorId, generation - 1, SYSTEM);
    const { actor, requestId } = request;
    await writers.submit(previous, { decide: closeBook, answer: NO_ANSWER, actor, requestId });
    // It only saves time when a book is loaded.
    await writers.deleteSnapshot(previous).catch(() => undefined);
    await writers.submit(stream, { ...request, decide: openBook, answer: NO_ANSWER });
  }

  return {
    current: (integratorId, environment) => currentBook(platform(), integratorId, environment),
    former: ({ integrator_id, environment }) =>
      environment === 'sandbox' ? formerBooks(platform(), integrator_id) : [],
    isFormer: (stream) => isFormerBook(platform(), stream),
    async reset(integratorId, { actor, requestId, idempotency }) {
      const { submit, isKeyUsed, sandboxes } = platform();
      const key = platformKey(integratorId, idempotency.key);
      const book = currentBook(platform(), integratorId, 'sandbox');
      // A key of the former book is free, except that a reset answers its own key for ever.
      if (!isKeyUsed(key) && (await writers.isKeyUsed(book, idempotency.key))) return KEY_REUSED;
      const outcome = await submit({
        ...{ actor, requestId },
        idempotency: { ...idempotency, key },
        decide: (time) => decideReset(sandboxes.get(integratorId), integratorId, time),
      });
      if (outcome.kind === 'done' || outcome.kind === 'replayed')
        await complete(integratorId, { actor, requestId, idempotency });
      return outcome;
    },
    completeReset: (integratorId) => complete(integratorId),
    async completeResets() {
      const errors: unknown[] = [];
      for (const integratorId of platform().sandboxes.keys())
        await complete(integratorId).catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
    async refresh(integratorId) {
      await platform().refresh();
      await complete(integratorId);
    },
  };
}
