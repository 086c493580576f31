/** Chooses the format of a response by the `Accept` header. */
import Negotiator from 'negotiator';

/** The media type that the header prefers; the first one if there is no header, or if it accepts none of them. */
export function preferredType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const found = new Negotiator({ headers: { accept } }).mediaType([...types]);
  return types.find((type) => type === found) ?? types[0];
}
