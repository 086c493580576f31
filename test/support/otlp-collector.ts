/**
 * A collector of traces, metrics, and log lines: receives OTLP over HTTP and decodes the protobuf itself. It accepts every
 * request, so it can also act as a webhook receiver.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attributes = Readonly<Record<string, string | number | boolean>>;

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
  readonly attributes: Attributes;
};

export type CollectedPoint = {
  readonly service: string;
  readonly name: string;
  readonly kind: 'gauge' | 'sum' | 'histogram';
  readonly attributes: Attributes;
  readonly value: number;
  /** Of a histogram, whose value is its sum. */
  readonly counts: readonly number[];
  readonly boundaries: readonly number[];
};

export type CollectedLine = {
  readonly service: string;
  readonly atMs: number;
  readonly severity: number;
  readonly severityText: string;
  readonly body: string;
  readonly attributes: Attributes;
};

export type OtlpCollector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Of all exports, in order. */
  readonly points: readonly CollectedPoint[];
  readonly lines: readonly CollectedLine[];
  /** All received bytes. */
  readonly bytes: () => Buffer;
  close(): Promise<void>;
};

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const points: CollectedPoint[] = [];
  const lines: CollectedLine[] = [];
  const received: Buffer[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      if (['/v1/traces', '/v1/metrics', '/v1/logs'].includes(req.url ?? '')) received.push(body);
      if (req.url === '/v1/traces') spans.push(...spansIn(body));
      if (req.url === '/v1/metrics') points.push(...pointsIn(body));
      if (req.url === '/v1/logs') lines.push(...linesIn(body));
      res.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server has this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    points,
    lines,
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

/** The bodies of the records of all resources and scopes, with the name of the service. */
const recordsIn = (body: Buffer): readonly { service: string; record: Buffer }[] =>
  all(body, 1).flatMap(({ bytes: resource }) =>
    all(resource, 2).flatMap(({ bytes: scope }) =>
      all(scope, 2).map(({ bytes: record }) => ({
        service: String(attributesAt(bytesAt(resource, 1), 1)['service.name']),
        record,
      })),
    ),
  );

const spansIn = (body: Buffer): CollectedSpan[] =>
  recordsIn(body).map(({ service, record: span }) => ({
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
  }));

const linesIn = (body: Buffer): CollectedLine[] =>
  recordsIn(body).map(({ service, record }) => ({
    service,
    atMs: numberAt(record, 1) / 1e6,
    severity: numberAt(record, 2),
    severityText: textAt(record, 3),
    body: textAt(bytesAt(record, 5), 1),
    attributes: attributesAt(record, 6),
  }));

const KINDS = [
  { tag: 5, kind: 'gauge', attributesTag: 7, valueTag: 4 },
  { tag: 7, kind: 'sum', attributesTag: 7, valueTag: 4 },
  { tag: 9, kind: 'histogram', attributesTag: 9, valueTag: 5 },
] as const;

const pointsIn = (body: Buffer): CollectedPoint[] =>
  recordsIn(body).flatMap(({ service, record: metric }) =>
    KINDS.flatMap(({ tag, kind, attributesTag, valueTag }) =>
      all(bytesAt(metric, tag), 1).map(({ bytes: point }) => ({
        service,
        name: textAt(metric, 1),
        kind,
        attributes: attributesAt(point, attributesTag),
        value: doublesAt(point, valueTag)[0] ?? 0,
        counts:
          kind === 'histogram' ? eightBytesAt(point, 6).map((each) => Number(each.readBigUInt64LE())) : [],
        boundaries: kind === 'histogram' ? doublesAt(point, 7) : [],
      })),
    ),
  );

/** Repeated numbers of eight bytes, packed or not. */
const eightBytesAt = (message: Buffer, tag: number): Buffer[] =>
  all(message, tag).flatMap(({ bytes }) =>
    Array.from({ length: bytes.length / 8 }, (_, at) => bytes.subarray(at * 8, at * 8 + 8)),
  );
const doublesAt = (message: Buffer, tag: number): number[] =>
  eightBytesAt(message, tag).map((bytes) => bytes.readDoubleLE());
