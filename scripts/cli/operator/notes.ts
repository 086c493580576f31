/** `notes`: what operators wrote about users and transfers. */
import type { Command } from 'commander';
import { apiAction, objectOutcome, pathSegment, withExamples } from '../program.ts';
import { listData } from '../outcome.ts';

const COLUMNS = ['created_at', 'author.name', 'object_id', 'text_status', 'text'];

export function fillNotes(notes: Command): void {
  withExamples(notes, [
    'notes list usr_01…',
    "notes add usr_01… 'Called on Monday. The invoice follows by email.'",
    "notes add trf_01… 'The bank confirmed the payout by phone.'",
  ]);
  notes
    .command('list')
    .description('list the newest notes about a user, with those about its transfers, or about a transfer')
    .argument('<object>', 'ID of the user or of the transfer')
    .action(
      apiAction(async (api, [id]) => {
        const page = await api.get(`${notesPath(id)}?limit=100`);
        const view = { rows: listData(page), columns: COLUMNS, emptyText: 'There are no notes.' };
        return { json: page, view };
      }),
    );
  notes
    .command('add')
    .description('add a note, which is encrypted and cannot be changed')
    .argument('<object>', 'ID of the user or of the transfer')
    .argument('<text>', 'text of the note')
    .action(apiAction(async (api, [id, text]) => objectOutcome(await api.post(notesPath(id), { text }))));
}

const notesPath = (id = ''): string =>
  `/${id.startsWith('trf_') ? 'transfers' : 'users'}/${pathSegment(id)}/notes`;
