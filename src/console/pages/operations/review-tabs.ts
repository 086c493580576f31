/** The tabs shared by the review pages. */
import type { Html } from '../../../web/html.ts';
import { tabLinks } from '../../ui/tabs.ts';

const TABS = {
  transfers: { label: 'transfers', href: '/console/reviews' },
  identities: { label: 'identities', href: '/console/reviews/identities' },
  proposals: { label: 'second operator', href: '/console/proposals' },
} as const;

export const reviewTabs = (current: keyof typeof TABS): Html =>
  tabLinks(
    'Reviews',
    Object.entries(TABS).map(([name, tab]) => ({ ...tab, isCurrent: name === current })),
  );
