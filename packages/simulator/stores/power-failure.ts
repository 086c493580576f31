/** What a disk has of a database file and of its write-ahead log after the power fails. */
import type { Random } from '../commands/random.ts';

const PAGE_BYTES = 4_096;
const SECTOR_BYTES = 512;

/**
 * The file after a power failure while SQLite copies its log into it: of each page that was written and not synced, the disk has
 * the old content, the new one, or the first sectors of the new one.
 */
export function mixPages(before: Buffer, after: Buffer, random: Random): Buffer {
  const mixed = Buffer.alloc(Math.max(before.length, after.length));
  before.copy(mixed);
  for (let at = 0; at < after.length; at += PAGE_BYTES) {
    const page = after.subarray(at, at + PAGE_BYTES);
    if (page.equals(mixed.subarray(at, at + PAGE_BYTES))) continue;
    const sectors = random.oneIn(3) ? random.below(PAGE_BYTES / SECTOR_BYTES) : random.pick([0, PAGE_BYTES]);
    page.copy(mixed, at, 0, sectors === 0 || sectors === PAGE_BYTES ? sectors : sectors * SECTOR_BYTES);
  }
  return mixed;
}
