import type { Position, Revision, StreamName } from '../../src/event-store/port.ts';
import type { Points } from '../../src/ledger/amount.ts';
import type { UserId, bookStreamOf } from '../../src/ledger/ids.ts';

// This file has no run-time tests. The compiler reports an expected error that does not occur.

/** Does not compile unless A is assignable to B. */
type Assignable<A extends B, B> = A;

export type PlainText = Assignable<'book-int_one-sandbox', StreamName>;
export type BookStream = Assignable<ReturnType<typeof bookStreamOf>, StreamName>;
export type PlainRevision = Assignable<7, Revision>;
export type PlainPosition = Assignable<7n, Position>;

// @ts-expect-error An ID is not a stream name.
export type IdAsStream = Assignable<UserId, StreamName>;
// @ts-expect-error A stream name is not an ID.
export type StreamAsId = Assignable<StreamName, UserId>;
// @ts-expect-error An amount is not a position.
export type AmountAsPosition = Assignable<Points, Position>;
// @ts-expect-error A position is not an amount.
export type PositionAsAmount = Assignable<Position, Points>;
// @ts-expect-error A position is not a revision.
export type PositionAsRevision = Assignable<Position, Revision>;
