/** Finds the name that a misspelled name was probably meant to be. */

/** The known name within two edits of the given one, or one edit for short names; undefined if there is none. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  const distanceMax = name.length <= 4 ? 1 : 2;
  const candidates = known
    .filter((each) => Math.abs(each.length - name.length) <= distanceMax)
    .map((each) => ({ each, distance: editDistance(name, each) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = candidates;
  return best !== undefined && best.distance <= distanceMax ? best.each : undefined;
}

/** Insertions, deletions, and substitutions that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
