/** Reads the bytes of a request body, up to a size limit. */
import type { IncomingMessage } from 'node:http';

/** `cut_off`: the client closed the connection. */
export type ReadBytesError = 'too_large' | 'cut_off';

/**
 * Fails as soon as the announced or received size exceeds the limit. The rest is read and discarded, because many
 * clients do not read the response before they have sent everything.
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
    // The client disconnected, but the promise still has to settle.
    req.on('close', () => resolve('cut_off'));
    req.on('error', () => resolve('cut_off'));
  });
}
