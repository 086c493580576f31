/**
 * Signed notes, as C2SP defines them: lines of text, an empty line, and signatures that are lines too,
 * `— <name> <base64 of the key's hash and the signature>`. What is signed is the text with its last line feed.
 */
import type { PublicKey, SigningKey } from '../../vault/audit-signing-key.ts';

export type Note = { readonly text: string; readonly signatures: readonly string[] };

/** `text` ends in a line feed and has no empty line. */
export function signNote(text: string, key: SigningKey): string {
  const { keyHash, name } = key.publicKey;
  const signature = Buffer.concat([keyHash, key.sign(text)]).toString('base64');
  return `${text}\n— ${name} ${signature}\n`;
}

/** Of an Ed25519 signature with the hash of its key. */
const SIGNATURE = /^— \S+ [A-Za-z0-9+/]{91}=$/;

/** Notes one after another, with empty lines between them. One whose writing was cut off is left out. */
export const parseNotes = (file: string): Note[] => [...parseNoteBlocks(file.split('\n\n'))];

/** The same of a file that was cut into pieces at its empty lines. */
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

/** Whether one of the signatures is the key's. */
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
