/** Static files served by the service. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export type Asset = {
  /** Contains a hash of the content, so that browsers can cache it indefinitely. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
};

const TYPES = { css: 'text/css', js: 'text/javascript' } as const;

/** Creates an asset with the path `<folder>/<name>-<hash>.<extension>`. */
export function createAsset(
  folder: string,
  [name, extension]: readonly [string, keyof typeof TYPES],
  body: Buffer,
): Asset {
  const mark = hash('sha256', body, 'hex').slice(0, 16);
  return { path: `${folder}/${name}-${mark}.${extension}`, type: `${TYPES[extension]}; charset=utf-8`, body };
}

/** The base stylesheet of all pages. */
export const readBaseStylesheet = (): Buffer => readFileSync(new URL('./assets/base.css', import.meta.url));

/** Concatenates the base stylesheet and the named files of a folder, in this order. */
export const readStylesheet = (folder: URL, names: readonly string[]): Buffer =>
  Buffer.concat([readBaseStylesheet(), ...names.map((name) => readFileSync(new URL(`${name}.css`, folder)))]);
