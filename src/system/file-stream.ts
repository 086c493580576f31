import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read. The file is open before `write` begins, and closed at the end, also after an
 * error: a stream that opens the file itself may create it after the caller has deleted what is left.
 */
export async function streamToFile<Result>(
  path: string,
  flags: 'w' | 'wx',
  write: (to: WriteStream) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, flags, 0o600);
  try {
    return await write(file.createWriteStream({ flush: true }));
  } finally {
    await file.close();
  }
}
