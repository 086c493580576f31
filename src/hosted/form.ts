/** Reads what a form sends: the body as browsers encode it, bounded, and from one of our own pages. */
import type { IncomingMessage } from 'node:http';

const BODY_BYTES_MAX = 16 * 1024;
/** What is too large is read to its end, so that the browser sees the answer; but only up to here. */
const DISCARD_BYTES_MAX = 1024 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;.*)?$/i;

/** Fields by name, blanks around values cut off; '' for one that was not sent. */
export type Form = { get(name: string): string };

export type FormFault = 'too_large' | 'not_a_form' | 'cut_off';

export async function readForm(req: IncomingMessage): Promise<Form | FormFault> {
  if (!FORM_TYPE.test(req.headers['content-type'] ?? '')) return 'not_a_form';
  if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') return 'not_a_form';
  if (Number(req.headers['content-length'] ?? 0) > DISCARD_BYTES_MAX) return 'too_large';
  const text = await readText(req);
  if (text === 'too_large' || text === 'cut_off') return text;
  const fields = new URLSearchParams(text.body);
  return { get: (name) => tidied(fields.get(name) ?? '') };
}

/** One spelling for each text: composed characters, single blanks, none at the ends. */
const tidied = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

function readText(req: IncomingMessage): Promise<{ body: string } | 'too_large' | 'cut_off'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= BODY_BYTES_MAX) chunks.push(chunk);
      else if (length > DISCARD_BYTES_MAX) resolve('too_large');
    });
    req.on('end', () =>
      resolve(length > BODY_BYTES_MAX ? 'too_large' : { body: Buffer.concat(chunks).toString() }),
    );
    req.on('close', () => resolve('cut_off'));
    req.on('error', () => resolve('cut_off'));
  });
}

/** Whether a browser says that another site made it send the request. */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
