/**
 * Signed notes as defined by C2SP: lines of text, an empty line, and signature lines
 * `— <name> <base64 of key hash and signature>`. The signature covers the text including its last line feed.
 */
import type { PublicKey, SigningKey } from '../../vault/audit-signing-key.ts';

export type Note = { readonly text: string; readonly signatures: readonly string[] };

/** `text` must end with a line feed and have no empty line. */
export const signNote = (text: string, key: SigningKey): string => `${text}\n${signatureLine(text, key)}\n`;

/** The line that a note has after its text and an empty line. */
export function signatureLine(text: string, key: SigningKey): string {
  const { keyHash, name } = key.publicKey;
  return `— ${name} ${Buffer.concat([keyHash, key.sign(text)]).toString('base64')}`;
}

/** A line with a key hash and an Ed25519 signature. */
const SIGNATURE = /^— \S+ [A-Za-z0-9+/]{91}=$/;

/** Parses notes that are separated by empty lines. Skips incomplete notes. */
export const parseNotes = (file: string): Note[] => [...parseNoteBlocks(file.split('\n\n'))];

/** Parses notes from a file that is already split at empty lines. */
export function* parseNoteBlocks(blocks: Iterable<string>): Generator<Note> {
  let text = '';
  for (const block of blocks) {
    const lines = block.replace(/^\n+/, '').replace(/\n+$/, '');
    const signatures = lines.split('\n').filter((line) => SIGNATURE.test(line));
    if (text !== '' && !text.startsWith('— ') && signatures.length > 0)
      yield { text: `${text}\n`, signatures };
    text = lines;
  }
}

/** Whether the note has a valid signature of the key. */
export function isSignedBy({ text, signatures }: Note, key: PublicKey): boolean {
  return signatures.some((line) => {
    const [dash, name, encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    return (
      dash === '—' &&
      name === key.name &&
      bytes.length === 68 &&
      bytes.toString('base64') === encoded &&
      bytes.subarray(0, 4).equals(key.keyHash) &&
      key.verify(text, bytes.subarray(4))
    );
  });
}
