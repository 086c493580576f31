/**
 * Settings of streams in EventStoreDB, which calls them stream metadata. They are events of the stream `$$<name>`, and the newest one
 * counts. They can hide events, which the next scavenge then deletes, and they say who may write.
 */

import { isDeepStrictEqual } from 'node:util';
import { StreamDeletedError } from '@eventstore/db-client';
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { delay, randomUUID } from '../../system/runtime.ts';
import {
  NO_STREAM,
  START,
  StoreUnavailable,
  type EventStore,
  type Position,
  type StoredEvent,
  type StreamName,
  type StreamSettings,
} from '../port.ts';
import { isServiceStream, readEnd, readRaw, search, type Connection } from './reads.ts';

/** `$tb`, "truncate before", also marks a deleted stream. Writing to such a stream keeps only the new events. */
const REMOVING = ['$maxCount', '$maxAge', '$tb'] as const;

const DELETED_FOR_GOOD = 'it was deleted for good; restore it from a backup';

/** Another process may change the settings at the same time. */
const ATTEMPTS = 20;
const RETRY_MS = 50;

const CHANGES = { by: 'type', prefixes: ['$metadata', '$streamDeleted'] } as const;
const CHANGES_PAGE = 500;

type Settings = Readonly<Record<string, unknown>>;
type Known = { readonly settings: Settings; readonly revision: number };
type Change = (settings: Settings) => Settings | undefined;

/** The user of a connection string. */
export const userOf = (url: string): string | undefined =>
  parseConnectionString(url).defaultCredentials?.username;

export function createStreamSettings(
  connection: Connection,
  append: EventStore['append'],
  user: string | undefined,
): StreamSettings {
  /** Undefined if the stream was deleted for good. */
  const read = async (stream: StreamName): Promise<Known | undefined> => {
    try {
      const from = { stream: settingsOf(stream), from: 'end' } as const;
      const [newest] = await readRaw(connection, { ...from, count: 1, isBackwards: true });
      return newest === undefined
        ? { settings: {}, revision: NO_STREAM }
        : { settings: parse(newest), revision: newest.revision };
    } catch (error) {
      if (error instanceof StreamDeletedError) return undefined;
      throw error;
    }
  };

  /** Writes what `change` returns, until it returns undefined, which leaves the settings as they are. */
  const update = async (stream: StreamName, change: Change): Promise<void> => {
    let awaited = NO_STREAM;
    for (let left = ATTEMPTS; left > 0; left--) {
      const known = await read(stream);
      if (known === undefined) throw new Error(`${stream}: ${DELETED_FOR_GOOD}`);
      const { settings, revision } = known;
      if (revision < awaited) {
        await delay(RETRY_MS);
        continue;
      }
      const changed = change(settings);
      if (changed === undefined) return;
      const event = { id: randomUUID(), type: '$metadata', data: JSON.stringify(changed), metadata: '' };
      const { ok } = await append(settingsOf(stream), [event], revision);
      // The server answers this for a deleted stream with settings of its own, which hide all its events so far.
      if (ok) awaited = revision + (isDeleted(settings) ? 2 : 1);
    }
    throw new StoreUnavailable(`others keep changing the settings of ${stream}`);
  };

  return {
    async removing(stream) {
      const known = await read(stream);
      if (known === undefined) return DELETED_FOR_GOOD;
      const found = removingSettings(known.settings);
      return found.length === 0 ? undefined : found.join(', ');
    },

    async changedAfter(position) {
      // Everything up to this event is searched below.
      const end = await readEnd(connection);
      const streams = new Set<StreamName>();
      for (let from = position; ;) {
        const request = { position: from === START ? ('start' as const) : from, count: CHANGES_PAGE };
        const page = await search(connection, { ...request, filter: CHANGES });
        for (const { stream } of page) streams.add(stream.startsWith('$$') ? stream.slice(2) : stream);
        const last: Position | undefined = page.at(-1)?.position;
        if (page.length < CHANGES_PAGE || last === undefined || last === from) break;
        from = last;
      }
      return {
        streams: [...streams].filter(isServiceStream),
        position: end,
      };
    },

    async keepAll(stream) {
      await update(stream, (settings) => {
        const kept = Object.entries(settings).filter(([name]) => !REMOVING.some((each) => each === name));
        return kept.length === Object.keys(settings).length ? undefined : Object.fromEntries(kept);
      });
    },

    async restrict(stream) {
      if (user === undefined) return;
      await update(stream, (settings) =>
        '$acl' in settings || removingSettings(settings).length > 0
          ? undefined
          : { ...settings, $acl: onlyBy(user) },
      );
    },

    async grant(grantee, streams) {
      await update(ALL, (settings) => withReader(settings, grantee));
      for (const stream of streams)
        await update(stream, (settings) => {
          const $acl = onlyBy(grantee);
          const isGranted =
            isDeepStrictEqual(settings['$acl'], $acl) || removingSettings(settings).length > 0;
          return isGranted ? undefined : { ...settings, $acl };
        });
    },
  };
}

/** The server's log of all streams, which only administrators may read by default. */
const ALL = '$all';
const ADMINISTRATORS = '$admins';

/** The service never deletes a stream. Administrators may do anything. */
const onlyBy = (user: string): Settings => ({ $w: user, $d: ADMINISTRATORS, $mw: user });

/** Undefined if the user may read already. */
function withReader(settings: Settings, user: string): Settings | undefined {
  const { $acl } = settings;
  const acl: Settings = typeof $acl === 'object' && $acl !== null ? ($acl as Settings) : {};
  const readers: readonly unknown[] = [acl['$r'] ?? ADMINISTRATORS].flat();
  if (readers.includes(user)) return undefined;
  return { ...settings, $acl: { ...acl, $r: [...readers, user] } };
}

const settingsOf = (stream: StreamName): string => `$$${stream}`;

/** Settings that the server cannot read have no effect. */
function parse({ data }: StoredEvent): Settings {
  try {
    const settings: unknown = JSON.parse(data);
    // An object whose members are examined one by one.
    return typeof settings === 'object' && settings !== null ? (settings as Settings) : {};
  } catch {
    return {};
  }
}

/** The server marks a deleted stream with the highest number, which JavaScript cannot represent exactly. */
const isDeleted = ({ $tb }: Settings): boolean => Number($tb) > Number.MAX_SAFE_INTEGER;

/** In words. */
const removingSettings = (settings: Settings): string[] =>
  REMOVING.flatMap((name) => {
    const value = settings[name];
    if (value === undefined || value === null || (name === '$tb' && Number(value) <= 0)) return [];
    return [
      name === '$tb' && isDeleted(settings) ? 'it was deleted ($tb)' : `${name} is ${JSON.stringify(value)}`,
    ];
  });
