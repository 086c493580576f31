/** Reads the body of a request, bounded. */
import type { IncomingMessage } from 'node:http';

export type Bounds = {
  readonly bytesMax: number;
  /** What is too large is read to its end and thrown away, so that the client sees the answer; but only up to here. */
  readonly discardBytesMax: number;
};

/** `far_too_large`: there is more to come that nobody wants to read. `cut_off`: whoever sent it went away. */
export type BytesFault = 'too_large' | 'far_too_large' | 'cut_off';

export function readBytes(
  req: IncomingMessage,
  { bytesMax, discardBytesMax }: Bounds,
): Promise<Buffer | BytesFault> {
  if (Number(req.headers['content-length'] ?? 0) > discardBytesMax) return Promise.resolve('far_too_large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bytesMax) chunks.push(chunk);
      else if (length > discardBytesMax) resolve('far_too_large');
    });
    req.on('end', () => {
      const [first = Buffer.alloc(0)] = chunks;
      if (length > bytesMax) resolve('too_large');
      else resolve(chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    // Nobody is there for an answer any more, but the request still ends.
    req.on('close', () => resolve('cut_off'));
    req.on('error', () => resolve('cut_off'));
  });
}
