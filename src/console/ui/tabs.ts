/** Tabs: links to pages that belong together, of which one is shown. */
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import type { EnvironmentName } from '../../ledger/environment.ts';

export type Tab = { readonly label: string; readonly href: string; readonly isCurrent: boolean };

export const tabLinks = (name: string, tabs: readonly Tab[]): Html =>
  html`<nav class="tabs" aria-label="${name}">
    ${tabs.map(
      ({ label, href, isCurrent }) =>
        html`<a href="${href}" ${isCurrent ? html`aria-current="page"` : undefined}>${label}</a>`,
    )}
  </nav>`;

/** The same page for each environment, production first. */
export const environmentTabs = (
  current: EnvironmentName,
  hrefOf: (environment: EnvironmentName) => string,
): Html =>
  tabLinks(
    'Environment',
    (['production', 'sandbox'] as const).map((each) => ({
      label: each,
      href: hrefOf(each),
      isCurrent: each === current,
    })),
  );
