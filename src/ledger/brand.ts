declare const brand: unique symbol;

/** A nominal type without a run-time representation. Values of different brands, or without a brand, do not mix. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/**
 * A weaker brand: values with different tags do not mix, but untagged values are accepted. It suits IDs, because
 * generated event types and JSON bodies contain plain strings.
 */
export type Tagged<T, Name extends string> = T & { readonly [brand]?: Name };
