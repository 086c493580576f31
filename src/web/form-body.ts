/** Reads URL-encoded form bodies of limited size. */
import type { IncomingMessage } from 'node:http';
import { readBytes } from '../api/server/read-bytes.ts';

const BYTES_MAX = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;.*)?$/i;

/** Submitted fields by name, with normalized whitespace; '' for a missing field. */
export type Form = { get(name: string): string };

export type FormError = 'too_large' | 'not_a_form' | 'cut_off';

export async function readForm(req: IncomingMessage): Promise<Form | FormError> {
  if (!FORM_TYPE.test(req.headers['content-type'] ?? '')) return 'not_a_form';
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') return 'not_a_form';
  const bytes = await readBytes(req, BYTES_MAX);
  if (typeof bytes === 'string') return bytes;
  const fields = new URLSearchParams(bytes.toString());
  return { get: (name) => normalize(fields.get(name) ?? '') };
}

/** Normalizes to NFC, collapses whitespace, and trims. */
const normalize = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
