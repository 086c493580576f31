/**
 * Locks released event schemas. Recorded events never change, so the schema of a released event must not change either.
 * A new format needs a new version of the schema and an upcast in src/ledger/event.ts.
 */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { LOCK, readObject } from './schemas.ts';
import type { Schemas } from './schemas.ts';

/** SHA-256 of each released schema as canonical JSON, by its path below `schemas/`. */
type Lock = Readonly<Record<string, string>>;

/** One message for each event schema that violates the lock. */
export function changedReleasedSchemas(root: string, schemas: Schemas): string[] {
  const locked = readLock(root);
  const now = hashesOf(schemas);
  const missing = Object.keys(locked).filter((file) => !Object.hasOwn(now, file));
  const changed = Object.keys(now).filter(
    (file) => Object.hasOwn(locked, file) && locked[file] !== now[file],
  );
  const unreleased = Object.keys(now).filter((file) => !Object.hasOwn(locked, file));
  return [
    ...missing.map(
      (file) => `schemas/${file} was released and is missing: events of it may be in any stream`,
    ),
    ...changed.map((file) => `schemas/${file} was released and has changed: ${HINT}`),
    ...unreleased.map((file) => `schemas/${file} is not released: run npm run release-events`),
  ];
}

const HINT = 'restore it and add the new format as the next version';

/** The text of the lock file with new schemas added. Throws if a released schema was changed or removed. */
export function lockFileText(root: string, schemas: Schemas): string {
  const broken = changedReleasedSchemas(root, schemas).filter((each) => !each.includes(' is not released'));
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return `${JSON.stringify(hashesOf(schemas), null, 2)}\n`;
}

function readLock(root: string): Lock {
  const path = `${root}/${LOCK}`;
  // `lockFileText` writes only hashes.
  return existsSync(path) ? (readObject(path) as Lock) : {};
}

/** Descriptions may change, so they are not hashed. */
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
