/**
 * The lock of released schemas: what is in a stream stays there, so the schema of a released event never changes. Another
 * shape is a file of its own with the next version, and a step in src/ledger/upcast.ts that leads there.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { LOCK, readObject } from './schemas.ts';
import type { Schemas } from './schemas.ts';

/** SHA-256 of each released schema as canonical JSON, by its path below `schemas/`. */
type Lock = Readonly<Record<string, string>>;

/** What is wrong with the schemas of events, one sentence for each file. */
export function changedReleasedSchemas(root: string, schemas: Schemas): string[] {
  const locked = readLock(root);
  const now = hashesOf(schemas);
  const gone = Object.keys(locked).filter((file) => !Object.hasOwn(now, file));
  const changed = Object.keys(now).filter(
    (file) => Object.hasOwn(locked, file) && locked[file] !== now[file],
  );
  const fresh = Object.keys(now).filter((file) => !Object.hasOwn(locked, file));
  return [
    ...gone.map((file) => `schemas/${file} was released and is gone: events of it may be in any stream`),
    ...changed.map((file) => `schemas/${file} was released and has changed: ${INSTEAD}`),
    ...fresh.map((file) => `schemas/${file} is not released: run npm run release-events`),
  ];
}

const INSTEAD = 'put it back, and give the new shape a file of the next version';

/** The lock's text with what is new. Throws when something that was released is not as it was. */
export function lockFileText(root: string, schemas: Schemas): string {
  const broken = changedReleasedSchemas(root, schemas).filter((each) => !each.includes(' is not released'));
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return `${JSON.stringify(hashesOf(schemas), null, 2)}\n`;
}

function readLock(root: string): Lock {
  const path = `${root}/${LOCK}`;
  // `released` writes nothing but hashes.
  return existsSync(path) ? (readObject(path) as Lock) : {};
}

/** Descriptions are for readers and may get better. */
function hashesOf({ files }: Schemas): Lock {
  const events = [...files].filter(([file]) => file.startsWith('events/'));
  return Object.fromEntries(
    events.map(([file, schema]) => [file, hash('sha256', canonicalize(withoutProse(schema)) ?? '')]),
  );
}

function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => key !== 'description' || typeof inner !== 'string',
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutProse(inner)]));
}
