import { hash } from 'node:crypto';
import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori';
import type { Brand } from '../platform/brand.ts';
import { html, type Html } from '../web/html.ts';
import type { Language } from './languages/language.ts';
import { SURFACES } from './style.ts';

// The stylesheet of a brand: its color, in shades that can be read on the light and the dark pages.

type BrandStyle = {
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

// The parts of a page that show the brand of an integrator: the header and the footer.

/** The logo and the name, with what the page is for. Undefined for a brand with neither. */
export function brandHeader({ display_name, logo }: Brand, purpose: string): Html | undefined {
  if (display_name === null && logo === null) return undefined;
  const name = display_name ?? '';
  const image =
    logo && html`<img src="data:${logo.media_type};base64,${logo.data}" alt="${name}" class="logo" />`;
  return html`${image ?? undefined}<span>${image === null && name}<small>${purpose}</small></span>`;
}

/** Where to get help, and the privacy notice. */
export function brandFooter({ text }: Language, { support_contact, privacy_url }: Brand): Html {
  const [before = '', after = ''] = text('frame.support', { contact: SPLIT }).split(SPLIT);
  return html`${
    support_contact !== null &&
    html`<p>${before}<a href="${hrefOf(support_contact)}">${shown(support_contact)}</a>${after}</p>`
  }
  ${privacy_url !== null && html`<p><a href="${privacy_url}">${text('frame.privacy')}</a></p>`}`;
}

/** Takes the place of the contact in the message, which then becomes a link. */
const SPLIT = '\u0000';
const isUrl = (contact: string): boolean => contact.startsWith('https://');
const hrefOf = (contact: string): string => (isUrl(contact) ? contact : `mailto:${contact}`);
const shown = (contact: string): string => (isUrl(contact) ? new URL(contact).host : contact);

const styles = new WeakMap<Brand, BrandStyle>();

/** Undefined for a brand without a color. */
export function brandStyle(brand: Brand): BrandStyle | undefined {
  if (brand.color === null) return undefined;
  const style = styles.get(brand) ?? createBrandStyle(brand.color);
  styles.set(brand, style);
  return style;
}
