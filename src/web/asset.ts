/** Files that pages load, of the service itself. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export type Asset = {
  /** Has the content's hash in it, so that browsers may keep it for good. */
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
};

const TYPES = { css: 'text/css', js: 'text/javascript' } as const;

/** An asset with this body, at `<folder>/<name>-<hash>.<extension>`. */
export function createAsset(
  folder: string,
  [name, extension]: readonly [string, keyof typeof TYPES],
  body: Buffer,
): Asset {
  const mark = hash('sha256', body, 'hex').slice(0, 16);
  return { path: `${folder}/${name}-${mark}.${extension}`, type: `${TYPES[extension]}; charset=utf-8`, body };
}

/** What a stylesheet begins with on every page of the service. */
export const readBaseStylesheet = (): Buffer => readFileSync(new URL('./assets/base.css', import.meta.url));

/** A stylesheet out of these files of a folder, in this order, after what all begin with. */
export const readStylesheet = (folder: URL, names: readonly string[]): Buffer =>
  Buffer.concat([readBaseStylesheet(), ...names.map((name) => readFileSync(new URL(`${name}.css`, folder)))]);
