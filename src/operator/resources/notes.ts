/** Notes of operators about users and transfers, sealed with the keys of the people they may concern. */
import { COLLECTIONS } from '../../../projections/collections.ts';
import { notesTerm, type SealedNote } from '../../../projections/operators.ts';
import { replyWithPage, type PageQuery } from '../../api/operations/list.ts';
import { submit } from '../../api/operations/write.ts';
import type { Note } from '../../generated/api.ts';
import { isProblem, notFoundProblem } from '../../http/errors.ts';
import type { Reply } from '../../http/reply.ts';
import type { NoteId } from '../../ledger/ids.ts';
import { addNote } from '../../ledger/note.ts';
import { noteContext } from '../../ledger/sealing-context.ts';
import { parseBody } from '../../read-models/collection.ts';
import type { StoredDocument } from '../../read-models/port.ts';
import type { UserKey } from '../../vault/vault.ts';
import { noteKey } from '../../writer/changed-keys.ts';
import { readConsistent } from '../../writer/command.ts';
import type { OperatorCaller, OperatorHandlers } from '../operations/operation.ts';
import { recordMentions } from '../notifications.ts';
import { roleSeesPersonalData } from '../operations/personal-data.ts';
import { usersOfTransfer } from '../operations/sealed-reasons.ts';

export const noteHandlers = {
  listUserNotes: (call) => listNotes(call, call.params.user_id, call.query),
  addUserNote: ({ params: { user_id }, ...call }) => add(call, user_id, [user_id], call.body.text),
  listTransferNotes: (call) => listNotes(call, call.params.transfer_id, call.query),
  async addTransferNote({ params: { transfer_id }, ...call }) {
    const people = await usersOfTransfer(call, transfer_id);
    return isProblem(people) ? people : add(call, transfer_id, people, call.body.text);
  },
} satisfies Partial<OperatorHandlers>;

async function add(
  call: OperatorCaller,
  object_id: string,
  userIds: readonly string[],
  text: string,
): Promise<Reply> {
  const { stream, token } = call;
  const keys: UserKey[] = [];
  for (const user_id of userIds) {
    const key = await keyOf(call, user_id);
    if (key === undefined) return notFoundProblem('user');
    keys.push(key);
  }
  const people = userIds.map((user_id, i) => ({ user_id, key_id: keys[i]?.id ?? '' }));
  const seal = (id: NoteId): string =>
    keys.reduce((inner, key) => key.seal(inner, noteContext(stream, { object_id, id })), text);
  const author = { operator_id: token.id, name: token.name };
  // A repeated request is not decided again.
  const decided = { isNew: false };
  const reply = await submit(call, {
    decide(book, context) {
      decided.isNew = true;
      return addNote(book, { object_id, people, author, seal }, context);
    },
    answer: {
      from: 'events',
      // A repeated request has the same text, so the answer needs no key.
      render([event]) {
        if (event?.type !== 'note.added') throw new Error('a note was added without an event');
        const { note_id: id, ...note } = event.data;
        const body = presentNote({ ...note, id, created_at: event.time }, { text, text_status: 'readable' });
        return { status: 201, body: JSON.stringify(body) };
      },
    },
  });
  if (decided.isNew && !isProblem(reply)) await notifyMentioned(call, reply, { object_id, text });
  return reply;
}

/** The note is written, so a mention that cannot be recorded does not fail the request. */
async function notifyMentioned(
  { services }: OperatorCaller,
  reply: Reply,
  note: { readonly object_id: string; readonly text: string },
): Promise<void> {
  if (!('body' in reply)) return;
  const { id } = JSON.parse(reply.body) as { readonly id: string };
  await recordMentions(services, { id, ...note }).catch((err: unknown) =>
    services.log.warn({ err, note_id: id }, 'mentions in a note not recorded'),
  );
}

/** The key of a user's personal data, or a new one if the user has none; undefined if there is no such user. */
async function keyOf(
  { services: { vault, writers }, stream }: OperatorCaller,
  user_id: string,
): Promise<UserKey | undefined> {
  const found = await readConsistent(writers, stream, (book) => {
    const user = book.users.get(user_id);
    return user && { sealed: user.sealed ?? book.noteKeys.get(user_id)?.[0] };
  });
  if (found === undefined) return undefined;
  return found.sealed === undefined ? vault.createKey() : vault.requireKey(found.sealed, stream);
}

const listNotes = (call: OperatorCaller, objectId: string, query: PageQuery): Promise<Reply> =>
  replyWithPage(
    call,
    {
      collection: COLLECTIONS.notes,
      prefix: 'nte',
      selection: { terms: [notesTerm(objectId)] },
      keysOf: () => [noteKey(objectId)],
      present: (shown) => presentNotes(call, shown),
    },
    query,
  );

async function presentNotes(
  call: OperatorCaller,
  shown: readonly StoredDocument[],
): Promise<readonly string[]> {
  const notes = shown.map((each) => parseBody(COLLECTIONS.notes, each));
  const isReadable = roleSeesPersonalData(call.token);
  const presented: string[] = [];
  for (const note of notes)
    presented.push(JSON.stringify(presentNote(note, isReadable ? await textOf(call, note) : MASKED)));
  return presented;
}

type NoteText = Pick<Note, 'text' | 'text_status'>;
const MASKED: NoteText = { text: null, text_status: 'masked' };
const ERASED: NoteText = { text: null, text_status: 'erased' };

/** Throws PersonalKeyLost if the key of somebody who was not forgotten is missing. */
async function textOf(
  { services: { vault, writers }, stream }: OperatorCaller,
  { people, sealed, object_id, id }: SealedNote,
): Promise<NoteText> {
  const isErased = await readConsistent(writers, stream, (book) =>
    people.some(({ user_id }) => book.users.get(user_id)?.forgotten === true),
  );
  if (isErased) return ERASED;
  // The last key sealed what the others had sealed.
  const context = noteContext(stream, { object_id, id });
  let text = sealed;
  for (const _ of people) text = (await vault.requireKey(text, stream)).open(text, context);
  return { text, text_status: 'readable' };
}

const presentNote = (
  { id, object_id, people, author, created_at }: Omit<SealedNote, 'sealed'>,
  text: NoteText,
): Note => ({
  id,
  object: 'note',
  object_id,
  user_ids: people.map(({ user_id }) => user_id),
  author,
  ...text,
  created_at,
});
