/** The part of a page between two markers, which `npm run generate` writes. */
export type MarkedPart = { readonly page: string; readonly begin: string; readonly end: string };

/** Replaces the part, and leaves the rest of the page as it is. Throws if the page lacks a marker. */
export function replacePart(text: string, { page, begin, end }: MarkedPart, part: string): string {
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${page} must contain ${begin} and ${end}`);
  return `${text.slice(0, start)}${begin}\n\n${part}\n\n${text.slice(stop)}`;
}
