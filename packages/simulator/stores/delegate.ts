/** An object whose methods are those of another one, which may be replaced. */
export function delegateTo<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(current(), name);
      return typeof member === 'function' ? member.bind(current()) : member;
    },
    has: (_target, name) => Reflect.has(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_target, name) => ({
      ...Reflect.getOwnPropertyDescriptor(current(), name),
      configurable: true,
    }),
  });
}
