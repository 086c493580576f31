/** `audit keep-events` and `audit grant`: settings of the streams in EventStoreDB. */
import type { Command } from 'commander';
import { OPERATED_STREAMS } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import type { Config } from '../../../src/config/config.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import type { EventStore, StreamSettings } from '../../../src/event-store/port.ts';
import { allBooks } from '../../../src/platform/books.ts';
import { loadPlatform } from '../../../src/platform/platform.ts';
import { loadStoredKeyRing, openEventStore } from '../operator/platform-store.ts';
import { UsageError, type Outcome } from '../outcome.ts';
import { commandFromArguments } from '../program.ts';
import { auditAction } from './audit-command.ts';

export function addKeepEvents(audit: Command): void {
  audit
    .command('keep-events')
    .description('remove the settings of streams in EventStoreDB that hide or delete events')
    .argument('<streams...>', 'as the part `streams` of /readyz names them')
    .action(async (...all: unknown[]) => {
      const streams = commandFromArguments(all).args;
      await auditAction((config) =>
        withSettings(config, async (settings) => {
          const removed: { stream: string; removed: string }[] = [];
          for (const stream of streams) {
            removed.push({ stream, removed: (await settings.removing(stream)) ?? 'nothing' });
            await settings.keepAll(stream);
          }
          return { json: removed, view: { rows: removed, columns: ['stream', 'removed'], emptyText: '' } };
        }),
      )(...all);
    });
}

export function addGrant(audit: Command): void {
  audit
    .command('grant')
    .description("let only this user write to the service's streams in EventStoreDB; needs an administrator")
    .argument('<user>', 'of the service, as in its EVENTSTORE_URL')
    .action(async (...all: unknown[]) => {
      const [user = ''] = commandFromArguments(all).args;
      await auditAction((config) =>
        withSettings(config, async (settings, eventStore) => {
          const macs = createEventMacs(await loadStoredKeyRing(config));
          const streams = [...OPERATED_STREAMS, ...allBooks(await loadPlatform(eventStore, macs))];
          await settings.grant(user, streams);
          const text = `${user} may read all streams, and write to ${streams.length} streams of the service.`;
          return { json: { user, streams }, view: { text } };
        }),
      )(...all);
    });
}

async function withSettings(
  config: Config,
  work: (settings: StreamSettings, eventStore: EventStore) => Promise<Outcome>,
): Promise<{ ok: true; outcome: Outcome }> {
  const { eventStore, close } = openEventStore(config);
  try {
    if (eventStore.settings === undefined)
      throw new UsageError('The events are in a file, which keeps all of them.');
    return { ok: true, outcome: await work(eventStore.settings, eventStore) };
  } finally {
    await close();
  }
}
