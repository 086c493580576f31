/**
 * Finds collections that grow: every map, set, and array that code of the service makes larger than a number of elements is
 * reported with the file that did. Slow, so only some runs use it.
 */

export type GrowthWatch = {
  /** The largest size by file. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Puts the methods of the language back. */
  stop(): void;
};

type Method = (this: { readonly size?: number; readonly length?: number }, ...args: never[]) => unknown;

const METHODS = [
  [Map.prototype, 'set'],
  [Set.prototype, 'add'],
  [Array.prototype, 'push'],
] as const;

/** Reports a collection when it reaches `elements`, and then with each tenth more. */
export function watchGrowth(elements: number): GrowthWatch {
  const sizes = new Map<string, number>();
  const reported = new WeakMap<object, number>();
  let isReporting = false;

  function report(grown: object, size: number): void {
    isReporting = true;
    reported.set(grown, size);
    const file = fileIn(new Error().stack ?? '');
    if (file !== undefined && size > (sizes.get(file) ?? 0)) sizes.set(file, size);
    isReporting = false;
  }

  const restores = METHODS.map(([prototype, name]) => {
    // Each method is called with the arguments that its own callers gave it.
    const original = Reflect.get(prototype, name) as Method;
    const watched: Method = function (...args) {
      const result = original.apply(this, args);
      const size = this.size ?? this.length ?? 0;
      if (size >= elements && !isReporting && size >= 1.1 * (reported.get(this) ?? 0)) report(this, size);
      return result;
    };
    const replace = (value: Method): boolean =>
      Reflect.defineProperty(prototype, name, { value, writable: true, configurable: true });
    replace(watched);
    return () => replace(original);
  });
  return {
    sizes,
    stop() {
      for (const restore of restores) restore();
    },
  };
}

/** The innermost file of the service, but not of the stores in memory, which stand for servers. */
function fileIn(stack: string): string | undefined {
  for (const [, path = ''] of stack.matchAll(/\/((?:src|projections|test|packages)\/[\w./-]+\.[jt]s)/g)) {
    if (path.endsWith('checks/growth.ts')) continue;
    return /^(test|packages)\//.test(path) || /\/(memory|text-log)\.ts$/.test(path) ? undefined : path;
  }
  return undefined;
}
