/** Notes of operators on the pages of users and transfers, and the form that adds one. */
import type { Note } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import { findObject } from '../../book-location.ts';
import { tryRead, type ConsoleRoute, type PageContext } from '../../page-context.ts';
import { loadParties } from '../../parties.ts';
import { actionLink, emptyState, panel } from '../../ui/panels.ts';
import { idHtml, timestampHtml } from '../../ui/text.ts';

type Subject = 'users' | 'transfers';

/** Newest notes shown. The command line lists more. */
const NOTES_SHOWN = 50;

export async function notesPanel(context: PageContext, subject: Subject, id: string): Promise<Html> {
  const input = { query: { limit: NOTES_SHOWN } };
  const found =
    subject === 'users'
      ? await tryRead(context, 'listUserNotes', { params: { user_id: id }, ...input })
      : await tryRead(context, 'listTransferNotes', { params: { transfer_id: id }, ...input });
  const add = subject === 'users' ? 'addUserNote' : 'addTransferNote';
  const actions = actionLink(context, add, `/console/${subject}/${id}/notes/new`, 'Add a note');
  if (isProblem(found))
    return panel('Notes', emptyState('Notes are not available', found.message), { actions, id: 'notes' });
  if (found.data.some(({ text_status }) => text_status === 'readable')) context.personalData.isShown = true;
  const shown =
    found.data.length === 0
      ? emptyState('No notes yet', 'Write down what other operators should know. Integrators do not see it.')
      : html`<ol class="timeline">
          ${found.data.map((note) => noteHtml(context, note, id))}
        </ol>`;
  return panel('Notes', shown, { actions, id: 'notes' });
}

const HIDDEN: Readonly<Record<Note['text_status'], string>> = {
  readable: '',
  masked: 'Your role may not see the text.',
  erased: 'The text was erased with the personal data.',
};

const noteHtml = (context: PageContext, note: Note, pageId: string): Html =>
  html`<li>
    ${note.text === null ? html`<p class="muted">${HIDDEN[note.text_status]}</p>` : html`<p class="note-text">${note.text}</p>`}
    <p class="timeline-meta">
      ${note.author.name} · ${timestampHtml(note.created_at, context.now)}
      ${note.object_id !== pageId && html`· about <a href="/console/transfers/${note.object_id}">a transfer</a>`}
    </p>
  </li>`;

const noteRoute = (subject: Subject, operation: 'addUserNote' | 'addTransferNote'): ConsoleRoute => {
  const param = subject === 'users' ? 'user_id' : 'transfer_id';
  const idOf = ({ params }: PageContext): string => params[param] ?? '';
  return actionRoute({
    path: `/console/${subject}/{${param}}/notes/new`,
    operation,
    async form(context) {
      const id = idOf(context);
      const { book } = await findObject(context, subject === 'users' ? 'user' : 'transfer', id);
      const name = subject === 'users' ? (await loadParties(context, [], [id])).user(id).name : undefined;
      return {
        title: 'Add a note',
        section: 'ledger',
        environment: book.environment,
        breadcrumbs: [{ label: name ?? 'Transfer', href: `/console/${subject}/${id}` }],
        intro: html`<p>
            Other operators see the note with your name. Nobody can change it, and integrators do not see it.
            It is encrypted, and forgetting the person erases it.
          </p>
          <p>About ${name} ${idHtml(id)}</p>`,
        fields: [{ name: 'text', label: 'Note', kind: 'note' }],
        submit: 'Add the note',
      };
    },
    done: (_answer, context) => ({
      to: `/console/${subject}/${idOf(context)}#notes`,
      flash: { tone: 'ok', text: 'The note was added.' },
    }),
  });
};

export const notesPages: readonly ConsoleRoute[] = [
  noteRoute('users', 'addUserNote'),
  noteRoute('transfers', 'addTransferNote'),
];
