/**
 * Checks what events mean: decodes each event, validates it against its schema, and passes it to the check of its stream.
 * Events come in global order, so books can rely on earlier platform and treasury events.
 */

import type { IdempotencyRecord, StoredMetadata } from '../../event-store/codec.ts';
import type { StreamKind } from '../../event-store/event-schemas.ts';
import type { PlatformEvent, ReconciliationEvent, TreasuryEvent } from '../../generated/events.ts';
import type { RecordedBookEvent } from '../../ledger/event.ts';
import {
  ENVIRONMENTS,
  bookStreamOf,
  environmentOf,
  parseBookStream,
  type BookName,
  type EnvironmentName,
} from '../../ledger/ids.ts';
import type { ReadonlyTable } from '../../ledger/table.ts';
import { closingText } from '../../reconciliation/days/days.ts';
import type { DayClosed } from '../../reconciliation/state/rail-account.ts';
import type { PublicKey } from '../../vault/audit-signing-key.ts';
import { isSignedBy } from '../checkpoints/signed-note.ts';
import type { BookStart } from '../state/state-files.ts';
import type { SourceEvent } from '../event-source.ts';
import type { DuplicateDetector } from '../chain/duplicate-detector.ts';
import { RuleViolation, requireRule } from '../finding.ts';
import { BookCheck, type Supply } from './book-check.ts';
import { decodeEvent, streamKindOf, type DecodedEvent } from './event-decoder.ts';
import { PlatformCheck } from './platform-check.ts';
import { ReconciliationCheck } from './reconciliation-check.ts';
import { createMovementsCheck, createTotalsCheck } from './totals-check.ts';
import { createTreasuryCheck, type TreasuryCheck } from './treasury-check.ts';

// Checks the metadata of a stream's events: times, actors, and the grouping of events by command.

type MetadataCheck = {
  /** Throws RuleViolation. */
  check(metadata: StoredMetadata): void;
  /** Number of missing events of the last command, if the stream was truncated. */
  missingEvents(): number;
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ACTOR = /^(key|operator|system|hosted):./;

function createMetadataCheck(): MetadataCheck {
  let time = '';
  /** The first event's metadata of the current command, and how many events follow. */
  let command: StoredMetadata | undefined;
  let remaining = 0;

  return {
    check(metadata) {
      const { idempotency } = metadata;
      checkTime(time, metadata.time);
      ({ time } = metadata);
      requireRule(
        ACTOR.test(metadata.actor),
        'schema',
        'the actor must start with key:, operator:, system:, or hosted:',
      );
      if (command !== undefined && remaining > 0) {
        remaining -= 1;
        requireRule(isSameCommand(command, metadata), 'command', INTERLEAVED);
        return;
      }
      if (idempotency === undefined) return;
      checkIdempotencyRecord(idempotency);
      command = metadata;
      remaining = idempotency.events - 1;
    },
    missingEvents: () => remaining,
  };
}

const INTERLEAVED = 'the event interrupts the events of another command';

/** The events of a command are appended together and share their metadata, except for the idempotency record of the first. */
const isSameCommand = (first: StoredMetadata, next: StoredMetadata): boolean =>
  next.idempotency === undefined &&
  next.time === first.time &&
  next.actor === first.actor &&
  next.request_id === first.request_id &&
  next.reason === first.reason;

function checkTime(before: string, time: string): void {
  // Fast path: most events have the same time as the previous one.
  if (time === before) return;
  if (!TIME.test(time) || Number.isNaN(Date.parse(time)))
    throw new RuleViolation('time', `time must be UTC with milliseconds; got ${JSON.stringify(time)}`);
  // Times in this format sort as text.
  if (time < before)
    throw new RuleViolation('time', `time ${time} is before ${before}, the time of the previous event`);
}

function checkIdempotencyRecord({ key, events, status }: IdempotencyRecord): void {
  requireRule(
    key !== '' && key.length <= 255,
    'idempotency_key',
    'the idempotency key must have 1 to 255 characters',
  );
  requireRule(events >= 1, 'command', 'the idempotency record states 0 events');
  requireRule(status >= 200 && status < 300, 'command', 'the idempotency record must have a 2xx status');
}

export type RulesSummary = {
  readonly supply: readonly (Supply & { readonly stream: string })[];
  readonly treasuries: readonly { readonly stream: string; readonly unallocated_coin: string }[];
  readonly undelivered_allocations: number;
};

/** Whether the mark of a completed transfer occurred more than once. */
type IsTwice = (mark: string) => boolean;

type Stream = {
  readonly kind: StreamKind;
  readonly envelope: MetadataCheck;
  check(event: SourceEvent, decoded: DecodedEvent): void;
  finish(isTwice: IsTwice): void;
  broken: boolean;
};

const NO_BOOK: BookName = { integrator_id: '', environment: 'sandbox', generation: 1 };

const NO_MARKS = { add: () => undefined };

type RulesOptions = {
  /** The public key of the service, with which the closings of days are signed. */
  readonly key?: PublicKey | undefined;
  /**
   * Whether the check gets all events of all books, so that a book can be compared with the one that it replaced, and what
   * reconciliation collected with the books. True by default.
   */
  readonly hasAllBooks?: boolean;
  /** Remembers completed transfers. Without it, late movements are not compared with them. */
  readonly completed?: Pick<DuplicateDetector, 'add' | 'candidates'>;
  /** Books that are checked only from a later event on, and where each continues. */
  readonly starts?: ReadonlyMap<string, BookStart>;
};

/** What a check that continued from later events could not compare. */
export type Unverified = {
  /** Late movements of transfers that had completed before. */
  readonly late_movements: number;
  /** Parts of books that reconciliation collected, with earlier events. */
  readonly collected_parts: number;
};

export class RulesCheck {
  readonly #options: RulesOptions;
  readonly #hasAllBooks: NonNullable<RulesOptions['hasAllBooks']>;
  readonly #platform = new PlatformCheck();
  readonly #treasuries = new Map<string, TreasuryCheck>();
  readonly #books = new Map<string, BookCheck>();
  readonly #firstSeen = (book: string): number => this.#options.starts?.get(book)?.readFrom ?? 0;
  readonly #movements = createMovementsCheck(this.#firstSeen);
  readonly #totals = createTotalsCheck(
    (book) => this.#platform.calendars[environmentOf(book)],
    undefined,
    this.#firstSeen,
  );
  readonly #streams = new Map<string, Stream>();

  constructor(options: RulesOptions = {}) {
    this.#options = options;
    this.#hasAllBooks = options.hasAllBooks ?? true;
  }

  /** Throws RuleViolation, or whatever the fold throws. Ignores later events of a stream with a violation. */
  check(event: SourceEvent): DecodedEvent | undefined {
    const stream =
      this.#streams.get(event.stream) ??
      openStream(this.#streams, event.stream, (stream) => this.#createStream(stream));
    if (stream.broken) return undefined;
    stream.broken = true;
    const decoded = decodeEvent(stream.kind, event);
    stream.envelope.check(decoded.metadata);
    stream.check(event, decoded);
    stream.broken = false;
    return decoded;
  }

  /** The check of a book without a violation so far. */
  book(stream: string): BookCheck | undefined {
    return this.#isBroken(stream) ? undefined : this.#books.get(stream);
  }

  /** The first event of a book that reconciliation has not collected yet. Undefined if it has collected none. */
  firstUncollected(stream: string): number | undefined {
    const through = [this.#movements, this.#totals].map((check) => check.collectedThrough(stream));
    const collected = through.filter((revision) => revision >= 0);
    return collected.length === 0 ? undefined : Math.min(...collected) + 1;
  }

  unverified(): Unverified {
    let late_movements = 0;
    for (const book of this.#books.values()) late_movements += book.unverifiedLateMovements;
    return { late_movements, collected_parts: this.#movements.unverified() + this.#totals.unverified() };
  }

  /** Checks each stream as a whole. Returns errors by stream. */
  finish(): ReadonlyMap<string, unknown> {
    const faults = new Map<string, unknown>();
    const completed = this.#options.completed?.candidates();
    const isTwice: IsTwice = (mark) => completed?.mayContain(mark) ?? true;
    for (const [name, stream] of this.#streams) {
      if (stream.broken) continue;
      try {
        finish(stream, isTwice);
      } catch (error) {
        faults.set(name, error);
      }
    }
    return faults;
  }

  /** The books without a violation so far. */
  books(): ReadonlyMap<string, BookCheck> {
    return new Map([...this.#books].filter(([name]) => this.#streams.get(name)?.broken === false));
  }

  summary(): RulesSummary {
    return {
      supply: [...this.#books].map(([stream, check]) => ({ stream, ...check.supply() })),
      treasuries: [...this.#treasuries].map(([stream, check]) => ({
        stream,
        unallocated_coin: check.unallocatedCoin(),
      })),
      undelivered_allocations: ENVIRONMENTS.reduce(
        (sum, environment) => sum + this.#undeliveredCount(environment),
        0,
      ),
    };
  }

  #isBroken(stream: string): boolean {
    return this.#streams.get(stream)?.broken === true;
  }

  #treasury(stream: string): TreasuryCheck {
    const found = this.#treasuries.get(stream) ?? createTreasuryCheck();
    this.#treasuries.set(stream, found);
    return found;
  }

  #undeliveredCount(environment: EnvironmentName): number {
    return (
      this.#treasuries
        .get(`treasury-${environment}`)
        ?.undeliveredCount((id) =>
          bookStreamOf(id, environment, environment === 'sandbox' ? this.#platform.sandboxGeneration(id) : 1),
        ) ?? 0
    );
  }

  #createBook(stream: string): Pick<Stream, 'check' | 'finish'> {
    // The name was checked before.
    const { integrator_id, environment, generation } = parseBookStream(stream) ?? NO_BOOK;
    if (!this.#isBroken('platform') && this.#platform.hasIntegrator(integrator_id) === false)
      throw new RuleViolation('stream_name', `integrator ${integrator_id} does not exist`);
    const start = this.#options.starts?.get(stream);
    const rules: ConstructorParameters<typeof BookCheck>[1] = {
      completed: this.#options.completed ?? NO_MARKS,
      checkAllocation: (allocation) => {
        if (allocation.treasury !== `treasury-${environment}`)
          throw new RuleViolation('allocation', `${allocation.treasury} is not the treasury of this book`);
        // After a violation in the treasury, its later events are unknown, so books cannot be checked against them.
        if (!this.#isBroken(allocation.treasury))
          this.#treasury(allocation.treasury).checkReceived(integrator_id, stream, allocation);
      },
      checkClosing: () => {
        const isPlatformKnown =
          !this.#isBroken('platform') && this.#platform.hasIntegrator(integrator_id) !== undefined;
        if (isPlatformKnown && this.#platform.sandboxGeneration(integrator_id) <= generation)
          throw new RuleViolation('generation', 'the book was closed, but its sandbox was not reset');
      },
      checkOpening: (previous) => {
        if (
          this.#hasAllBooks &&
          !this.#isBroken(previous) &&
          this.#books.get(previous)?.book.nextBook !== stream
        )
          throw new RuleViolation('generation', `${previous} was not closed before this book was opened`);
      },
    };
    const check = new BookCheck(stream, rules, start?.book);
    const size = start?.checkpoint.size ?? 0;
    this.#books.set(stream, check);
    return {
      // decodeEvent has validated the data.
      check: (event, { data, metadata: { time, hash } }) => {
        const recorded = {
          type: event.type,
          data,
          stream,
          revision: event.revision,
          time,
        } as RecordedBookEvent;
        if (event.revision >= size) check.check(recorded);
        // By now, the treasury has recorded all that the book has received.
        else if (event.revision === size - 1) this.#resumeAllocations(stream, check.book.allocations);
        if (!this.#hasAllBooks) return;
        this.#movements.see(recorded);
        this.#totals.see(recorded, hash);
      },
      finish: (isTwice) => check.finish(isTwice),
    };
  }

  #resumeAllocations(stream: string, received: ReadonlyTable<string>): void {
    for (const [treasury, last] of received.entries())
      if (!this.#isBroken(treasury)) this.#treasury(treasury).resume(stream, last);
  }

  #checksOf(kind: StreamKind, stream: string): Pick<Stream, 'check' | 'finish'> {
    const finish = (): void => undefined;
    switch (kind) {
      case 'book':
        return this.#createBook(stream);
      case 'platform':
        // decodeEvent has validated the data.
        return {
          check: ({ type }, { data, metadata: { time } }) =>
            this.#platform.check({ type, data } as PlatformEvent, time),
          finish,
        };
      case 'activity':
        // Its events do not depend on each other. decodeEvent has validated them.
        return { check: () => undefined, finish };
      case 'reconciliation': {
        const check = new ReconciliationCheck({
          calendar: this.#platform.calendars[environmentOf(stream)],
          // After a violation in a book, its later events are unknown.
          checkMovements: (part) => {
            if (this.#hasAllBooks && !this.#isBroken(part.book)) this.#movements.check(part);
          },
          checkTotals: (part) => {
            if (this.#hasAllBooks && !this.#isBroken(part.book)) this.#totals.check(part);
          },
          isSigned: ({ data, time }) =>
            this.#options.key === undefined ||
            isSignedClosing(environmentOf(stream), data, time, this.#options.key),
        });
        return {
          check: ({ type, revision }, { data, metadata: { time, schema_version: version } }) =>
            // decodeEvent has validated the data.
            check.check({ ...({ type, data } as ReconciliationEvent), stream, revision, time, version }),
          finish,
        };
      }
      case 'treasury': {
        const check = this.#treasury(stream);
        return {
          check: ({ type, revision }, { data, metadata: { time } }) =>
            // decodeEvent has validated the data.
            check.check({ ...({ type, data } as TreasuryEvent), stream, revision, time }),
          finish,
        };
      }
    }
  }

  #createStream(stream: string): Stream {
    const kind = streamKindOf(stream);
    return { kind, envelope: createMetadataCheck(), broken: false, ...this.#checksOf(kind, stream) };
  }
}

const isSignedClosing = (
  environment: EnvironmentName,
  data: DayClosed,
  time: string,
  key: PublicKey,
): boolean => isSignedBy({ text: closingText(environment, data, time), signatures: [data.signature] }, key);

/** Opens a stream. If that throws, the stream stays marked as broken, so only its first event is reported. */
function openStream(streams: Map<string, Stream>, name: string, open: (name: string) => Stream): Stream {
  const nothing = (): void => undefined;
  streams.set(name, {
    kind: 'book',
    envelope: createMetadataCheck(),
    broken: true,
    check: nothing,
    finish: nothing,
  });
  const stream = open(name);
  streams.set(name, stream);
  return stream;
}

function finish(stream: Stream, isTwice: IsTwice): void {
  const missing = stream.envelope.missingEvents();
  if (missing > 0)
    throw new RuleViolation(
      'command',
      `${missing} events of the last command are missing: the stream was truncated`,
    );
  stream.finish(isTwice);
}
