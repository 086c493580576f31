/** The stylesheet of a brand: its color, in shades that can be read on the light and the dark pages. */
import { hash } from 'node:crypto';
import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori';
import { SURFACES } from '../style.ts';

export type BrandStyle = {
  readonly css: string;
  /** What a page's policy names to allow the stylesheet. */
  readonly source: string;
};

/** Text needs this contrast (WCAG 2.2, level AA). */
const CONTRAST_MIN = 4.5;
const LIGHTNESS_STEP = 0.01;
/** How much of the color is in the background of what is selected. */
const TINT_SHARE = 0.12;
/** How much darker or lighter the color is under the pointer. */
const HOVER_SHIFT = 0.06;

const clamp = (lightness: number): number => Math.min(1, Math.max(0, lightness));
const toOklch = converter('oklch');
const hexOf = (lightness: number, { c, h }: { c: number; h?: number | undefined }): string =>
  formatHex(clampChroma({ mode: 'oklch', l: lightness, c, ...(h === undefined ? {} : { h }) }, 'oklch'));

/** `color` is `#rrggbb`. */
export function createBrandStyle(color: string): BrandStyle {
  const css = `:root { ${shades(color, 'light')} }
@media (prefers-color-scheme: dark) { :root { ${shades(color, 'dark')} } }`;
  return { css, source: `'sha256-${hash('sha256', css, 'base64')}'` };
}

function shades(color: string, scheme: 'light' | 'dark'): string {
  const { surface, canvas } = SURFACES[scheme];
  const tint = formatHex(interpolate([surface, color])(TINT_SHARE));
  const [away, end] = scheme === 'light' ? [-1, 0] : [1, 1];
  const given = toOklch(color) ?? { mode: 'oklch' as const, l: 0, c: 0 };
  const canBeRead = (shade: string) =>
    [surface, canvas, tint].every((background) => wcagContrast(shade, background) >= CONTRAST_MIN);
  // Black on the light pages and white on the dark ones can always be read.
  let lightness = given.l;
  while (!canBeRead(hexOf(lightness, given)) && lightness !== end)
    lightness = clamp(lightness + away * LIGHTNESS_STEP);
  const accent = hexOf(lightness, given);
  const hover = hexOf(clamp(lightness + away * HOVER_SHIFT), given);
  const onAccent = ['#ffffff', '#000000'].find((text) =>
    [accent, hover].every((background) => wcagContrast(text, background) >= CONTRAST_MIN),
  );
  return `--accent: ${accent}; --accent-strong: ${hover}; --on-accent: ${onAccent ?? '#ffffff'}; --tint: ${tint};`;
}
