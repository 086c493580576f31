/** Decodes the bytes of a file. */
import { InvalidStatement } from './statement.ts';

export const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'utf-16le'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Throws InvalidStatement for bytes that are not text in this encoding. */
export function decodeText(bytes: Uint8Array, encoding: Encoding = 'utf-8'): string {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidStatement(
      `The file is not text in the encoding ${encoding}. Choose the encoding of the file.`,
    );
  }
  if (text.includes('\0'))
    throw new InvalidStatement(
      `The file is not text in the encoding ${encoding}. Choose the encoding of the file.`,
    );
  return text;
}
