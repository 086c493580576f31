/**
 * Profiles: the URL and the secrets of a service under a name, in a file that only its owner can read
 * (`$XDG_CONFIG_HOME/svc-ledger/profiles.json`, by default in `~/.config`).
 */
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFile, replaceFile } from '../../src/system/atomic-file.ts';
import { CommandFailed, UsageError, isJsonObject } from './outcome.ts';

export type Profile = {
  readonly url: string;
  readonly api_key?: string;
  readonly operator_token?: string;
};

type Profiles = ReadonlyMap<string, Profile>;

export const DEFAULT_PROFILE = 'default';

export function profilesFile(): string {
  const { XDG_CONFIG_HOME = '' } = process.env;
  const folder = XDG_CONFIG_HOME === '' ? join(homedir(), '.config') : XDG_CONFIG_HOME;
  return join(folder, 'svc-ledger', 'profiles.json');
}

/** Throws CommandFailed if the file is damaged or if others can read it. */
export function readProfiles(): Profiles {
  const file = profilesFile();
  const text = readFile(file);
  if (text === undefined) return new Map();
  rejectReadableByOthers(file);
  const parsed = parse(text);
  if (parsed === undefined)
    throw new CommandFailed(`${file} is damaged. Remove it, then sign in again: svc-ledger login`);
  return new Map(Object.entries(parsed).flatMap(([name, value]) => profileIn(name, value)));
}

export function saveProfile(name: string, profile: Profile): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(name))
    throw new UsageError(
      'The name of a profile has 1 to 64 letters, digits, periods, hyphens, and underscores.',
    );
  write(new Map([...readProfiles(), [name, profile]]));
}

/** Returns whether the profile existed. */
export function removeProfile(name: string): boolean {
  const profiles = new Map(readProfiles());
  const existed = profiles.delete(name);
  if (existed) write(profiles);
  return existed;
}

function write(profiles: Profiles): void {
  const file = profilesFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFile(file, `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`);
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function profileIn(name: string, value: unknown): [string, Profile][] {
  if (!isJsonObject(value) || typeof value['url'] !== 'string') return [];
  const { url, api_key, operator_token } = value;
  const profile = {
    url,
    ...(typeof api_key === 'string' ? { api_key } : {}),
    ...(typeof operator_token === 'string' ? { operator_token } : {}),
  };
  return [[name, profile]];
}

function rejectReadableByOthers(file: string): void {
  // Windows has no such permissions.
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  throw new CommandFailed(`Other users of this machine can read ${file}. Run: chmod 600 '${file}'`);
}
