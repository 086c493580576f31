/**
 * Notes of operators, by the objects and the people they are about. The text stays sealed as in the event. Readers open it
 * with the keys of the people, and destroying one of these makes it unreadable.
 */
import { defineBookProjection, ignoreTopics } from '../book-projection.ts';
import type { Recorded } from '../views.ts';

export type SealedNote = Omit<Recorded<'note.added'>['data'], 'note_id'> & {
  readonly id: string;
  readonly created_at: string;
};

/** The term of the notes about a user, including those about transfers of the user, or about a transfer. */
export const notesTerm = (objectId: string): string => `about:${objectId}`;

export const notesProjection = defineBookProjection<SealedNote>({
  name: 'notes',
  version: 1,
  state: 'notes',
  rules: {
    ...ignoreTopics(
      'users',
      'onboarding',
      'wallets',
      'deposit_accounts',
      'payout_accounts',
      'transfers',
      'offramps',
      'deposits',
      'postings',
      'quotes',
      'treasury',
      'webhook_endpoints',
      'redeliveries',
      'requests',
      'clock',
      'generations',
      'screening',
      'dual_control',
    ),
    'note.added': {
      touches: ({ data }: Recorded<'note.added'>) => [data.note_id],
      fold(_before, { data, time }: Recorded<'note.added'>) {
        const { note_id: id, ...note } = data;
        const about = new Set([note.object_id, ...note.people.map(({ user_id }) => user_id)]);
        return { value: { ...note, id, created_at: time }, terms: [...about].map(notesTerm) };
      },
    },
  },
});
