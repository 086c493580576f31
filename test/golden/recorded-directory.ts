/** The recorded data directory: its settings, its time, and a copy to work on; see README.md. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DATABASE_FILE_NAME } from '../../src/config/config.ts';
import { LOCAL } from '../support/webhook-client.ts';

export const RECORDED = new URL('./data-directory/', import.meta.url).pathname;
export const RECORDED_FILES = ['master.key', 'credentials.json'];

/** Small amounts, so that many actions are reviewed or need two operators. */
export const SETTINGS = {
  ...LOCAL,
  reviews: { amount_at_least: { user_to_user: '400.00', offramp: '400.00' }, four_eyes_at_least: '800.00' },
  dual_control: {
    rewards_at_least: '500.00',
    trades_at_least: '1000000.00',
    allocations_at_least: '100000.00',
    payout_settlements_at_least: '300.00',
    write_offs_at_least: '100.00',
  },
};

export type Recording = {
  /** Milliseconds since 1970 at the end. */
  readonly time: number;
  /** `api GET path`: what is asked of whom. */
  readonly requests: readonly string[];
};

// The recorder writes it.
export const readRecording = (): Recording =>
  JSON.parse(readFileSync(join(RECORDED, 'recording.json'), 'utf8')) as Recording;

/** Copies the directory into an empty folder. */
export function copyRecorded(folder: string): void {
  for (const name of RECORDED_FILES) copyFileSync(join(RECORDED, name), join(folder, name));
  const database = gunzipSync(readFileSync(join(RECORDED, `${DATABASE_FILE_NAME}.gz`)));
  writeFileSync(join(folder, DATABASE_FILE_NAME), database);
}
