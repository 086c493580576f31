import { newId, type Book, type Decision, type DecisionContext, type ReadonlyBook } from './book.ts';
import type { EventData, RecordedBookEvent } from './event.ts';
import type { NoteId } from './ids.ts';
import { refuse, refuseNotFound } from './refusal.ts';
import { sealingKeyId } from './user.ts';
import { LedgerViolation } from './violations.ts';

// Notes of operators about users and transfers. A note changes nothing but the keys that must be destroyed when one of
// its people is forgotten (docs/adr/0050-notes-are-sealed-events.md).

type NoteEvent = RecordedBookEvent<'note.added'>;
type NoteData = EventData<'note.added'>;

type AddNote = Pick<NoteData, 'object_id' | 'people' | 'author'> & {
  /** Seals the text with the keys of `people`. */
  readonly seal: (id: NoteId) => string;
};

/** Refuses not_found, and user_state_conflict for a forgotten person. */
export function addNote(book: ReadonlyBook, input: AddNote, context: DecisionContext): Decision {
  const { seal, ...data } = input;
  for (const { user_id } of data.people) {
    const found = book.users.get(user_id);
    if (found === undefined) return refuseNotFound('user');
    if (found.forgotten === true)
      return refuse(
        'user_state_conflict',
        'The personal data of the user was erased, so nothing can be added.',
      );
  }
  const note_id = newId('nte', book, context);
  return { events: [{ type: 'note.added', data: { note_id, ...data, sealed: seal(note_id) } }] };
}

/** Remembers the keys of a note. Throws a LedgerViolation if one of its people is unknown or forgotten. */
export function applyNote(book: Pick<Book, 'users' | 'noteKeys'>, { data }: NoteEvent): void {
  for (const { user_id, key_id } of data.people) {
    const found = book.users.get(user_id);
    if (found === undefined)
      throw new LedgerViolation('object_missing', `note.added: user ${user_id} does not exist.`);
    if (found.forgotten === true)
      throw new LedgerViolation('user_forgotten', `note.added: user ${user_id} was forgotten.`);
    const known = book.noteKeys.get(user_id) ?? [];
    if (sealingKeyId(found.sealed) !== key_id && !known.includes(key_id))
      book.noteKeys.set(user_id, [...known, key_id]);
  }
}
