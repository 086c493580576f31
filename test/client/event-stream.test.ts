import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { streamEvents, streamMessages } from '../../packages/client/src/event-stream.ts';
import { createMessageReader } from '../../packages/client/src/server-sent-events.ts';
import type { Message } from '../../packages/client/src/server-sent-events.ts';

const read = (pieces: readonly string[]): Message[] => {
  const reader = createMessageReader();
  return pieces.flatMap((piece) => [...reader(piece)]);
};

describe('The reader of server-sent events', () => {
  const text =
    'retry: 1000\nid: evt_1\n\n: heartbeat\n\nid: evt_2\nevent: a\ndata: {"x":1}\n\ndata: a\ndata: b\n\n';
  const messages = [
    { id: 'evt_1', data: '' },
    { id: 'evt_2', data: '{"x":1}' },
    { id: 'evt_2', data: 'a\nb' },
  ];

  it('reads messages, and ignores comments', () => {
    expect(read([text])).to.deep.equal(messages);
  });

  it('reads the same messages from pieces of any size, with any line breaks', () => {
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat({ max: 20 })), (lineBreak, sizes) => {
        let rest = text.replaceAll('\n', lineBreak);
        const pieces = sizes.map((size) => {
          const piece = rest.slice(0, size);
          rest = rest.slice(size);
          return piece;
        });
        // A carriage return completes a line when it is known what follows.
        expect(read([...pieces, rest, ':'])).to.deep.equal(messages);
      }),
    );
  });
});

describe('The stream of events', () => {
  let server: Server;
  let received: IncomingMessage[];
  let answers: ((response: ServerResponse) => void)[];
  let settings: Parameters<typeof streamEvents>[0];
  const send =
    (text: string, end?: 'end' | 'destroy') =>
    (response: ServerResponse): void => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(text, () => {
        if (end === 'end') response.end();
        if (end === 'destroy') response.destroy();
      });
    };
  const message = (id: string): string => `id: ${id}\nevent: user.created\ndata: {"id":"${id}"}\n\n`;

  beforeEach(async () => {
    received = [];
    server = createServer((request, response) => {
      received.push(request);
      answers[received.length - 1]?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The address of a TCP server has this type.
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    settings = { apiKey: 'svc_test_x', baseUrl, fetch: globalThis.fetch };
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('continues after the last event when the connection is lost or ends', async () => {
    answers = [
      send(`id: evt_0\n\n`, 'destroy'),
      send(message('evt_1') + message('evt_2') + 'id: evt_3\nda', 'end'),
      send(message('evt_3')),
    ];
    const ids: string[] = [];
    for await (const { id } of streamEvents(settings, '/v1/events/stream', { types: 'user.created' })) {
      ids.push(id);
      if (ids.length === 3) break;
    }
    expect(ids).to.deep.equal(['evt_1', 'evt_2', 'evt_3']);
    expect(received.map(({ url }) => new URL(url ?? '', 'http://x').searchParams.get('after'))).to.deep.equal(
      [null, 'evt_0', 'evt_2'],
    );
    expect(received[0]?.headers).to.include({ 'api-key': 'svc_test_x', accept: 'text/event-stream' });
  });

  it('ends with the refusal of the service', async () => {
    const error = {
      type: 'authentication_error',
      code: 'invalid_api_key',
      message: 'No.',
      request_id: 'req_1',
    };
    answers = [(response) => response.writeHead(401).end(JSON.stringify({ error }))];
    const thrown: unknown = await streamEvents(settings, '/v1/events/stream')
      .next()
      .catch((caught: unknown) => caught);
    expect(thrown).to.include({ name: 'LedgerError', code: 'invalid_api_key' });
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    answers = [send(message('evt_1'))];
    const events = streamEvents(settings, '/v1/events/stream', {}, { signal: controller.signal });
    await events.next();
    const next = events.next().catch((caught: unknown) => caught);
    controller.abort(reason);
    expect(await next).to.equal(reason);
  });

  it('reports each connection, and lets its caller decide when to connect again', async () => {
    const failing = (response: ServerResponse): void => void response.writeHead(503).end('busy');
    answers = [send(message('evt_1'), 'end'), failing, failing, send(message('evt_2'), 'end')];
    const log: (string | number)[] = [];
    const messages = streamMessages(
      settings,
      '/v1/events/stream',
      {},
      {
        onConnected: () => log.push('connected'),
        delayMs(_error, failures) {
          log.push(failures);
          return received.length < answers.length ? 0 : undefined;
        },
      },
    );
    const thrown: unknown = await (async () => {
      for await (const { data } of messages) log.push(data);
    })().catch((caught: unknown) => caught);
    expect(thrown).to.include({ name: 'LedgerConnectionError', message: 'The service ended the stream.' });
    const connection = (id: string): string[] => ['connected', `{"id":"${id}"}`];
    expect(log).to.deep.equal([...connection('evt_1'), 1, 2, 3, ...connection('evt_2'), 1]);
  });
});
