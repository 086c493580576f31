/** The documents of users and transfers of many books over a year, made by the rules of the projections, without the events. */
import { createHmac } from 'node:crypto';
import type { BookProjection } from '../../projections/book-projection.ts';
import { COLLECTIONS } from '../../projections/collections.ts';
import { searchIndexProjection } from '../../projections/search.ts';
import { transfersProjection } from '../../projections/transfers.ts';
import { usersProjection } from '../../projections/users.ts';
import type { BookEvent } from '../../src/ledger/event.ts';
import { bookStreamOf, deriveId, encodeBase32 } from '../../src/ledger/ids.ts';
import type { DocumentWrite } from '../../src/read-models/port.ts';
import type { ProjectedDocument, RecordedEvent } from '../../src/read-models/projection.ts';

type Projected = { readonly projection: BookProjection<unknown>; readonly collection: string };

// The values of a projection are of the type of its own documents.
const PROJECTED = [
  { projection: usersProjection, collection: COLLECTIONS.users },
  { projection: transfersProjection, collection: COLLECTIONS.transfers },
  { projection: searchIndexProjection, collection: COLLECTIONS.search },
] as unknown as readonly Projected[];

export const LISTED_COLLECTIONS = PROJECTED.map(({ collection }) => collection);

const FIRST_NAMES = [
  'Ana',
  'Ben',
  'Chidi',
  'Dana',
  'Emil',
  'Fatima',
  'Goro',
  'Hana',
  'Ivan',
  'Jun',
  'Kofi',
  'Lea',
];
const LAST_NAMES = [
  'Silva',
  'Okafor',
  'Moreau',
  'Tanaka',
  'Novak',
  'Haddad',
  'Larsen',
  'Rossi',
  'Mensah',
  'Weber',
];
const RAILS = ['bank_eft', 'instant', 'wire', 'emailpay'];
const START = Date.parse('2025-11-01T00:00:00.000Z');
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const INTEGRATORS = 20;
const TRANSFERS_PER_USER = 10;

export const keyedTerm = (text: string): string =>
  createHmac('sha256', 'benchmark').update(text).digest().subarray(0, 12).toString('base64url');

/** Numbers between 0 and 1 that are the same in each run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export type Population = {
  readonly integrators: readonly string[];
  readonly userIds: readonly string[];
  readonly start: number;
  readonly end: number;
};

const USERS_PER_BATCH = 200;

export class ListDocuments {
  /** Grows while documents are made. */
  readonly population: Population;
  readonly #random = createRandom(7);
  readonly #users: number;
  readonly #integrators = Array.from(
    { length: INTEGRATORS },
    (_, index) => `int_${encodeBase32(START, 10)}${encodeBase32(index, 16)}`,
  );
  readonly #userIds: string[] = [];
  readonly #step: number;
  #revision = 0;
  #made = 0;

  constructor(transfers: number) {
    this.#users = Math.ceil(transfers / TRANSFERS_PER_USER);
    this.#step = YEAR_MS / transfers;
    this.population = {
      integrators: this.#integrators,
      userIds: this.#userIds,
      start: START,
      end: START + YEAR_MS,
    };
  }

  /** The writes of the next users, with their transfers. Empty at the end. */
  next(): readonly DocumentWrite[] {
    const writes: DocumentWrite[] = [];
    for (let i = 0; i < USERS_PER_BATCH && this.#userIds.length < this.#users; i++) {
      const stream = bookStreamOf(
        this.#pick(this.#integrators),
        this.#random() < 0.8 ? 'production' : 'sandbox',
      );
      writes.push(...project(this.#userEvent(stream, START + this.#made * this.#step)));
      for (let j = 0; j < TRANSFERS_PER_USER; j++) {
        writes.push(...project(this.#transferEvent(stream, START + this.#made * this.#step)));
        this.#made += 1;
      }
    }
    return writes;
  }

  #pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error('There is nothing to pick.');
    return value;
  }

  #recorded(stream: string, time: number, event: object): RecordedEvent<BookEvent> {
    this.#revision += 1;
    const iso = new Date(time).toISOString();
    const metadata = { schema_version: 1, time: iso, actor: 'key:bench', request_id: 'req_bench' };
    const about = {
      stream,
      scope: stream,
      revision: this.#revision,
      position: BigInt(this.#revision),
      time: iso,
      metadata,
      keyedTerm,
    };
    // The members that the rules of these projections read.
    return { personal: null, ...event, ...about } as unknown as RecordedEvent<BookEvent>;
  }

  #userEvent(stream: string, time: number): RecordedEvent<BookEvent> {
    const user_id = deriveId('usr', time, stream, this.#revision + 1);
    const [first_name, last_name] = [
      this.#pick(FIRST_NAMES),
      `${this.#pick(LAST_NAMES)}${this.#userIds.length % 977}`,
    ];
    const phone = `+4917${String(10_000_000 + this.#userIds.length)}`;
    const personal = {
      first_name,
      last_name,
      business_name: null,
      email: `${first_name}.${last_name}@example.com`,
      phone,
    };
    const data = {
      user_id,
      type: 'individual',
      external_reference: `customer-${this.#userIds.length}`,
      country: null,
      sealed: null,
      metadata: {},
    };
    this.#userIds.push(user_id);
    return this.#recorded(stream, time, { type: 'user.created', data, personal });
  }

  #transferEvent(stream: string, time: number): RecordedEvent<BookEvent> {
    const transfer_id = deriveId('trf', time, stream, this.#revision + 1);
    const chance = this.#random();
    const kind =
      chance < 0.7 ? 'user_to_user' : chance < 0.85 ? 'onramp' : chance < 0.97 ? 'offramp' : 'conversion';
    const wallet = { type: 'wallet', wallet_id: `wal_${transfer_id.slice(4)}`, asset: 'svc-points' };
    const own = { ...wallet, user_id: this.#pick(this.#userIds.slice(-1_000)) };
    const fiat = { currency: 'usd', rail: this.#pick(RAILS) };
    const [source, destination] =
      kind === 'onramp'
        ? [{ type: 'fiat', ...fiat }, own]
        : kind === 'offramp'
          ? [
              own,
              {
                type: 'payout_account',
                payout_account_id: `pa_${transfer_id.slice(4)}`,
                user_id: own.user_id,
                ...fiat,
              },
            ]
          : [own, { ...wallet, user_id: this.#pick(this.#userIds) }];
    return this.#recorded(stream, time, {
      type: 'transfer.created',
      data: {
        ...{ transfer_id, kind, source, destination },
        state: stateOf(this.#random(), kind),
        amount: Math.exp(this.#random() * 14 - 2).toFixed(2),
        integrator_reference: `order-${this.#revision}`,
      },
    });
  }
}

/** Most transfers are completed; what an operator looks for is rare. */
function stateOf(chance: number, kind: string): string {
  if (chance < 0.97) return 'completed';
  if (chance < 0.985) return 'failed';
  if (chance < 0.9995)
    return kind === 'onramp' ? 'awaiting_funds' : kind === 'offramp' ? 'payout_submitted' : 'pending';
  return 'in_review';
}

type Folding = {
  readonly touches: (event: unknown) => readonly string[];
  readonly fold: (before: undefined, event: unknown, id: string) => ProjectedDocument | undefined;
};

/** The documents of an object that the event creates, in each collection. */
function project(event: RecordedEvent<BookEvent>): readonly DocumentWrite[] {
  return PROJECTED.flatMap(({ projection, collection }) => {
    const rule = projection.rules[event.type];
    if (rule === 'ignore') return [];
    // These rules have both members, and accept the events of their type.
    const { touches, fold } = rule as unknown as Folding;
    const scope = projection.scope ?? event.stream;
    return touches(event).map((id): DocumentWrite => {
      const folded = fold(undefined, event, id);
      if (folded === undefined) throw new Error(`${event.type} made no document of ${projection.name}`);
      const document = { id, scope, terms: folded.terms, body: JSON.stringify(folded.value) };
      return { collection, id, document, position: event.position };
    });
  });
}
