/** Finds a short scenario that still fails. */

/**
 * Removes commands as long as the rest still fails: halves first, then smaller parts, down to single commands. The result
 * fails, and no single command can be removed from it.
 */
export async function shrink<Step>(
  scenario: readonly Step[],
  stillFails: (scenario: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let shortest = scenario;
  let size = Math.max(1, Math.floor(scenario.length / 2));
  for (;;) {
    let isShorter = false;
    for (let from = shortest.length - size; from > -size; from -= size) {
      const rest = shortest.filter((_, index) => index < from || index >= from + size);
      if (rest.length < shortest.length && (await stillFails(rest))) {
        shortest = rest;
        isShorter = true;
      }
    }
    if (size === 1 && !isShorter) return shortest;
    if (size > 1) size = Math.floor(size / 2);
  }
}
