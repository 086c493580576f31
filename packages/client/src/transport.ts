import type { StreamOptions } from './event-stream.ts';
import type { PublicEvent } from './generated/types.ts';
import type { Cursors, PageList } from './pages.ts';
import type { LedgerRequest, Query, ReadOptions } from './request.ts';

/** What the generated methods call. */
export type Transport = {
  call<Answer>(request: LedgerRequest): Promise<Answer>;
  list<Item extends { readonly id: string }>(
    path: string,
    query: Cursors | undefined,
    options: ReadOptions | undefined,
  ): PageList<Item>;
  stream(
    path: string,
    query: Query | undefined,
    options: StreamOptions | undefined,
  ): AsyncIterable<PublicEvent>;
};
