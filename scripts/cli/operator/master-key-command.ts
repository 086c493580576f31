/** `master-key`: replaces the master key, directly in the stores. The service may be running. */
import type { Command } from 'commander';
import type { Config } from '../../../src/config/config.ts';
import { currentTime } from '../../../src/system/runtime.ts';
import { asConfigError, loadMasterKey } from '../../../src/vault/master-key.ts';
import { loadKeyRing, rotationState } from '../../../src/vault/stored-key-ring.ts';
import { auditAction } from '../audit/audit-command.ts';
import type { Outcome } from '../outcome.ts';
import { withExamples } from '../program.ts';
import { openDocuments, openEventStore } from './platform-store.ts';
import { rotateMasterKey, type Rotated } from './rotate-master-key.ts';

/** Processes look for the question every two seconds. */
const ANSWER_MS = 5_000;
/** Processes use the new key within a second, and an append ends within a few. */
const SETTLE_MS = 10_000;

export function fillMasterKey(masterKey: Command): void {
  withExamples(masterKey, [
    'master-key status',
    'master-key rotate      (with the new key in MASTER_KEY, the former one in MASTER_KEY_PREVIOUS)',
  ]);
  masterKey
    .command('rotate')
    .description(
      'replace the master key of the stored data with MASTER_KEY, or continue to; services may run',
    )
    .action(auditAction(async (config) => ({ ok: true, outcome: rotatedOutcome(await rotate(config)) })));
  masterKey
    .command('status')
    .description('show which master key the stored data uses')
    .action(auditAction(async (config) => ({ ok: true, outcome: await status(config) })));
}

async function rotate(config: Config): Promise<Rotated> {
  const key = loadMasterKey(config);
  const { eventStore, close } = openEventStore(config);
  const documents = await openDocuments(config);
  try {
    return await rotateMasterKey({
      documents,
      eventStore,
      ring: key.ring,
      clock: currentTime,
      answerMs: ANSWER_MS,
      settleMs: SETTLE_MS,
      onStep: (text) => console.error(text),
    });
  } catch (error) {
    throw asConfigError(error, {
      mismatchMessage:
        'None of the given keys is the one that this data was sealed with. Set MASTER_KEY to the new key and MASTER_KEY_PREVIOUS to the former one.',
    });
  } finally {
    await documents.close();
    await close();
  }
}

function rotatedOutcome(rotated: Rotated): Outcome {
  const { key_id, former_key_id, keys, records, snapshots, streams } = rotated;
  const text =
    former_key_id === null
      ? `The data uses the key ${key_id} already. Set MASTER_KEY to another key to replace it.`
      : `The key ${key_id} has replaced ${former_key_id}. ${keys} keys were wrapped again; ${records} records and ${snapshots} snapshots ` +
        `were authenticated again; ${streams} streams were handed over. Nothing needs the former key any more: ` +
        'restart services without it, and destroy it once no backup from before is needed.';
  return { json: { object: 'master_key_rotation', ...rotated }, view: { text } };
}

async function status(config: Config): Promise<Outcome> {
  const key = loadMasterKey(config);
  const documents = await openDocuments(config);
  try {
    const text = await loadKeyRing(documents, key.ring).catch((error: unknown) => {
      throw asConfigError(error, key);
    });
    const state = rotationState(text);
    const json = {
      object: 'master_key',
      key_id: key.ring.current.id,
      replaced: key.ring.former.map(({ id, closedAt }) => ({
        key_id: id,
        replaced_at: closedAt === undefined ? null : new Date(closedAt).toISOString(),
      })),
      given: key.ring.configured.map(({ id }) => id),
    };
    const moving =
      state.stage === 'moving'
        ? ` The replacement of ${state.from} is not complete: run master-key rotate.`
        : '';
    return { json, view: { text: `The data uses the key ${json.key_id}.${moving}` } };
  } finally {
    await documents.close();
  }
}
