/** One page of a list, newest first, as the API returns it. */
export type Page<Item> = {
  readonly data: readonly Item[];
  /** Whether the list has more objects in the direction of the request. */
  readonly has_more: boolean;
  /** The next page in the same direction, or undefined after the last one. */
  nextPage(): Promise<Page<Item> | undefined>;
};

/**
 * A list. `await` it for its first page, or iterate over all of its objects with `for await`: from the newest to the oldest, or
 * with `ending_before`, from that object to the newest.
 */
export type PageList<Item> = PromiseLike<Page<Item>> &
  AsyncIterable<Item> & {
    /** Every page, in the direction of the request. */
    pages(): AsyncIterable<Page<Item>>;
  };

/** The parameters that choose a page. */
export type Cursors = {
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
};

/** A page as its response contains it. */
export type PageBody<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** Where the list continues, if a page may be short: such a list can continue after an empty page. */
  readonly next_cursor?: string | null;
};

/** A list whose pages `fetchPage` requests, none before it is used. */
export function createPageList<Item extends { readonly id: string }, Query extends Cursors>(
  query: Query,
  fetchPage: (query: Query) => Promise<PageBody<Item>>,
): PageList<Item> {
  const isTowardNewer = query.ending_before !== undefined;
  const fetchFrom = async (from: Query): Promise<Page<Item>> => {
    const { data, has_more, next_cursor } = await fetchPage(from);
    const next = next_cursor ?? (isTowardNewer ? data[0] : data.at(-1))?.id;
    return {
      data,
      has_more,
      nextPage: async () =>
        has_more && next !== undefined
          ? fetchFrom({ ...from, [isTowardNewer ? 'ending_before' : 'starting_after']: next })
          : undefined,
    };
  };
  const pages = async function* (): AsyncGenerator<Page<Item>> {
    for (
      let page: Page<Item> | undefined = await fetchFrom(query);
      page !== undefined;
      page = await page.nextPage()
    )
      yield page;
  };
  return {
    then: (onFulfilled, onRejected) => fetchFrom(query).then(onFulfilled, onRejected),
    pages,
    async *[Symbol.asyncIterator]() {
      for (let page: Page<Item> | undefined = await fetchFrom(query); page !== undefined;) {
        const items = isTowardNewer ? [...page.data].reverse() : page.data;
        yield* items.slice(0, -1);
        // Before the last object is yielded, because the caller may delete it, and it is where the next page begins.
        const next: Promise<Page<Item> | undefined> = page.nextPage();
        const settled = await next.then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        );
        yield* items.slice(-1);
        if ('error' in settled) throw settled.error;
        page = settled.value;
      }
    },
  };
}
