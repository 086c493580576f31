/** Where the master keys come from: a variable, a file, or a command that asks a key store. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorMessage } from '../system/errors.ts';
import { ConfigError } from './config-file.ts';

export type MasterKeys = {
  /** 32 bytes; undefined: an embedded service creates its own key. */
  readonly masterKey: Uint8Array | undefined;
  /** Other master keys that data may be sealed with, while the master key is replaced. */
  readonly formerMasterKeys: readonly Uint8Array[];
};

const PROVIDERS = ['MASTER_KEY', 'MASTER_KEY_FILE', 'MASTER_KEY_COMMAND'] as const;

/** Keys are read once: a process that has them needs their provider no longer. Throws ConfigError. */
export function readMasterKeys(get: (name: string) => string | undefined): MasterKeys {
  const given = PROVIDERS.filter((name) => get(name) !== undefined);
  if (given.length > 1) throw new ConfigError(`Set only one of ${given.join(', ')}.`);
  const former = (get('MASTER_KEY_PREVIOUS') ?? '').split(/[\s,]+/).filter((text) => text !== '');
  const others = former.map((text) => parseMasterKey('MASTER_KEY_PREVIOUS', text));
  const [provider] = given;
  const [masterKey, ...more] = provider === undefined ? [] : keysOf(provider, get(provider) ?? '');
  return { masterKey, formerMasterKeys: [...more, ...others] };
}

function keysOf(provider: (typeof PROVIDERS)[number], value: string): readonly Uint8Array[] {
  switch (provider) {
    case 'MASTER_KEY':
      return [parseMasterKey(provider, value)];
    case 'MASTER_KEY_FILE':
      return parseMasterKeys(value, textIn(value));
    case 'MASTER_KEY_COMMAND':
      return parseMasterKeys('The output of MASTER_KEY_COMMAND', outputOf(value));
  }
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`MASTER_KEY_FILE: cannot read ${path}: ${errorMessage(error)}`);
  }
}

/** Longer than a key store takes that a person has to unlock. */
const COMMAND_MS_MAX = 60_000;

function outputOf(command: string): string {
  const { status, signal, error, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    encoding: 'utf8',
    timeout: COMMAND_MS_MAX,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status === 0) return stdout;
  const why = error?.message ?? (status === null ? `signal ${signal}` : `exit code ${status}`);
  const said = stderr.trim().split('\n').at(-1) ?? '';
  throw new ConfigError(
    `MASTER_KEY_COMMAND failed: ${[why, said].filter((text) => text !== '').join(': ')}.`,
  );
}

/** The keys of a file: one on each line, and the one that is to be used on the first. */
export function parseMasterKeys(name: string, text: string): readonly Uint8Array[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '').map((line) => parseMasterKey(name, line));
  if (keys.length === 0) throw new ConfigError(`${name} must contain a key of 32 bytes in base64.`);
  return keys;
}

function parseMasterKey(name: string, text: string): Uint8Array {
  // Node skips invalid characters in base64, so a typing error would give a different key.
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) throw new ConfigError(`${name} must be 32 bytes in base64.`);
  return Buffer.from(text, 'base64');
}
