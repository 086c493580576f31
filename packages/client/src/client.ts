import { streamEvents } from './event-stream.ts';
import { createResources } from './generated/resources.ts';
import type { EventsResource, Resources } from './generated/resources.ts';
import type { PublicEvent, Transfer } from './generated/types.ts';
import { createPageList } from './pages.ts';
import type { Cursors, PageBody } from './pages.ts';
import { send } from './request.ts';
import type { LedgerRequest, LedgerResponse, ReadOptions, Settings } from './request.ts';
import { waitForTransfer } from './wait-for-transfer.ts';
import type { WaitOptions } from './wait-for-transfer.ts';

export type ClientOptions = {
  /** Starts with `svc_test_` or `svc_live_`. Keep it on your servers. */
  readonly apiKey: string;
  /** The address of the service, such as `https://ledger.example`. */
  readonly baseUrl: string;
  /** Milliseconds for each attempt of a call; 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first when the service is busy or the connection is lost; 2 by default. */
  readonly retries?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
};

const TIMEOUT_MS = 30_000;
const RETRIES = 2;

/** What `createClient` returns: a method for each operation, by resource, and a few more. */
export interface Client extends Resources {
  readonly events: EventsOfClient;
  /** Sends any request, and returns the status and the headers with the body. */
  readonly request: (request: LedgerRequest) => Promise<LedgerResponse>;
  /** Resolves when the transfer has ended, or is in one of the states `until`. */
  readonly waitForTransfer: (id: string, options?: WaitOptions) => Promise<Transfer>;
}

/** The operations of `ledger.events`, and `since`. */
export interface EventsOfClient extends EventsResource {
  /**
   * Yields every event after the one with this ID, oldest first, up to the newest. Without an ID, it begins with the oldest
   * event that the service keeps. Throws a LedgerPositionExpiredError if events after the ID may be deleted.
   */
  readonly since: (id: string | undefined, options?: ReadOptions) => AsyncGenerator<PublicEvent>;
}

/** A client with a method for each operation, such as `ledger.users.create(…)`. Throws a TypeError for invalid options. */
export function createClient(options: ClientOptions): Client {
  const settings = settingsOf(options);
  const request = (given: LedgerRequest): Promise<LedgerResponse> => send(settings, given);
  // The OpenAPI document, from which both the service and these types are generated, declares the answers.
  const call = async <Answer>(given: LedgerRequest): Promise<Answer> => (await request(given)).body as Answer;
  const resources = createResources({
    call,
    list: <Item extends { readonly id: string }>(
      path: string,
      query: Cursors = {},
      readOptions: ReadOptions = {},
    ) =>
      createPageList(query, (page) =>
        call<PageBody<Item>>({ ...readOptions, method: 'GET', path, query: page }),
      ),
    stream: (path, query, streamOptions) => streamEvents(settings, path, query, streamOptions),
  });
  return {
    ...resources,
    events: {
      ...resources.events,
      since: (id, readOptions) => eventsSince(resources.events.list, id, readOptions),
    },
    request,
    waitForTransfer: (id, waitOptions) =>
      waitForTransfer((callOptions) => resources.transfers.get(id, callOptions), waitOptions),
  };
}

type ListEvents = EventsResource['list'];

const EVENTS_PER_PAGE = 100;

async function* eventsSince(
  list: ListEvents,
  id: string | undefined,
  readOptions?: ReadOptions,
): AsyncGenerator<PublicEvent> {
  let position = id;
  if (position === undefined) {
    let oldest: PublicEvent | undefined;
    for await (const { data } of list({ limit: EVENTS_PER_PAGE }, readOptions).pages())
      oldest = data.at(-1) ?? oldest;
    if (oldest === undefined) return;
    yield oldest;
    position = oldest.id;
  }
  yield* list({ limit: EVENTS_PER_PAGE, ending_before: position }, readOptions);
}

function settingsOf(options: ClientOptions): Settings {
  const { apiKey, baseUrl, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options;
  // In plain JavaScript, an environment variable may be missing.
  if (typeof (apiKey as unknown) !== 'string' || apiKey === '')
    throw new TypeError('apiKey must be an API key, such as svc_test_…');
  if (typeof (baseUrl as unknown) !== 'string' || !/^https?:\/\//.test(baseUrl))
    throw new TypeError('baseUrl must be the http or https address of the service.');
  return {
    ...{ apiKey, timeoutMs, retries },
    baseUrl: baseUrl.replace(/\/+$/, ''),
    // Read for each call, so that a `fetch` that was replaced for tracing is used.
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
  };
}
