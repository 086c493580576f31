/** Reads the bodies of forms, of limited size: URL-encoded, or with a file. */
import type { IncomingMessage } from 'node:http';
import { Response } from 'undici';
import { readBytes } from '../api/server/read-bytes.ts';

export const FORM_BYTES_MAX = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;.*)?$/i;

/** Submitted fields by name, with normalized whitespace; '' for a missing field. */
export type Form = {
  /** For a file, its name. */
  get(name: string): string;
  /** All values of a name, such as of several boxes that are checked. */
  getAll(name: string): readonly string[];
  /** The bytes of a file; undefined if none was chosen. */
  file?(name: string): Uint8Array | undefined;
};

export const EMPTY_FORM: Form = { get: () => '', getAll: () => [] };

export type FormError = 'too_large' | 'not_a_form' | 'cut_off';

export async function readForm(req: IncomingMessage): Promise<Form | FormError> {
  if (!FORM_TYPE.test(req.headers['content-type'] ?? '')) return 'not_a_form';
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') return 'not_a_form';
  const bytes = await readBytes(req, FORM_BYTES_MAX);
  if (typeof bytes === 'string') return bytes;
  const fields = new URLSearchParams(bytes.toString());
  return {
    get: (name) => normalize(fields.get(name) ?? ''),
    getAll: (name) => fields.getAll(name).map(normalize),
  };
}

const UPLOAD_TYPE = /^multipart\/form-data *;/i;

/** Reads a form with files, of at most `bytesMax` bytes in total. */
export async function readUpload(req: IncomingMessage, bytesMax: number): Promise<Form | FormError> {
  const type = req.headers['content-type'] ?? '';
  if (!UPLOAD_TYPE.test(type)) return 'not_a_form';
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') return 'not_a_form';
  const bytes = await readBytes(req, bytesMax);
  if (typeof bytes === 'string') return bytes;
  try {
    // It keeps the body in memory, and the body is limited.
    const body = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } });
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the size is limited above
    const fields = await body.formData();
    const files = new Map<string, Uint8Array>();
    const texts = new Map<string, string>();
    for (const [name, value] of fields) {
      if (typeof value === 'string') texts.set(name, value);
      else if (value.name !== '') {
        texts.set(name, value.name);
        files.set(name, new Uint8Array(await value.arrayBuffer()));
      }
    }
    const get = (name: string): string => normalize(texts.get(name) ?? '');
    const getAll = (name: string) => (texts.has(name) ? [get(name)] : []);
    return { get, getAll, file: (name) => files.get(name) };
  } catch {
    return 'not_a_form';
  }
}

/** Normalizes to NFC, collapses whitespace, and trims. */
const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
