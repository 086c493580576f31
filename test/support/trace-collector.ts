/**
 * A trace collector: receives OTLP over HTTP and decodes the protobuf itself. It accepts every request, so it
 * can also act as a webhook receiver.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CollectedSpan = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly kind: number;
  readonly startedMs: number;
  readonly endedMs: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
};

export type TraceCollector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All received bytes. */
  readonly bytes: () => Buffer;
  close(): Promise<void>;
};

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const received: Buffer[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      if (req.url === '/v1/traces') {
        received.push(body);
        spans.push(...spansIn(body));
      }
      res.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server has this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bytes: () => Buffer.concat(received),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Field = { readonly tag: number; readonly bytes: Buffer; readonly number: bigint };

/** The fields of a message, numbers and bytes by tag. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const none = Buffer.alloc(0);
  while (at < message.length) {
    const key = Number(varint());
    const tag = key >> 3;
    switch (key & 7) {
      case 0:
        yield { tag, number: varint(), bytes: none };
        break;
      case 1:
        yield { tag, number: message.readBigUInt64LE(at), bytes: message.subarray(at, at + 8) };
        at += 8;
        break;
      case 2: {
        const length = Number(varint());
        yield { tag, number: 0n, bytes: message.subarray(at, at + length) };
        at += length;
        break;
      }
      case 5:
        yield { tag, number: BigInt(message.readUInt32LE(at)), bytes: none };
        at += 4;
        break;
      default:
        throw new Error('no such kind of field');
    }
  }
}

const all = (message: Buffer, tag: number): Field[] =>
  [...fieldsOf(message)].filter((each) => each.tag === tag);
const bytesAt = (message: Buffer, tag: number): Buffer => all(message, tag)[0]?.bytes ?? Buffer.alloc(0);
const textAt = (message: Buffer, tag: number): string => bytesAt(message, tag).toString('utf8');
const numberAt = (message: Buffer, tag: number): number => Number(all(message, tag)[0]?.number ?? 0n);

function attributesAt(message: Buffer, tag: number): Record<string, string | number | boolean> {
  const found: Record<string, string | number | boolean> = {};
  for (const { bytes } of all(message, tag)) {
    const [value] = fieldsOf(bytesAt(bytes, 2));
    if (value === undefined) continue;
    const { tag: kind, bytes: text, number } = value;
    found[textAt(bytes, 1)] =
      kind === 1
        ? text.toString('utf8')
        : kind === 2
          ? number === 1n
          : kind === 4
            ? text.readDoubleLE(0)
            : Number(number);
  }
  return found;
}

function spansIn(body: Buffer): CollectedSpan[] {
  const spans: CollectedSpan[] = [];
  for (const { bytes: resourceSpans } of all(body, 1)) {
    const service = String(attributesAt(bytesAt(resourceSpans, 1), 1)['service.name']);
    for (const { bytes: scopeSpans } of all(resourceSpans, 2))
      for (const { bytes: span } of all(scopeSpans, 2))
        spans.push({
          service,
          name: textAt(span, 5),
          traceId: bytesAt(span, 1).toString('hex'),
          spanId: bytesAt(span, 2).toString('hex'),
          parentId: bytesAt(span, 4).toString('hex'),
          kind: numberAt(span, 6),
          startedMs: numberAt(span, 7) / 1e6,
          endedMs: numberAt(span, 8) / 1e6,
          failed: numberAt(bytesAt(span, 15), 3) === 2,
          attributes: attributesAt(span, 9),
        });
  }
  return spans;
}
