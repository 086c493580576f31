import { hash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { integratorOf } from '../ledger/ids.ts';
import { streamToFile } from '../system/file-stream.ts';
import { PROJECT_ROOT } from '../system/project-root.ts';
import type { SigningKey } from '../vault/audit-signing-key.ts';
import { ChainCheck } from './chain/chain-check.ts';
import { formatCheckpoint } from './checkpoints/checkpoint-files.ts';
import { signNote } from './checkpoints/signed-note.ts';
import type { EventSource, SourceEvent } from './event-source.ts';
import { RuleViolation, toFinding, type Finding } from './finding.ts';

/** The README of every archive. */
const EXPORT_README = `# An export of event streams

This archive contains event streams of a wallet ledger, exactly as stored, and everything you need to verify them.

| File | |
| --- | --- |
| \`streams/<stream>/<first revision>.jsonl\` | Events of a stream, oldest first, in parts |
| \`schemas/events/…\` | JSON Schemas (2020-12) of event data and metadata |
| \`manifest.json\` | Length and SHA-256 of every other file; number of events and last hash of every stream |
| \`manifest.note\` | Signature of \`manifest.json\` |
| \`public-key.txt\` | The signing key. Compare it with a copy that you received through another channel |

## Events

Each line is a JSON object with the members \`stream\`, \`revision\` (from 0, without gaps), \`id\`, \`type\`, \`data\`, and
\`metadata\`. The last two are strings with the exact stored JSON. The last member of metadata is \`hash\`.

The hash of an event is SHA-256, in lower-case hex, of these UTF-8 strings joined with line feeds: the hash of the previous
event (64 zeros for the first), the name of the stream, the revision in decimal, the ID, the type, the text of data, and the
text of metadata without \`,"hash":"…"\` before its closing brace. \`head_hash\` in the manifest is the hash of the last event.

Events of type \`posting.recorded\` have lines. In each unit, amounts sum to zero, and so do cashable parts.
\`balance_after\` and \`cashable_after\` are the balance of the account's bucket after the line.

## The signature

\`manifest.note\` is a signed note (C2SP). It has four lines of text: the origin \`svc-ledger/export\`, the length of
\`manifest.json\` in bytes, its SHA-256 in base64, and \`time\` with the time of signing. An empty line and
\`— <name> <base64>\` follow. The base64 text encodes a four-byte key ID and an Ed25519 signature of the text above the
empty line, including its line feeds. \`public-key.txt\` contains \`<name>+<key ID in hex>+<base64>\`, where the base64 text
encodes the byte 1 and the 32 bytes of the key.

\`verify-export.mjs\`, which is part of the service, verifies all of this and needs only Node.js.
`;

// Writes streams to a self-describing archive: the exact stored texts, a manifest with counts and hashes, and a signature.
// It can be verified without this code (docs/auditors.md, "The archive").

type ExportOptions = {
  readonly file: string;
  readonly key: SigningKey;
  /** Exports only the books of this integrator, without the platform and treasury streams. */
  readonly integratorId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly onProgress?: (position: bigint, head: bigint) => void;
};

type ExportResult = {
  readonly ok: boolean;
  readonly file: string;
  readonly streams: number;
  readonly events: number;
  /** If there are findings, no archive is written: an invalid history is not signed. */
  readonly findings: readonly Finding[];
};

type Part = { file: string; first_revision: number; events: number; bytes: number; sha256: string };
type StreamEntry = { stream: string; events: number; head_hash: string; parts: Part[] };
type FileEntry = { readonly file: string; readonly bytes: number; readonly sha256: string };

const PART_BYTES = 4 * 1024 * 1024;
/** Limit for all open parts together. */
const BUFFERED_BYTES_MAX = 32 * 1024 * 1024;

/** Writes to a temporary file and renames it at the end. Throws StoreUnavailable and file system errors. */
export async function exportStreams(source: EventSource, options: ExportOptions): Promise<ExportResult> {
  const temporary = `${options.file}.part`;
  try {
    const result = await streamToFile(temporary, 'w', (to) => writeArchive(source, options, to));
    if (result.ok) renameSync(temporary, options.file);
    return result;
  } finally {
    rmSync(temporary, { force: true });
  }
}

async function writeArchive(
  source: EventSource,
  options: ExportOptions,
  to: WriteStream,
): Promise<ExportResult> {
  const archive = pack();
  const written = pipeline(archive, createGzip(), to);
  // The await below reports the error; this prevents an unhandled rejection.
  written.catch(() => undefined);
  try {
    const result = await fillArchive(source, options, archive);
    if (result.ok) {
      archive.finalize();
      await written;
    }
    return result;
  } finally {
    archive.destroy();
    await written.catch(() => undefined);
  }
}

async function fillArchive(
  source: EventSource,
  { file, key, integratorId, nowMs, onProgress }: ExportOptions,
  archive: Pack,
): Promise<ExportResult> {
  const head = await source.head();
  const files = await addFixedFiles(archive, key);
  const parts = createParts(archive);
  const check = new ChainCheck();
  for await (const page of source.pages(-1n, head)) {
    for (const event of page) {
      if (integratorId !== undefined && !isBookOf(event.stream, integratorId)) continue;
      const finding = findingIn(check, event);
      if (finding !== undefined) return { ok: false, file, streams: 0, events: 0, findings: [finding] };
      await parts.add(event);
    }
    onProgress?.(page.at(-1)?.position ?? head, head);
  }
  const streams = await parts.finish(check);
  const about = { position: head.toString(), integrator_id: integratorId ?? null };
  await addManifest(archive, { about, files, streams, key, now: nowMs });
  const events = streams.reduce((sum, each) => sum + each.events, 0);
  return { ok: true, file, streams: streams.length, events, findings: [] };
}

/** All generations of the integrator's books. */
const isBookOf = (stream: string, integratorId: string): boolean => integratorOf(stream) === integratorId;

function findingIn(check: ChainCheck, event: SourceEvent): Finding | undefined {
  try {
    check.check(event);
    return undefined;
  } catch (error) {
    if (error instanceof RuleViolation) return toFinding(event, error);
    throw error;
  }
}

/** Resolves when the entry is written, which limits memory to the speed of the disk. */
function addEntry(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const header = { name, size: content.length, mtime: new Date(0), mode: 0o644 };
    archive.entry(header, content, (error) => (error ? reject(error) : resolve()));
  });
}

const SCHEMAS = fileURLToPath(new URL('schemas', PROJECT_ROOT));

/** Adds the README, the public key, and the event schemas. */
async function addFixedFiles(archive: Pack, { publicKey }: SigningKey): Promise<FileEntry[]> {
  const schemas = ['events', 'events/platform', 'events/treasury'].flatMap((folder) =>
    readdirSync(join(SCHEMAS, folder))
      .filter((name) => /\.v\d+\.json$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const files: [string, Buffer][] = [
    ['README.md', Buffer.from(EXPORT_README)],
    ['public-key.txt', Buffer.from(`${publicKey.text}\n`)],
    ...schemas.sort().map((name): [string, Buffer] => [`schemas/${name}`, readFileSync(join(SCHEMAS, name))]),
  ];
  for (const [name, content] of files) await addEntry(archive, name, content);
  return files.map(([file, content]) => entryOf(file, content));
}

const entryOf = (file: string, content: Buffer): FileEntry => ({
  file,
  bytes: content.length,
  sha256: hash('sha256', content),
});

type OpenPart = { entry: StreamEntry; lines: string[]; bytes: number; first: number };

/** Buffers the lines of each stream and writes them to the archive in parts. */
function createParts(archive: Pack) {
  const streams = new Map<string, OpenPart>();
  let buffered = 0;

  const write = async (filling: OpenPart): Promise<void> => {
    const { entry, lines, first } = filling;
    const content = Buffer.from(lines.join(''));
    const file = `streams/${entry.stream}/${String(first).padStart(12, '0')}.jsonl`;
    await addEntry(archive, file, content);
    const { bytes, sha256 } = entryOf(file, content);
    entry.parts.push({ file, first_revision: first, events: lines.length, bytes, sha256 });
    buffered -= filling.bytes;
    streams.set(entry.stream, { entry, lines: [], bytes: 0, first: first + lines.length });
  };

  return {
    async add({ stream, revision, id, type, data, metadata }: SourceEvent): Promise<void> {
      const filling = streams.get(stream) ?? newFilling(stream);
      streams.set(stream, filling);
      const line = `${JSON.stringify({ stream, revision, id, type, data, metadata })}\n`;
      filling.lines.push(line);
      filling.bytes += line.length;
      filling.entry.events += 1;
      buffered += line.length;
      if (filling.bytes >= PART_BYTES) await write(filling);
      else if (buffered >= BUFFERED_BYTES_MAX) for (const each of fullest(streams)) await write(each);
    },
    async finish(check: ChainCheck): Promise<StreamEntry[]> {
      for (const filling of [...streams.values()]) if (filling.lines.length > 0) await write(filling);
      const heads = new Map(check.heads().map(({ stream, hash }) => [stream, hash]));
      return [...streams.values()]
        .map(({ entry }) => ({ ...entry, head_hash: heads.get(entry.stream) ?? '' }))
        .sort((a, b) => (a.stream < b.stream ? -1 : 1));
    },
  };
}

const newFilling = (stream: string): OpenPart => ({
  entry: { stream, events: 0, head_hash: '', parts: [] },
  lines: [],
  bytes: 0,
  first: 0,
});

/** The larger half of the open parts. */
function fullest(streams: ReadonlyMap<string, OpenPart>): OpenPart[] {
  const holding = [...streams.values()].filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
  return holding.slice(0, Math.ceil(holding.length / 2));
}

type ManifestContent = {
  readonly about: { readonly position: string; readonly integrator_id: string | null };
  readonly files: readonly FileEntry[];
  readonly streams: readonly StreamEntry[];
  readonly key: SigningKey;
  readonly now: number;
};

async function addManifest(
  archive: Pack,
  { about, files, streams, key, now }: ManifestContent,
): Promise<void> {
  const time = new Date(now).toISOString();
  const manifest = {
    format: 'svc-ledger-export',
    version: 1,
    created_at: time,
    ...about,
    public_key: key.publicKey.text,
    files,
    streams: streams.map(({ stream, events, head_hash, parts }) => ({
      stream,
      events,
      first_revision: 0,
      last_revision: events - 1,
      head_hash,
      parts,
    })),
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await addEntry(archive, 'manifest.json', text);
  const signed = formatCheckpoint({ stream: 'export', size: text.length, hash: hash('sha256', text), time });
  await addEntry(archive, 'manifest.note', Buffer.from(signNote(signed, key)));
}
