/** Collects parts of books: appends what the books contain after the part that was collected last. */
import type { StreamName } from '../../event-store/port.ts';
import type { ReconciliationEvent } from '../../generated/events.ts';
import type { ReconciliationContext, ReconciliationRequest } from '../context.ts';

type Part = { readonly book: StreamName; readonly from_revision: number };

export type PartSource<P extends Part> = {
  /** The parts of the book after the last one that was collected. */
  readonly read: (book: StreamName) => AsyncIterable<P>;
  /** The first revision that was not collected. */
  readonly next: (book: StreamName) => number;
  readonly eventOf: (part: P) => ReconciliationEvent;
};

/** Calls `onPart` for each part that was appended. Throws StoreUnavailable. */
export async function collectParts<P extends Part>(
  { events }: Pick<ReconciliationContext, 'events'>,
  { read, next, eventOf }: PartSource<P>,
  book: StreamName,
  { actor, requestId }: ReconciliationRequest,
  onPart: (part: P) => void = () => undefined,
): Promise<void> {
  /** Whether the part follows what was collected before. Another process may have collected it. */
  async function append(part: P): Promise<boolean> {
    let isNext = true;
    await events.submit({
      actor,
      requestId,
      decide() {
        isNext = part.from_revision === next(part.book);
        return { events: isNext ? [eventOf(part)] : [], answer: { status: 200, body: '{}' } };
      },
    });
    return isNext;
  }

  for (let isComplete = false; !isComplete;) {
    isComplete = true;
    for await (const part of read(book)) {
      isComplete = await append(part);
      if (!isComplete) break;
      onPart(part);
    }
  }
}
