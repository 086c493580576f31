import type { Cursors, PageList } from './pages.ts';
import type { LedgerRequest, ReadOptions } from './request.ts';

/** What the generated methods call. */
export type Transport = {
  call<Answer>(request: LedgerRequest): Promise<Answer>;
  list<Item extends { readonly id: string }>(
    path: string,
    query: Cursors | undefined,
    options: ReadOptions | undefined,
  ): PageList<Item>;
};
