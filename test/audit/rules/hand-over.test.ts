import { expect } from 'chai';
import { eventStoreSource } from '../../../src/audit/event-source.ts';
import { verify, type VerifyOptions } from '../../../src/audit/verification/verification.ts';
import { decodeMetadata } from '../../../src/event-store/codec.ts';
import { createEventMacs } from '../../../src/event-store/event-macs.ts';
import { createMemoryEventStore } from '../../../src/event-store/memory.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import type { PlatformEvent } from '../../../src/generated/events.ts';
import { PLATFORM_STREAM, loadPlatform } from '../../../src/platform/platform.ts';
import { KeyRing, keyIdOf } from '../../../src/system/key-ring.ts';
import { deriveAuditSigningKey } from '../../../src/vault/audit-signing-key.ts';
import { forgedAfter } from '../../support/forge-event.ts';
import { handOverOf } from '../../support/hand-over.ts';
import { reward } from '../../support/ledger-commands.ts';
import { STREAM } from '../../support/policy.ts';
import { done, keepersOn, openWalletOn } from '../../support/writer.ts';

const [FORMER, NEXT, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

/** Of processes that have both keys; the first is used for new events. */
const macsOf = (key: Buffer, ...others: readonly Buffer[]) => createEventMacs(new KeyRing(key, others));

describe('A hand-over between master keys', () => {
  let eventStore: EventStore;
  let wallet: string;
  beforeEach(async () => {
    eventStore = createMemoryEventStore();
    wallet = await write(FORMER, (writers) => openWalletOn(writers, '10.00'));
  });

  async function write<T>(
    key: Buffer,
    work: (writers: ReturnType<typeof keepersOn>) => Promise<T>,
  ): Promise<T> {
    const others = [FORMER, NEXT].filter((each) => each !== key);
    const authentication = { macs: macsOf(key, ...others), acceptedHistory: () => undefined };
    const writers = keepersOn({ eventStore, authentication });
    try {
      return await work(writers);
    } finally {
      await writers.close();
    }
  }

  const rewardWith = (key: Buffer): Promise<unknown> =>
    write(key, (writers) => done(writers, reward(wallet, '1.00')));

  async function record(event: PlatformEvent, key = NEXT): Promise<void> {
    const platform = await loadPlatform(eventStore, macsOf(key, FORMER, NEXT));
    await platform.record(() => [event], 'system:cli');
  }

  async function headOf(stream: string): Promise<{ stream: string; revision: number; hash: string }> {
    const last = await eventStore.readLast(stream);
    if (last === undefined) throw new Error('the stream has events');
    return { stream, revision: last.revision, hash: decodeMetadata(last).hash };
  }

  async function findings(options: VerifyOptions = {}): Promise<string[]> {
    const found = await verify(eventStoreSource(eventStore), options);
    return found.findings.map(({ rule, reason }) => `${rule}: ${reason}`);
  }

  it('is accepted with and without the keys, and so are the events after it', async () => {
    await record(handOverOf(FORMER, NEXT, [await headOf(STREAM)]));
    await rewardWith(NEXT);
    await record(handOverOf(NEXT, OTHER, [await headOf(STREAM)]), OTHER);
    expect(await findings()).to.deep.equal([]);
    // With the newest key alone, hand-overs cover what former keys authenticated.
    expect(await findings({ macs: macsOf(OTHER) })).to.deep.equal([]);
    const former = createEventMacs(new KeyRing(OTHER, [FORMER, NEXT]), { believesFormer: true });
    expect(await findings({ macs: former })).to.deep.equal([]);
    const { publicKey } = deriveAuditSigningKey(OTHER);
    expect(await findings({ checkpoints: { folder: '/missing', key: publicKey } })).to.deep.equal([]);
  });

  it('is found invalid if one of the keys did not sign it', async () => {
    const stranger = deriveAuditSigningKey(OTHER);
    const head = await headOf(STREAM);
    for (const signers of [{ former: stranger }, { next: stranger }]) {
      const before = eventStore;
      eventStore = await copyOf(before);
      await record(handOverOf(FORMER, NEXT, [head], signers));
      expect((await findings()).join()).to.match(/^key_hand_over: the hand-over has no valid signature/);
      eventStore = before;
    }
  });

  it('is found invalid if it names another event, or the stream has none', async () => {
    const head = await headOf(STREAM);
    for (const [wrong, reason] of [
      [{ ...head, hash: '0'.repeat(64) }, 'names another event'],
      [{ ...head, revision: head.revision + 1 }, 'names an event that the former key did not authenticate'],
      [{ ...head, stream: 'book-int_x-sandbox' }, 'names an event that the former key did not authenticate'],
    ] as const) {
      const before = eventStore;
      eventStore = await copyOf(before);
      await record(handOverOf(FORMER, NEXT, [wrong]));
      expect((await findings()).join()).to.include(`key_hand_over: the hand-over ${reason}`);
      eventStore = before;
    }
  });

  it('is found invalid if it does not continue the one before', async () => {
    const head = await headOf(STREAM);
    await record(handOverOf(FORMER, NEXT, [head]));
    await record(handOverOf(FORMER, OTHER, []), OTHER);
    expect((await findings()).join()).to.include('does not continue the one before');
  });

  it('is found invalid if the new key does not authenticate it', async () => {
    await record(handOverOf(FORMER, NEXT, [await headOf(STREAM)]), FORMER);
    expect((await findings()).join()).to.include('not authenticated with the new key');
  });

  it('leads to the given audit key, or is reported', async () => {
    await record(handOverOf(FORMER, NEXT, [await headOf(STREAM)]));
    const key = deriveAuditSigningKey(FORMER).publicKey;
    const found = await findings({ checkpoints: { folder: '/missing', key } });
    expect(found.join()).to.include(`its audit key is now ${deriveAuditSigningKey(NEXT).publicKey.text}`);
  });

  it('ends what the former key authenticates', async () => {
    const head = await headOf(STREAM);
    await record(handOverOf(FORMER, NEXT, [head]));
    await rewardWith(FORMER);
    const reason = 'key_hand_over: its MAC is of a master key that was replaced before';
    expect(await findings()).to.deep.equal([reason]);
    // A later hand-over may name it, as long as the former key is not destroyed.
    await record(handOverOf(FORMER, NEXT, [await headOf(STREAM)]));
    expect(await findings()).to.deep.equal([]);
    // In a stream that is not named, and in the platform's.
    await eventStore.append(
      PLATFORM_STREAM,
      [await withMacOfFormer(PLATFORM_STREAM)],
      (await headOf(PLATFORM_STREAM)).revision,
    );
    expect(await findings()).to.include(reason);
  });

  it('makes services accept the named events, and none that the former key authenticates later', async () => {
    const head = await headOf(STREAM);
    await record(handOverOf(FORMER, NEXT, [head]));
    const platform = await loadPlatform(eventStore, macsOf(NEXT));
    expect([...platform.replacedKeys]).to.have.length(1);
    const authentication = {
      macs: macsOf(NEXT),
      acceptedHistory: (stream: string) => platform.acceptedHistory(stream),
    };
    const read = async (): Promise<unknown> => {
      const writers = keepersOn({ eventStore, authentication });
      return writers.read(STREAM, (book) => book.revision).catch((error: unknown) => String(error));
    };
    expect(await read()).to.equal(head.revision);
    const writers = keepersOn({ eventStore, authentication });
    await done(writers, reward(wallet, '1.00'));
    await writers.close();
    const { revision } = await headOf(STREAM);
    expect(await read()).to.equal(revision);
    await rewardWith(FORMER);
    expect(await read()).to.include(`revision ${revision + 1} of ${STREAM} cannot be authenticated`);
  });

  const withMacOfFormer = async (stream: string) => {
    const mac = `${keyIdOf(FORMER)}.${'A'.repeat(43)}`;
    return forgedAfter(
      stream,
      await eventStore.readLast(stream),
      { type: 'request.recorded', data: {} },
      mac,
    );
  };
});

async function copyOf(eventStore: EventStore): Promise<EventStore> {
  const copy = createMemoryEventStore();
  for (const stream of [STREAM, PLATFORM_STREAM]) {
    const events = await eventStore.read(stream, 0, 1_000);
    if (events.length > 0) await copy.append(stream, events, -1);
  }
  return copy;
}
