import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/** The generated module that a definition belongs to. */
export type Module = 'api' | 'events';

/** A named schema: an entry of `$defs`, or the root of an event schema. */
export type Definition = {
  readonly name: string;
  readonly module: Module;
  /** Path below `schemas/`, such as `api/user.json`. */
  readonly file: string;
  /** `#`, or `#/$defs/<key>`. */
  readonly pointer: string;
  readonly schema: JsonObject;
};

/** A recorded event: its union, its name, and the version of its data. */
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

/** Base URI of the schemas during compilation. Nothing is fetched from it. */
export const baseUri = 'https://svc.example/schemas/';

/** Path of the lock file with the hashes of all released event schemas. */
export const LOCK = 'events/lock.json';

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pascal = (text: string): string =>
  text
    .split(/[._-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Reads a JSON object. Throws if the file contains something else. */
export const readObject = (path: string): JsonObject => {
  // JSON.parse returns only JSON values.
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

/** Events are the files `<noun>.<verb>.v<version>.json`. Only the newest version of each is used. */
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

/** Older versions of an event have the version in their type name: `WalletOpenedV1`. */
const withVersion = (definition: Definition, all: readonly string[]): Definition => {
  const [, type, version] = /^(events\/.+)\.v(\d+)\.json$/.exec(definition.file) ?? [];
  const isOld = all.includes(`${type}.v${Number(version) + 1}.json`);
  return isOld && definition.pointer === '#'
    ? { ...definition, name: `${definition.name}V${version}` }
    : definition;
};

/** The key in `definitions` that a `$ref` in `file` refers to. */
export const refKey = (file: string, ref: string): string => {
  const [path = '', pointer = ''] = ref.split('#');
  return `${path === '' ? file : posix.join(posix.dirname(file), path)}#${pointer}`;
};

/** Loads all schemas below `root`. Throws if two definitions of a module have the same name. */
export const loadSchemas = (root: string): Schemas => {
  const files = new Map<string, JsonObject>();
  const definitions = new Map<string, Definition>();
  const keyOfName = new Map<string, string>();
  const all = [
    'common.json',
    ...jsonFiles(root, 'api'),
    ...jsonFiles(root, 'operator'),
    // The lock file is not a schema.
    ...jsonFiles(root, 'events').filter((file) => file !== LOCK),
  ];
  for (const file of all) {
    // Addresses derive from the path only, so a moved file cannot keep an old one.
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

/** The API definition with this name. Throws if there is none. */
export const apiDefinition = (schemas: Schemas, name: string): Definition => {
  for (const definition of schemas.definitions.values())
    if (definition.module === 'api' && definition.name === name) return definition;
  throw new Error(`no schema is called ${name}`);
};
