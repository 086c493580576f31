/** Creates a value on first use. If that fails, the next use tries again. */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}
