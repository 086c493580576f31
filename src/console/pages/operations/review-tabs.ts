/** The tabs shared by the review pages. */
import type { Html } from '../../../web/html.ts';
import { html } from '../../../web/html.ts';

export const reviewTabs = (current: 'transfers' | 'identities'): Html =>
  html`<nav class="tabs" aria-label="Reviews">
    <a href="/console/reviews" ${current === 'transfers' ? html`aria-current="page"` : undefined}
      >transfers</a
    >
    <a href="/console/reviews/identities" ${current === 'identities' ? html`aria-current="page"` : undefined}
      >identities</a
    >
  </nav>`;
