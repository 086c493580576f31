/**
 * Looks that are asked for in one turn of the event loop, such as those of all requests that came in together, become one:
 * most of what a look costs is beginning it.
 *
 * `find` gives what it finds by the places of what is wanted.
 */
export function gatherLooks<Wanted>(
  find: (wanted: readonly Wanted[]) => Promise<readonly (string | undefined)[]>,
): (wanted: Wanted) => Promise<string | undefined> {
  let gathered: Wanted[] = [];
  let found: ReturnType<typeof find> | undefined;
  const afterThisTurn = (): ReturnType<typeof find> =>
    new Promise((resolve) => {
      setImmediate(() => {
        const all = gathered;
        [gathered, found] = [[], undefined];
        resolve(find(all));
      });
    });
  return async (wanted) => {
    const place = gathered.push(wanted) - 1;
    return (await (found ??= afterThisTurn()))[place];
  };
}
