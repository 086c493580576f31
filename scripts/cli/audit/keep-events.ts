/** `audit keep-events`: undoes settings of EventStoreDB that would delete events. */
import type { Command } from 'commander';
import { openEventStore } from '../operator/platform-store.ts';
import { UsageError } from '../outcome.ts';
import { commandFromArguments } from '../program.ts';
import { auditAction } from './audit-command.ts';

export function addKeepEvents(audit: Command): void {
  audit
    .command('keep-events')
    .description('remove the settings of streams in EventStoreDB that hide or delete events')
    .argument('<streams...>', 'as the part `streams` of /readyz names them')
    .action(async (...all: unknown[]) => {
      const streams = commandFromArguments(all).args;
      await auditAction(async (config) => {
        const { eventStore, close } = openEventStore(config);
        try {
          const { settings } = eventStore;
          if (settings === undefined)
            throw new UsageError('The events are in a file, which keeps all of them.');
          const removed: { stream: string; removed: string }[] = [];
          for (const stream of streams) {
            removed.push({ stream, removed: (await settings.removing(stream)) ?? 'nothing' });
            await settings.keepAll(stream);
          }
          const columns = ['stream', 'removed'];
          return { ok: true, outcome: { json: removed, view: { rows: removed, columns, emptyText: '' } } };
        } finally {
          await close();
        }
      })(...all);
    });
}
