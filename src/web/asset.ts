/** Static files served by the service. */
import { readFileSync } from 'node:fs';
import { createStaticContent } from './static-content.ts';
import type { StaticContent } from './static-content.ts';

export type Asset = StaticContent & {
  /** Contains a hash of the content, so that browsers can cache it indefinitely. */
  readonly path: string;
};

const TYPES = { css: 'text/css', js: 'text/javascript' } as const;

/** Creates an asset with the path `<folder>/<name>-<hash>.<extension>`. */
export function createAsset(
  folder: string,
  [name, extension]: readonly [string, keyof typeof TYPES],
  body: Buffer,
): Asset {
  const content = createStaticContent(`${TYPES[extension]}; charset=utf-8`, body);
  return { path: `${folder}/${name}-${content.mark}.${extension}`, ...content };
}

/** The base stylesheet of all pages. */
export const readBaseStylesheet = (): Buffer => readFileSync(new URL('./assets/base.css', import.meta.url));

/** Concatenates the base stylesheet and the named files of a folder, in this order. */
export const readStylesheet = (folder: URL, names: readonly string[]): Buffer =>
  Buffer.concat([readBaseStylesheet(), ...names.map((name) => readFileSync(new URL(`${name}.css`, folder)))]);
