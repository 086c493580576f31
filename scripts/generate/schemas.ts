import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** Where the generated code belongs: the interface's types, or the events that books and the platform store. */
export type Module = 'api' | 'events';

/** A schema that gets a name of its own: an entry of a file's `$defs`, or the root of an event's file. */
export type Definition = {
  readonly name: string;
  readonly module: Module;
  /** Path below `schemas/`, such as `api/user.json`. */
  readonly file: string;
  /** `#`, or `#/$defs/<key>`. */
  readonly pointer: string;
  readonly schema: JsonObject;
};

/** An event that is stored: which union it belongs to, its stable name, and the version of its data. */
export type StoredEvent = {
  /** `book`, or the folder below `schemas/events/`. */
  readonly union: string;
  readonly type: string;
  readonly version: number;
  readonly definition: Definition;
};

export type Schemas = {
  /** Every file by its path below `schemas/`, without its `$id`. */
  readonly files: ReadonlyMap<string, JsonObject>;
  /** Every definition by `<file><pointer>`. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The newest version of each event. */
  readonly events: readonly StoredEvent[];
};

/** Base of the addresses that schemas have while they are compiled; nothing is ever fetched from it. */
export const baseUri = 'https://svc.example/schemas/';

/** Below `schemas/`: the hash of every schema of events that was released. */
export const LOCK = 'events/lock.json';

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pascal = (text: string): string =>
  text
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Reads JSON that must be an object. Throws with the file's name when it is not. */
export const readObject = (path: string): JsonObject => {
  // JSON.parse gives JSON values and nothing else.
  const value = JSON.parse(readFileSync(path, 'utf8')) as Json;
  if (!isObject(value)) throw new Error(`${path} is no JSON object`);
  return value;
};

const jsonFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return jsonFiles(root, path);
      return entry.name.endsWith('.json') ? [path] : [];
    })
    .sort();

const definitionsOf = (file: string, schema: JsonObject): Definition[] => {
  const module: Module = file.startsWith('events/') ? 'events' : 'api';
  const named = (key: string, pointer: string, at: JsonObject): Definition => {
    const title = at['title'];
    return { name: typeof title === 'string' ? title : pascal(key), module, file, pointer, schema: at };
  };
  const parts = isObject(schema['$defs']) ? schema['$defs'] : {};
  const found = Object.entries(parts).map(([key, part]) => {
    if (!isObject(part)) throw new Error(`${file}: $defs/${key} is no object`);
    return named(key, `#/$defs/${key}`, part);
  });
  const isRoot = schema['type'] !== undefined || schema['oneOf'] !== undefined;
  return isRoot ? [named(posix.basename(file).replace(/\.v\d+\.json$/, ''), '#', schema), ...found] : found;
};

/** Events are the files `<noun>.<verb>.v<version>.json`; only the newest version of each counts. */
const eventsOf = (definitions: Iterable<Definition>): StoredEvent[] => {
  const newest = new Map<string, StoredEvent>();
  for (const definition of definitions) {
    const match = /^events\/(?:(\w+)\/)?([a-z_]+\.[a-z_]+)\.v(\d+)\.json$/.exec(definition.file);
    if (match?.[2] === undefined || definition.pointer !== '#') continue;
    const event = { union: match[1] ?? 'book', type: match[2], version: Number(match[3]), definition };
    const key = `${event.union}/${event.type}`;
    if ((newest.get(key)?.version ?? 0) < event.version) newest.set(key, event);
  }
  return [...newest.values()];
};

/** An event's older shapes are called by their version too: `WalletOpenedV1`. */
const withVersion = (definition: Definition, all: readonly string[]): Definition => {
  const [, type, version] = /^(events\/.+)\.v(\d+)\.json$/.exec(definition.file) ?? [];
  const isOld = all.includes(`${type}.v${Number(version) + 1}.json`);
  return isOld && definition.pointer === '#'
    ? { ...definition, name: `${definition.name}V${version}` }
    : definition;
};

/** Where a `$ref` found in `file` points to, as a key of `definitions`. */
export const refKey = (file: string, ref: string): string => {
  const [path = '', pointer = ''] = ref.split('#');
  return `${path === '' ? file : posix.join(posix.dirname(file), path)}#${pointer}`;
};

/** Loads every schema below `root`. Throws when two definitions of a module share a name. */
export const loadSchemas = (root: string): Schemas => {
  const files = new Map<string, JsonObject>();
  const definitions = new Map<string, Definition>();
  const keyOfName = new Map<string, string>();
  const all = [
    'common.json',
    ...jsonFiles(root, 'api'),
    ...jsonFiles(root, 'operator'),
    // The lock is about the schemas, and none of them.
    ...jsonFiles(root, 'events').filter((file) => file !== LOCK),
  ];
  for (const file of all) {
    // Addresses come from the path alone, so that a moved file can't keep an old one.
    const schema = Object.fromEntries(
      Object.entries(readObject(join(root, file))).filter(([key]) => key !== '$id'),
    );
    files.set(file, schema);
    for (const found of definitionsOf(file, schema)) {
      const definition = withVersion(found, all);
      const key = `${file}${definition.pointer}`;
      const name = `${definition.module}:${definition.name}`;
      const other = keyOfName.get(name);
      if (other !== undefined) throw new Error(`${key} and ${other} are both called ${definition.name}`);
      keyOfName.set(name, key);
      definitions.set(key, definition);
    }
  }
  return { files, definitions, events: eventsOf(definitions.values()) };
};

/** The API definition with this name. Throws when there is none. */
export const apiDefinition = (schemas: Schemas, name: string): Definition => {
  for (const definition of schemas.definitions.values())
    if (definition.module === 'api' && definition.name === name) return definition;
  throw new Error(`no schema is called ${name}`);
};
