/** Reads the body of a request, bounded. */
import type { IncomingMessage } from 'node:http';

/** `cut_off`: whoever sent it went away. */
export type ReadBytesError = 'too_large' | 'cut_off';

/**
 * What is too large is known as soon as it is said or seen to be. Its rest is read and thrown away, for as long as a
 * request may take, as many clients look for no answer before they have sent everything.
 */
export function readBytes(req: IncomingMessage, bytesMax: number): Promise<Buffer | ReadBytesError> {
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return Promise.resolve('too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else resolve('too_large');
    });
    req.on('end', () => {
      const [first = Buffer.alloc(0)] = chunks;
      resolve(chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    // Nobody is there for an answer any more, but the request still ends.
    req.on('close', () => resolve('cut_off'));
    req.on('error', () => resolve('cut_off'));
  });
}
