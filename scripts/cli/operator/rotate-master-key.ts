/** Replaces the master key while services run. Each step can be repeated, so an interrupted replacement is continued by the next call. */
import { OPERATED_STREAMS } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import type { AcceptedHistory } from '../../../src/event-store/authenticated-reader.ts';
import { FIRST_HASH, decodeMetadata } from '../../../src/event-store/codec.ts';
import { createEventMacs, macKeyIdOf, type EventMacs } from '../../../src/event-store/event-macs.ts';
import type { EventStore, StreamName } from '../../../src/event-store/port.ts';
import type { PlatformEvent } from '../../../src/generated/events.ts';
import { allBooks } from '../../../src/platform/books.ts';
import { handOverText, type HandOver } from '../../../src/platform/key-hand-over.ts';
import { PLATFORM_STREAM, loadPlatform, type Platform } from '../../../src/platform/platform.ts';
import type { DocumentStore, RecordTable } from '../../../src/read-models/port.ts';
import { reauthenticatedRecord } from '../../../src/read-models/records.ts';
import { macKeysOf, type KeyRing, type KeyVersion } from '../../../src/system/key-ring.ts';
import { delay } from '../../../src/system/runtime.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { askProcesses } from '../../../src/vault/new-key-question.ts';
import {
  beginRotation,
  completeRotation,
  loadKeyRing,
  rotationState,
} from '../../../src/vault/stored-key-ring.ts';
import { isWrappedWithFormer, rewrap } from '../../../src/vault/vault.ts';
import { reauthenticateSnapshots } from '../../../src/writer/snapshot-manifest.ts';
import { UsageError } from '../outcome.ts';

type Parts = {
  readonly documents: DocumentStore;
  readonly eventStore: EventStore;
  /** The new key first, and the former one unless the replacement has begun. */
  readonly ring: KeyRing;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** How long to wait for answers of processes, and until none uses the former key any more. */
  readonly answerMs: number;
  readonly settleMs: number;
  readonly onStep?: (text: string) => void;
};

export type Rotated = {
  readonly key_id: string;
  /** Null if the key was current already, and nothing was left to do. */
  readonly former_key_id: string | null;
  /** Keys of personal data that were wrapped again, MACs of records and snapshots that were computed again. */
  readonly keys: number;
  readonly records: number;
  readonly snapshots: number;
  readonly streams: number;
};

/** Throws UsageError if it cannot begin, WrongMasterKey, and StoreUnavailable. */
export async function rotateMasterKey(parts: Parts): Promise<Rotated> {
  const { documents, eventStore, ring, onStep = () => undefined } = parts;
  const [target] = ring.configured;
  if (target === undefined) throw new Error('there is a master key');
  const text = await loadKeyRing(documents, ring);
  if (!mustReplace(ring, text, target)) return nothingToDo(target);
  let introduced: string | undefined;
  const macs = createEventMacs(ring);
  const platform = await loadPlatform(eventStore, macs, { onMasterKey: (id) => (introduced = id) });
  await requireNewKey(parts, target);
  if (ring.current.id !== target.id && !(await beginRotation(documents, ring, text)))
    throw new UsageError('Another process has changed the record of the master key. Run the command again.');
  await loadKeyRing(documents, ring);
  const former = ring.former.find(({ closedAt }) => closedAt === undefined);
  if (former === undefined) return nothingToDo(target);
  if (introduced !== target.id) await platform.record(() => [introduction(former, target)], ACTOR);
  onStep(`New data uses the key ${target.id}. Waiting until no process uses ${former.id}.`);
  await delay(parts.settleMs);
  const moved = await moveAll(parts, platform);
  onStep(`Wrapped ${moved.keys} keys again. Handing over the streams.`);
  const streams = await handOver({ ...parts, platform, macs, former, target });
  const current = await documents.getRecord('vault', 'mark');
  if (!(await completeRotation(documents, ring, current ?? '', parts.clock())))
    throw new UsageError('Another process has changed the record of the master key. Run the command again.');
  // With the former key, which this process still has in memory: what a slow process has written since.
  const late = await moveKeys(documents, ring);
  await verifyKeys(documents, ring);
  return { key_id: target.id, former_key_id: former.id, ...moved, keys: moved.keys + late, streams };
}

const ACTOR = 'system:cli';

const nothingToDo = ({ id }: KeyVersion): Rotated => ({
  key_id: id,
  former_key_id: null,
  keys: 0,
  records: 0,
  snapshots: 0,
  streams: 0,
});

/** False if the key is the current one, and nothing is left to do. */
function mustReplace(ring: KeyRing, text: string, target: KeyVersion): boolean {
  const state = rotationState(text);
  if (ring.current.id === target.id) return state.stage === 'moving';
  if (state.stage === 'moving')
    throw new UsageError(
      `The replacement of ${state.from} by ${ring.current.id} was not completed. Set MASTER_KEY to that key, and run the command again.`,
    );
  if (ring.former.some(({ id }) => id === target.id))
    throw new UsageError(`The key ${target.id} was replaced before. Generate a new one.`);
  return true;
}

/** Processes without the new key would stop, because they cannot authenticate events with it. */
async function requireNewKey({ documents, answerMs }: Parts, { id }: KeyVersion): Promise<void> {
  const answers = await askProcesses(documents, id, answerMs);
  const without = answers.filter(({ hasKey }) => !hasKey).map(({ process }) => process);
  if (without.length > 0)
    throw new UsageError(
      `These processes do not have the new key yet: ${without.join(', ')}. Restart each of them with both keys: ` +
        'the new one in MASTER_KEY and the former one in MASTER_KEY_PREVIOUS. Nothing was changed.',
    );
}

const introduction = (former: KeyVersion, target: KeyVersion): PlatformEvent => ({
  type: 'master_key.introduced',
  data: { former_key_id: former.id, key_id: target.id },
});

type Moved = Pick<Rotated, 'keys' | 'records' | 'snapshots'>;

async function moveAll({ documents, ring }: Parts, platform: Platform): Promise<Moved> {
  const keys = await moveKeys(documents, ring);
  let records = 0;
  for (const table of AUTHENTICATED_TABLES) records += await moveRecords(documents, ring, table);
  let snapshots = 0;
  const snapshotKeys = macKeysOf(ring, 'snapshots v1');
  for (const stream of allBooks(platform))
    snapshots += await reauthenticateSnapshots(documents, stream, snapshotKeys);
  return { keys, records, snapshots };
}

const PAGE_RECORDS = 500;

/** Records of the table, page by page. */
async function* pagesOf(documents: DocumentStore, table: RecordTable) {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await documents.listRecords(table, { after, limit: PAGE_RECORDS });
    yield page;
    after = page.length < PAGE_RECORDS ? undefined : page.at(-1)?.key;
  }
}

/** Wraps keys again until no other is found. A key that is destroyed meanwhile stays destroyed. */
async function moveKeys(documents: DocumentStore, ring: KeyRing): Promise<number> {
  let moved = 0;
  for (let found = 1; found > 0;) {
    found = 0;
    for await (const page of pagesOf(documents, 'vault')) {
      const waiting = page.filter(({ key, value }) => isWrappedWithFormer(key, value, ring));
      const done = await Promise.all(
        waiting.map(({ key, value }) =>
          documents.replaceRecord('vault', key, value, rewrap(key, value, ring)),
        ),
      );
      found += waiting.length;
      moved += done.filter((isDone) => isDone).length;
    }
  }
  return moved;
}

/** The tables with records that have a MAC. Other records in them are left as they are. */
const AUTHENTICATED_TABLES: readonly RecordTable[] = ['sessions', 'refusals', 'event_macs'];

async function moveRecords(documents: DocumentStore, ring: KeyRing, table: RecordTable): Promise<number> {
  const keys = macKeysOf(ring, 'records v1');
  let moved = 0;
  for await (const page of pagesOf(documents, table))
    for (const { key, value } of page) {
      const text = reauthenticatedRecord(keys, table, key, value);
      if (text !== undefined && (await documents.replaceRecord(table, key, value, text))) moved += 1;
    }
  return moved;
}

/** Opens every key with the current master key. */
async function verifyKeys(documents: DocumentStore, ring: KeyRing): Promise<void> {
  await loadKeyRing(documents, ring);
  for await (const page of pagesOf(documents, 'vault'))
    for (const { key, value } of page) {
      if (isWrappedWithFormer(key, value, ring))
        throw new UsageError(`The key ${key} is still wrapped with the former master key.`);
      if (/^[23]\./.test(value)) rewrap(key, value, ring);
    }
}

type HandingOver = Parts & {
  readonly platform: Platform;
  readonly macs: EventMacs;
  readonly former: KeyVersion;
  readonly target: KeyVersion;
};

/** Fewer bytes than an append may have. */
const STREAMS_PER_EVENT_MAX = 3_000;

/** Names the last event of the former key in each stream, until no later one appears. Returns the number of streams. */
async function handOver(parts: HandingOver): Promise<number> {
  const { platform, former } = parts;
  let streams = 0;
  for (;;) {
    await platform.refresh();
    const heads: HandOver['streams'][number][] = [];
    for (const stream of [...OPERATED_STREAMS, ...allBooks(platform)]) {
      if (stream === PLATFORM_STREAM) continue;
      const head = await lastOfFormer(parts, stream, platform.acceptedHistory(stream));
      if (head !== undefined) heads.push({ stream, ...head });
    }
    if (heads.length === 0 && platform.replacedKeys.has(former.id)) return streams;
    const chunks = chunksOf(heads);
    await platform.record(() => chunks.map((chunk) => handOverEvent(parts, chunk)), ACTOR);
    streams += heads.length;
  }
}

const chunksOf = (heads: HandOver['streams']): HandOver['streams'][] =>
  Array.from({ length: Math.max(1, Math.ceil(heads.length / STREAMS_PER_EVENT_MAX)) }, (_, at) =>
    heads.slice(at * STREAMS_PER_EVENT_MAX, (at + 1) * STREAMS_PER_EVENT_MAX),
  );

function handOverEvent({ former, target }: HandingOver, streams: HandOver['streams']): PlatformEvent {
  if (former.master === undefined || target.master === undefined)
    throw new Error('both master keys are needed for a hand-over');
  const [before, after] = [deriveAuditSigningKey(former.master), deriveAuditSigningKey(target.master)];
  const signed = {
    former_key_id: former.id,
    key_id: target.id,
    former_signing_key: before.publicKey.text,
    signing_key: after.publicKey.text,
    streams,
  };
  const text = handOverText(signed);
  return {
    type: 'master_key.replaced',
    data: {
      ...signed,
      former_signature: before.sign(text).toString('base64'),
      signature: after.sign(text).toString('base64'),
    },
  };
}

const PAGE_EVENTS = 500;

/**
 * The last event that the former key authenticates, after what was accepted before. Throws UsageError if an event names the key and
 * its MAC is wrong: a hand-over would accept it.
 */
async function lastOfFormer(
  { eventStore, macs, former }: HandingOver,
  stream: StreamName,
  accepted: AcceptedHistory | undefined,
): Promise<AcceptedHistory | undefined> {
  const last = await eventStore.readLast(stream);
  const first = (accepted?.revision ?? -1) + 1;
  for (let end = last?.revision ?? -1; end >= first; end -= PAGE_EVENTS) {
    // One more at the beginning, which the first one is chained to.
    const from = Math.max(first, end - PAGE_EVENTS + 1);
    const page = await eventStore.read(stream, Math.max(0, from - 1), end - Math.max(0, from - 1) + 1);
    const found = page.findLast((event) => event.revision >= from && macKeyIdOf(event) === former.id);
    if (found === undefined) continue;
    const before = page.find(({ revision }) => revision === found.revision - 1);
    const previous = before === undefined ? FIRST_HASH : decodeMetadata(before).hash;
    if (!macs.authenticates(previous, found))
      throw new UsageError(
        `Revision ${found.revision} of ${stream} cannot be authenticated. Examine it with audit verify first.`,
      );
    return { revision: found.revision, hash: decodeMetadata(found).hash };
  }
  return undefined;
}
