/** Signed checkpoints of all streams, which nodes write to a folder that they share, and the state of the audit. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeMetadata } from '../../../src/event-store/codec.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { itemsOf } from '../commands/command.ts';
import { isObject, textOf, type Json } from '../model/prediction.ts';
import type { OperatorCalls } from '../operators/operator-calls.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { TEMPORARY_FOLDER } from '../stores/file.ts';
import { Difference } from './difference.ts';

/** As in the configuration of a node. */
export type CheckpointSettings = { readonly folder: string; readonly everySeconds: number };

export const createCheckpointFolder = (): CheckpointSettings => ({
  folder: mkdtempSync(join(TEMPORARY_FOLDER, 'ledger-checkpoints-')),
  everySeconds: 45,
});

export const removeCheckpointFolder = ({ folder }: CheckpointSettings): void =>
  rmSync(folder, { recursive: true });

/** As an operator does before services start on restored events. */
export function moveCheckpointsAway({ folder }: CheckpointSettings): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
}

export type CheckpointOptions = {
  readonly calls: OperatorCalls;
  readonly scheduler: Scheduler;
  readonly eventStore: Pick<EventStore, 'read' | 'readLast'>;
  readonly masterKey: Buffer;
  /** Undefined if nodes write no checkpoints. */
  readonly settings: CheckpointSettings | undefined;
  /** Streams that must have a checkpoint if they have events. */
  readonly streams: readonly string[];
};

/** The state of the audit: within two rounds, checkpoints contain every event, and every node can sign every stream. */
export async function checkAuditStatus(options: CheckpointOptions): Promise<void> {
  const { calls, scheduler, eventStore, masterKey, settings, streams } = options;
  const due = new Map<string, number>();
  for (const stream of settings === undefined ? [] : streams)
    due.set(stream, ((await eventStore.readLast(stream))?.revision ?? -1) + 1);
  const head = {
    ...{ object: 'audit_status', public_key: deriveAuditSigningKey(masterKey).publicKey.text },
    ...{ enabled: settings !== undefined, writing: settings !== undefined },
    ...{ every_seconds: settings?.everySeconds ?? null, last_verification: null, has_more: false },
  };
  const startedAt = scheduler.now();
  for (;;) {
    const found = await calls.read('audit');
    const wrong = Object.entries(head).find(([name, value]) => !isObject(found) || found[name] !== value);
    if (wrong !== undefined)
      throw new Difference(`the audit status is ${JSON.stringify(found)}, not with ${wrong.join(' ')}`);
    const open = await findUnsigned(itemsOf(found), due, eventStore);
    if (open === undefined) return;
    if (scheduler.now() > startedAt + 2_500 * (settings?.everySeconds ?? 0))
      throw new Difference(`the checkpoint of ${open}`);
    await scheduler.pause(5_000);
  }
}

/** Describes a stream whose newest checkpoint is missing, wrong, or older than the events that are due. */
async function findUnsigned(
  shown: readonly Json[],
  due: ReadonlyMap<string, number>,
  eventStore: Pick<EventStore, 'read'>,
): Promise<string | undefined> {
  const sizes = new Map<string, number>();
  for (const each of shown) {
    const [stream, hash, problem] = [textOf(each, 'stream'), textOf(each, 'hash'), textOf(each, 'problem')];
    const size = isObject(each) ? Number(each['size']) : 0;
    sizes.set(stream, size);
    const [last] = await eventStore.read(stream, size - 1, 1);
    if (problem !== '' || last === undefined || decodeMetadata(last).hash !== hash)
      return `${stream} is ${JSON.stringify(each)}`;
  }
  for (const [stream, size] of due)
    if ((sizes.get(stream) ?? 0) < size)
      return `${stream} has ${sizes.get(stream) ?? 0} instead of ${size} events`;
  return undefined;
}
