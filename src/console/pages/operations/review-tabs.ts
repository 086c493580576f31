/** The tabs shared by the review pages. */
import type { Html } from '../../../web/html.ts';
import { html } from '../../../web/html.ts';

const TABS = {
  transfers: { label: 'transfers', href: '/console/reviews' },
  identities: { label: 'identities', href: '/console/reviews/identities' },
  proposals: { label: 'second operator', href: '/console/proposals' },
} as const;

export const reviewTabs = (current: keyof typeof TABS): Html =>
  html`<nav class="tabs" aria-label="Reviews">
    ${Object.entries(TABS).map(
      ([name, { label, href }]) =>
        html`<a href="${href}" ${current === name ? html`aria-current="page"` : undefined}>${label}</a>`,
    )}
  </nav>`;
