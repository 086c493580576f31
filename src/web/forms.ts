import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Response } from 'undici';
import { readBytes } from '../http/body.ts';

// Reads the bodies of forms, of limited size: URL-encoded, or with a file.

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

type FormError = 'too_large' | 'not_a_form' | 'cut_off';

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
    // oxlint-disable-next-line typescript/no-deprecated -- the size is limited above
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

// Tokens that protect the forms of hosted pages against cross-site requests.

/** The form token is derived from the link's secret token, so only someone who has opened the page knows it. */
export const formToken = (linkToken: string, form: string): string =>
  createHmac('sha256', linkToken).update(`form ${form}`).digest('base64url');

export function isValidFormToken(given: string, linkToken: string, form: string): boolean {
  const expected = Buffer.from(formToken(linkToken, form));
  const found = Buffer.from(given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

// Detects form submissions from other sites.

/** Checks `Sec-Fetch-Site` and `Origin`. Clients other than browsers send neither and are accepted. */
export function isCrossOrigin(req: IncomingMessage, publicUrl: string): boolean {
  if (isCrossSite(req)) return true;
  const { origin, host } = req.headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  return new URL(origin).host !== host && origin !== new URL(publicUrl).origin;
}

/** Whether `Sec-Fetch-Site` says that another site caused the request. */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
