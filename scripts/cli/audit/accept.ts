/** `audit accept`: accepts events that the service cannot authenticate, by decision of an operator with the master key. */
import type { Command } from 'commander';
import { OPERATED_STREAMS } from '../../../src/audit/checkpoints/checkpoint-writer.ts';
import type { Config } from '../../../src/config/config.ts';
import type { AcceptedHistory } from '../../../src/event-store/authenticated-reader.ts';
import { BrokenHashChain, FIRST_HASH, decodeMetadata } from '../../../src/event-store/codec.ts';
import { UnauthenticatedEvent, createEventMacs } from '../../../src/event-store/event-macs.ts';
import type { EventStore, StoredEvent } from '../../../src/event-store/port.ts';
import { allBooks } from '../../../src/platform/books.ts';
import { PLATFORM_STREAM } from '../../../src/platform/platform.ts';
import { loadStoredKeyRing, openEventStore, openPlatform } from '../operator/platform-store.ts';
import { UsageError, type Outcome } from '../outcome.ts';
import { commandFromArguments } from '../program.ts';
import { auditAction } from './audit-command.ts';

type Accepting = AcceptedHistory & { readonly stream: string; readonly reason: string };

export function addAccept(audit: Command): void {
  audit
    .command('accept')
    .description('accept a stream up to an event although it has no valid MAC; needs the master key')
    .argument('<stream>', 'such as book-int_…-sandbox')
    .argument('<revision>', 'of the last event to accept')
    .option('--hash <hash>', 'of that event; without it, nothing is accepted and the event is shown')
    .option('--reason <text>', 'why; stored with the event that accepts')
    .action(async (...all: unknown[]) => {
      const [stream = '', revisionText = ''] = commandFromArguments(all).args;
      if (!/^\d{1,15}$/.test(revisionText)) throw new UsageError('<revision> must be a whole number from 0.');
      const revision = Number(revisionText);
      await auditAction(async (config, { hash, reason }) => {
        const outcome =
          hash === undefined
            ? await show(config, stream, revision)
            : await accept(config, { stream, revision, hash, reason: reason ?? '' });
        return { ok: true, outcome };
      })(...all);
    });
}

/** `audit accept-restore`: accepts that all streams end earlier than before, by decision of an operator with the master key. */
export function addAcceptRestore(audit: Command): void {
  audit
    .command('accept-restore')
    .description(
      'accept all streams as they are after a restore of the events from a backup; needs the master key',
    )
    .requiredOption('--reason <text>', 'why; stored with the event that accepts')
    .action(
      auditAction(async (config, { reason = '' }) => ({
        ok: true,
        outcome: await acceptRestore(config, reason),
      })),
    );
}

async function acceptRestore(config: Config, reason: string): Promise<Outcome> {
  if (reason.trim() === '') throw new UsageError('--reason must say why the events were restored.');
  const macs = createEventMacs(await loadStoredKeyRing(config));
  const { platform, eventStore, close } = await openPlatform(config).catch(explained);
  try {
    const streams: (AcceptedHistory & { stream: string })[] = [];
    // The platform comes last, which completes the list.
    const others = OPERATED_STREAMS.filter((stream) => stream !== PLATFORM_STREAM);
    for (const stream of [...others, ...allBooks(platform), PLATFORM_STREAM]) {
      const last = await eventStore.readLast(stream);
      if (last === undefined) continue;
      const { revision } = last;
      const { hash } = decodeMetadata(last);
      const [before] = revision === 0 ? [] : await eventStore.read(stream, revision - 1, 1);
      const previous = before === undefined ? FIRST_HASH : decodeMetadata(before).hash;
      const isAccepted = platform.acceptedHistory(stream)?.hash === hash;
      if (!isAccepted && !macs.authenticates(previous, last))
        throw new UsageError(
          `The newest event of ${stream} has no valid MAC. Examine it, and use audit accept.`,
        );
      streams.push({ stream, revision, hash });
    }
    const decide = () => ({
      events: chunksOf(streams, STREAMS_PER_EVENT_MAX).map((part) => ({
        type: 'history.accepted' as const,
        data: { streams: part },
      })),
      answer: { status: 200, body: '{}' },
    });
    await platform.submit({ decide, actor: 'system:cli', requestId: 'none', reason }).catch(explained);
    const text = `${streams.length} streams are accepted as they are. Start the services.`;
    return { json: { streams, reason }, view: { text } };
  } finally {
    await close();
  }
}

/** Fewer bytes than an append may have. */
const STREAMS_PER_EVENT_MAX = 4_000;

/** The last chunk has more than one item, unless there is only one. */
function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let end = items.length; end > 0; end -= size)
    chunks.unshift(items.slice(Math.max(0, end - size), end));
  return chunks;
}

async function show(config: Config, stream: string, revision: number): Promise<Outcome> {
  const { eventStore, close } = openEventStore(config);
  try {
    const { id, type, data, metadata } = await readEvent(eventStore, stream, revision);
    const { time, actor, hash } = decodeMetadata({ metadata });
    const json = { stream, revision, event_id: id, type, time, actor, hash };
    const next = `To accept the stream up to here, add --hash ${hash} --reason '…'.`;
    return { json, view: { text: `${type} of ${actor} at ${time}: ${data}\n${next}` } };
  } finally {
    await close();
  }
}

async function accept(config: Config, { reason, ...accepted }: Accepting): Promise<Outcome> {
  if (reason === '') throw new UsageError('--reason must say why the events are accepted.');
  const { stream, revision, hash } = accepted;
  const own = stream === PLATFORM_STREAM ? accepted : undefined;
  const { platform, eventStore, close } = await openPlatform(config, own).catch(explained);
  try {
    const { metadata } = await readEvent(eventStore, stream, revision);
    if (decodeMetadata({ metadata }).hash !== hash)
      throw new UsageError(`Revision ${revision} of ${stream} has another hash.`);
    await platform
      .submit({
        decide: () => ({
          events: [{ type: 'history.accepted', data: { streams: [accepted] } }],
          answer: { status: 200, body: '{}' },
        }),
        actor: 'system:cli',
        requestId: 'none',
        reason,
      })
      .catch(explained);
    const text = `${stream} is accepted up to revision ${revision}. Running services continue with it.`;
    return { json: { ...accepted, reason }, view: { text } };
  } finally {
    await close();
  }
}

async function readEvent(
  eventStore: Pick<EventStore, 'read'>,
  stream: string,
  revision: number,
): Promise<StoredEvent> {
  const [event] = await eventStore.read(stream, revision, 1);
  if (event === undefined) throw new UsageError(`There is no revision ${revision} of ${stream}.`);
  return event;
}

function explained(error: unknown): never {
  if (error instanceof UnauthenticatedEvent || error instanceof BrokenHashChain)
    throw new UsageError(`The platform's own stream comes first: ${error.message}.`);
  throw error;
}
