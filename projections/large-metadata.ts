/**
 * Metadata that is stored once. A snapshot with large metadata has the revision of the event that set it in its place, and readers
 * put the metadata of that event back.
 */

type Metadata = Readonly<Record<string, string>>;

/** Keys and values of more characters than this are large. */
const SMALL_CHARACTERS_MAX = 1_000;

function isLarge(metadata: Metadata): boolean {
  let characters = 0;
  for (const [key, value] of Object.entries(metadata)) characters += key.length + value.length;
  return characters > SMALL_CHARACTERS_MAX;
}

/** The view of an object after an event, without the metadata that this event sets if it is large. */
export function withoutLargeMetadata<View extends { readonly metadata: Metadata }>(
  view: View,
  { data, revision }: { readonly data: object; readonly revision: number },
): View {
  if (!('metadata' in data) || !isLarge(view.metadata)) return view;
  // Events that set no metadata keep what stands in its place, and readers replace it (`withMetadata`).
  return { ...view, metadata: revision as unknown as Metadata };
}

/** Metadata itself is an object, and values in it are strings, so nothing else is written like this. */
const REVISION = /"metadata":(\d+)/;

/** The revision of the event that has the metadata of this JSON text; undefined if the text has all that it shows. */
export function metadataRevision(body: string): number | undefined {
  const found = REVISION.exec(body)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The JSON text with the metadata in place of the revision. */
export const withMetadata = (body: string, metadata: object): string =>
  body.replace(REVISION, () => `"metadata":${JSON.stringify(metadata)}`);
