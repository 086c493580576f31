import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { EventStoreDBClient, ErrorType, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { createEventStoreDb } from '../../src/event-store/eventstoredb/eventstoredb.ts';
import { NO_STREAM, type EventStore } from '../../src/event-store/port.ts';
import { StreamGuard } from '../../src/event-store/stream-guard.ts';
import { newEvents, uniqueStream } from '../support/event-store.ts';
import { skip } from '../support/skip.ts';

/** Of an administrator of a server with TLS. */
const ADMIN_URL = process.env['EVENTSTORE_ADMIN_URL'] ?? '';

describe('Users of EventStoreDB (at EVENTSTORE_ADMIN_URL, with TLS)', function () {
  this.timeout(60_000);
  const name = `ledger-${randomUUID()}`;
  const other = `other-${randomUUID()}`;
  let administrator: EventStore;
  let service: EventStore;
  let guarded: EventStore;
  let intruder: EventStoreDBClient;
  const unrestricted: unknown[] = [];
  before(async function () {
    if (ADMIN_URL === '') skip(this, 'needs EventStoreDB with users: set EVENTSTORE_ADMIN_URL');
    for (const user of [name, other]) await createUser(user);
    administrator = createEventStoreDb(ADMIN_URL);
    service = createEventStoreDb(urlOf(name));
    intruder = EventStoreDBClient.connectionString(urlOf(other));
    const { settings } = service;
    if (settings === undefined) throw new Error('Streams of EventStoreDB have settings.');
    const guard = new StreamGuard({
      eventStore: service,
      settings,
      onChange: () => undefined,
      onUnrestricted: (stream, error) => unrestricted.push([stream, error]),
    });
    guarded = guard.eventStore;
  });
  after(async () => {
    if (ADMIN_URL === '') return;
    await service.close();
    await intruder.dispose();
    await administrator.close();
  });

  const urlOf = (user: string): string => ADMIN_URL.replace(/\/\/[^@]*@/, `//${user}:secret@`);

  async function createUser(loginName: string): Promise<void> {
    const { host, username, password, searchParams } = new URL(ADMIN_URL);
    const call = request(`https://${host}/users`, {
      method: 'POST',
      auth: `${username}:${password}`,
      ca: readFileSync(searchParams.get('tlsCAFile') ?? ''),
      headers: { 'content-type': 'application/json' },
    });
    call.end(JSON.stringify({ loginName, fullName: loginName, groups: [], password: 'secret' }));
    // Of this event, one argument.
    const [answer] = (await once(call, 'response')) as [{ statusCode?: number }];
    expect(answer.statusCode).to.equal(201);
  }

  const isDenied = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return false;
    } catch (error) {
      expect(error).to.have.property('type', ErrorType.ACCESS_DENIED);
      return true;
    }
  };
  const readAllAs = async (): Promise<void> => {
    const events = intruder.readAll({ maxCount: 1 });
    for await (const event of events) expect(event).to.equal(undefined);
  };
  const attacks = (stream: string): readonly (() => Promise<unknown>)[] => [
    () => intruder.appendToStream(stream, [jsonEvent({ type: 'forged', data: {} })]),
    () => intruder.deleteStream(stream),
    () => intruder.tombstoneStream(stream),
    () => intruder.setStreamMetadata(stream, { maxCount: 1 }),
  ];

  it('may not read the log of all streams before an administrator grants it', async () => {
    let message = '';
    await service.head().catch((error: unknown) => (message = String(error)));
    expect(message).to.match(/rejected the call.*denied/i);
    const granted = uniqueStream();
    await administrator.settings?.grant(name, [granted]);
    await administrator.settings?.grant(name, [granted]);
    expect(await service.head()).to.be.a('bigint');
    expect(await isDenied(readAllAs)).to.equal(true);
    for (const attack of attacks(granted)) expect(await isDenied(attack)).to.equal(true);
    expect((await service.append(granted, newEvents(1), NO_STREAM)).ok).to.equal(true);
  });

  it('keep others from writing to a stream from its first event on', async () => {
    const stream = uniqueStream();
    expect((await guarded.append(stream, newEvents(2), NO_STREAM)).ok).to.equal(true);
    expect((await guarded.append(stream, newEvents(1), 1)).ok).to.equal(true);
    for (const attack of attacks(stream)) expect(await isDenied(attack)).to.equal(true);
    expect(await guarded.read(stream, 0, 10)).to.have.lengthOf(3);
    expect(unrestricted).to.deep.equal([]);
  });

  it('keep the user of the service from deleting its streams', async () => {
    const stream = uniqueStream();
    await guarded.append(stream, newEvents(1), NO_STREAM);
    const leaked = EventStoreDBClient.connectionString(urlOf(name));
    expect(await isDenied(() => leaked.deleteStream(stream))).to.equal(true);
    expect(await isDenied(() => leaked.tombstoneStream(stream))).to.equal(true);
    await leaked.dispose();
  });

  it('may be replaced by an administrator', async () => {
    const stream = uniqueStream();
    await guarded.append(stream, newEvents(1), NO_STREAM);
    await administrator.settings?.grant(other, [stream]);
    expect(
      await isDenied(() => intruder.appendToStream(stream, [jsonEvent({ type: 't', data: {} })])),
    ).to.equal(false);
    let message = '';
    await service.append(stream, newEvents(1), 1).catch((error: unknown) => (message = String(error)));
    expect(message).to.match(/rejected the call.*denied/i);
  });
});
