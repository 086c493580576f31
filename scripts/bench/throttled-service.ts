/**
 * Child process: the service on an event store of its own and a documents store in memory that writes a limited number of
 * documents per second.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import type { DocumentWrite } from '../../src/read-models/port.ts';
import { createMemoryDocumentStore } from '../../src/read-models/stores/memory.ts';
import type { Credentials } from '../../src/service/first-run.ts';
import { startService } from '../../src/service/start-service.ts';
import { serveTasks } from './child.ts';
import { CONFIG } from './service.ts';
import { onDocuments, throttleDocuments } from './throttled-documents.ts';

export type ThrottledTask =
  | { readonly kind: 'start'; readonly folder: string; readonly writesPerSecond: number }
  /** The lag since the last call. */
  | { readonly kind: 'measure' };

export type ThrottledStarted = { readonly port: number; readonly apiKey: string };

/** The longest time from an event to its document, and the transfers that have a document. */
export type ThrottledMeasured = { readonly lagMaxSeconds: number; readonly transfers: number };

const measured = { lagMaxMs: 0, transfers: new Set<string>() };

serveTasks(async (task: ThrottledTask): Promise<ThrottledStarted | ThrottledMeasured> => {
  if (task.kind === 'start') return start(task);
  const { lagMaxMs, transfers } = measured;
  measured.lagMaxMs = 0;
  return { lagMaxSeconds: lagMaxMs / 1_000, transfers: transfers.size };
});

async function start({
  folder,
  writesPerSecond,
}: Extract<ThrottledTask, { kind: 'start' }>): Promise<ThrottledStarted> {
  mkdirSync(folder, { recursive: true });
  const CONFIG_FILE = join(folder, 'config.yaml');
  writeFileSync(CONFIG_FILE, CONFIG);
  const config = readConfig({ PORT: '0', DATA_DIR: folder, CONFIG_FILE });
  const documents = throttleDocuments(createMemoryDocumentStore(), {
    writesPerSecond: () => writesPerSecond,
    onWritten: recordLag,
  });
  const log = pino({ level: 'info' }, pino.destination(join(folder, 'log')));
  const { url } = await startService(config, log, { openStores: onDocuments(documents) });
  // The service writes this file at its first start.
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
  return { port: Number(new URL(url).port), apiKey: credentials.sandbox_api_key };
}

/** A transfer's document has the time of its event. */
function recordLag(writes: readonly DocumentWrite[]): void {
  for (const { collection, id, document } of writes) {
    if (document === null || !collection.startsWith('transfers_') || measured.transfers.has(id)) continue;
    measured.transfers.add(id);
    // Documents of transfers have this member.
    const { created_at } = JSON.parse(document.body) as { readonly created_at: string };
    measured.lagMaxMs = Math.max(measured.lagMaxMs, Date.now() - Date.parse(created_at));
  }
}
