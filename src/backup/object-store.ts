/** Files in a store with the interface of Amazon S3, such as MinIO or Ceph. Every request is signed, with the digest of its body. */
import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AwsClient } from 'aws4fetch';
import type { ObjectStoreAccess } from '../config/config.ts';
import { parseXml, xmlList, xmlText, isXml, type Xml } from '../formats/xml.ts';
import { streamToFile } from '../system/file-stream.ts';
import { BackupRefused } from './part-file.ts';

/** `s3://bucket/prefix` */
export type ObjectFolder = { readonly bucket: string; readonly prefix: string };

const FOLDER = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/;

/** Undefined for the path of a folder on this machine. Throws BackupRefused. */
export function parseObjectFolder(text: string): ObjectFolder | undefined {
  if (!text.startsWith('s3://')) return undefined;
  const [, bucket, path = ''] = FOLDER.exec(text) ?? [];
  if (bucket === undefined) throw new BackupRefused(`${text} is not like s3://bucket/folder.`);
  const names = path.split('/').filter((name) => name !== '');
  return { bucket, prefix: names.map((name) => `${name}/`).join('') };
}

/** Larger files are sent in parts of this size, or in larger ones so that there are not too many. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_MAX = 10_000;
const RETRIES = 4;

export class ObjectStore {
  readonly #client: AwsClient;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #partBytes: number;

  private constructor(client: AwsClient, bucket: string, prefix: string, partBytes: number) {
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#partBytes = partBytes;
  }

  /** Throws BackupRefused without access. A file of more than `partBytes` is sent in parts. */
  static async open(
    { bucket, prefix }: ObjectFolder,
    access: ObjectStoreAccess | undefined,
    partBytes = PART_BYTES,
  ): Promise<ObjectStore> {
    if (access === undefined)
      throw new BackupRefused('Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for s3:// folders.');
    const { endpoint, ...credentials } = access;
    // Only these backups need it.
    const { AwsClient: Client } = await import('aws4fetch');
    const client = new Client({ ...credentials, service: 's3', retries: RETRIES });
    const url =
      endpoint === undefined
        ? `https://${bucket}.s3.${access.region}.amazonaws.com`
        : `${endpoint.replace(/\/+$/, '')}/${bucket}`;
    return new ObjectStore(client, url, prefix, partBytes);
  }

  /** The names of all files in the folder, such as `000001-…/manifest.json`. */
  async list(): Promise<string[]> {
    const names: string[] = [];
    for (let token: string | undefined; ;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.#prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const page = resultOf(await (await this.#send('GET', `?${query.toString()}`)).text());
      for (const { Key } of xmlList(page['Contents']))
        names.push((xmlText(Key) ?? '').slice(this.#prefix.length));
      token = xmlText(page['NextContinuationToken']);
      if (token === undefined) return names;
    }
  }

  /** Sends a file from this machine. */
  async put(name: string, path: string): Promise<void> {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size <= this.#partBytes) await this.#send('PUT', this.#pathOf(name), bytesAt(file, 0, size));
      else await this.#putInParts(this.#pathOf(name), file, size);
    } finally {
      closeSync(file);
    }
  }

  /** Writes a file to this machine. */
  async get(name: string, path: string): Promise<void> {
    const { body } = await this.#send('GET', this.#pathOf(name));
    const content = body === null ? Readable.from([]) : Readable.fromWeb(body);
    await streamToFile(path, 'w', (to) => pipeline(content, to));
  }

  async #putInParts(path: string, file: number, size: number): Promise<void> {
    const started = resultOf(await (await this.#send('POST', `${path}?uploads`)).text());
    const uploadId = encodeURIComponent(xmlText(started['UploadId']) ?? '');
    const partBytes = Math.max(this.#partBytes, Math.ceil(size / PARTS_MAX));
    try {
      let parts = '';
      for (let number = 1, at = 0; at < size; number += 1, at += partBytes) {
        const bytes = bytesAt(file, at, Math.min(partBytes, size - at));
        const sent = await this.#send('PUT', `${path}?partNumber=${number}&uploadId=${uploadId}`, bytes);
        const etag = sent.headers.get('etag') ?? '';
        parts += `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`;
      }
      const all = Buffer.from(`<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`);
      const text = await (await this.#send('POST', `${path}?uploadId=${uploadId}`, all)).text();
      // A store may report a failure after it has begun to answer.
      if (text.includes('<Error>')) throw new BackupRefused(`The object store did not accept ${path}.`);
    } catch (error) {
      await this.#send('DELETE', `${path}?uploadId=${uploadId}`).catch(() => undefined);
      throw error;
    }
  }

  #pathOf(name: string): string {
    return `/${this.#prefix}${name}`;
  }

  /** Throws BackupRefused with what the store says, and the errors of `fetch`. */
  async #send(method: string, path: string, body?: Buffer): Promise<Response> {
    const digest = hash('sha256', body ?? '', 'hex');
    const answer = await this.#client.fetch(`${this.#bucket}${path}`, {
      method,
      headers: { 'X-Amz-Content-Sha256': digest },
      ...(body && { body }),
    });
    if (answer.ok) return answer;
    const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? 'no code';
    throw new BackupRefused(`The object store answered ${answer.status} (${code}) to ${method} ${path}.`);
  }
}

/** Throws BackupRefused for what is no `s3://` folder. */
export function openObjectStore(folder: string, access: ObjectStoreAccess | undefined): Promise<ObjectStore> {
  const parsed = parseObjectFolder(folder);
  if (parsed === undefined) throw new BackupRefused(`${folder} does not begin with s3://.`);
  return ObjectStore.open(parsed, access);
}

/** The contents of the outermost element. */
function resultOf(text: string): Xml {
  // The declaration of XML is not an element.
  const [, result] = Object.entries(parseXml(text)).find(([name]) => !name.startsWith('?')) ?? [];
  return isXml(result) ? result : {};
}

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, at + read);
    if (more === 0) throw new Error('the file became shorter');
    read += more;
  }
  return bytes;
}
