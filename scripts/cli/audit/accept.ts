/** `audit accept`: accepts events that the service cannot authenticate, by decision of an operator with the master key. */
import type { Command } from 'commander';
import type { Config } from '../../../src/config/config.ts';
import type { AcceptedHistory } from '../../../src/event-store/authenticated-reader.ts';
import { BrokenHashChain, decodeMetadata } from '../../../src/event-store/codec.ts';
import { UnauthenticatedEvent } from '../../../src/event-store/event-macs.ts';
import type { EventStore, StoredEvent } from '../../../src/event-store/port.ts';
import { PLATFORM_STREAM } from '../../../src/platform/platform.ts';
import { openEventStore, openPlatform } from '../operator/platform-store.ts';
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
