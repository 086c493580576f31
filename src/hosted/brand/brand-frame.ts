/** The parts of a page that show the brand of an integrator: the header and the footer. */
import type { Brand } from '../../platform/brand.ts';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { Language } from '../languages/language.ts';
import { createBrandStyle } from './brand-style.ts';
import type { BrandStyle } from './brand-style.ts';

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
