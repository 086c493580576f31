/** Compares the states that checkpoints sign with those that the audit has computed. */
import { captureTables, type CapturedBook } from '../../ledger/book.ts';
import { isBookStream } from '../../ledger/ids.ts';
import {
  openCheckpointCursor,
  type Checkpoint,
  type CheckpointCursor,
  type CheckpointSource,
} from '../checkpoints/checkpoint-files.ts';
import type { SourceEvent } from '../event-source.ts';
import { RuleViolation, toFinding, type Finding } from '../finding.ts';
import type { RulesCheck } from '../rules/rules-check.ts';
import { digestsOf, rootOfLines } from './book-state.ts';

type StateObserver = (checkpoint: Checkpoint, captured: CapturedBook) => Promise<void>;

export class SignedStatesCheck {
  readonly #cursor: CheckpointCursor;
  readonly #rules: Pick<RulesCheck, 'book'>;
  readonly #onState: StateObserver | undefined;
  /** The next checkpoint with a state, by stream. */
  readonly #next = new Map<string, Checkpoint | undefined>();
  /** The number of states that were compared. */
  compared = 0;

  /** `onState` gets each state that was compared. `after`: the first events of a stream that are not read again. */
  constructor(
    rules: Pick<RulesCheck, 'book'>,
    source: CheckpointSource,
    {
      onState,
      after,
    }: { readonly onState?: StateObserver | undefined; readonly after?: (stream: string) => number } = {},
  ) {
    this.#rules = rules;
    this.#onState = onState;
    this.#cursor = openCheckpointCursor(
      source,
      ({ stream, size, state }) =>
        state !== undefined && isBookStream(stream) && size > (after?.(stream) ?? 0),
    );
  }

  /** Call it after the rules have checked the event. */
  async check(event: SourceEvent): Promise<Finding | undefined> {
    const checkpoint = this.#checkpointOf(event);
    const book = checkpoint && this.#rules.book(event.stream);
    if (checkpoint?.state === undefined || book === undefined) return undefined;
    const { state, fold } = checkpoint.state;
    const captured = captureTables(book.book);
    const { digests: folded } = await digestsOf(captured);
    const differs =
      (await rootOfLines(book.stateLines())) !== state ||
      folded.state !== state ||
      // Another release folds events into other tables.
      (folded.fold.version === fold.version && folded.fold.root !== fold.root);
    if (differs)
      return toFinding(
        event,
        new RuleViolation(
          'state',
          `the state of the book differs from the one that the checkpoint of ${checkpoint.time} signed`,
        ),
      );
    this.compared += 1;
    await this.#onState?.(checkpoint, captured);
    return undefined;
  }

  /** The checkpoint with a state that was signed after this event. */
  #checkpointOf({ stream, revision }: SourceEvent): Checkpoint | undefined {
    if (!this.#next.has(stream)) this.#next.set(stream, this.#cursor.next(stream));
    let next = this.#next.get(stream);
    while (next !== undefined && next.size <= revision + 1) {
      const found = next;
      next = this.#cursor.next(stream);
      this.#next.set(stream, next);
      // The pass over the stored bytes compares checkpoints that are out of order, without their states.
      if (found.size === revision + 1) return found;
    }
    return undefined;
  }
}
