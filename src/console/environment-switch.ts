/** The environment of a page, and the switch in the header that leads to the same page of the other one. */
import { ENVIRONMENTS, type EnvironmentName } from '../ledger/ids.ts';
import { html, type Html } from '../web/html.ts';
import type { NavigationEntry } from './navigation.ts';
import { hrefWith, type ConsolePage, type PageContext } from './page-context.ts';
import { toLabel } from './ui/text.ts';

/** That of the page's object, or the one in the path or in the filter of a list; undefined for pages about both. */
export function environmentOf(
  { params, query }: PageContext,
  page: Pick<ConsolePage, 'environment'>,
): EnvironmentName | undefined {
  // A former sandbox is `sandbox.2`.
  const named = (params['environment'] ?? query.get('environment') ?? '').split('.')[0];
  return page.environment ?? ENVIRONMENTS.find((each) => each === named);
}

/** Lists of both environments, with a filter. */
const LISTS: ReadonlySet<string> = new Set([
  '/console/transfers',
  '/console/users',
  '/console/deliveries',
  '/console/activity',
]);

/** The same page of another environment, or the overview if its object is in one environment only. */
function hrefIn(context: PageContext, environment: EnvironmentName): string {
  const { path, params } = context;
  const { environment: current } = params;
  if (current !== undefined) {
    const [before = ''] = path.split(`/${current}`);
    const isOfObject = Object.keys(params).some((name) => !['environment', 'integrator_id'].includes(name));
    const rest = isOfObject ? '' : path.slice(before.length + 1 + current.length);
    return `${before}/${environment}${rest}`;
  }
  // The environments have different rails.
  const changes = { environment, rail: '' };
  return LISTS.has(path) || path === '/console' || path === '/console/metrics'
    ? hrefWith(context, changes)
    : `/console?environment=${environment}`;
}

/** Nothing on pages about both. */
export function environmentSwitch(
  context: PageContext,
  current: EnvironmentName | undefined,
): Html | undefined {
  if (current === undefined && !LISTS.has(context.path)) return undefined;
  const link = (label: string, href: string, isCurrent: boolean): Html =>
    html`<a href="${href}" ${isCurrent && html`aria-current="true"`}>${label}</a>`;
  return html`<nav class="environments" aria-label="Environment">
    ${LISTS.has(context.path) && link('All', hrefWith(context, { environment: '' }), current === undefined)}
    ${(['production', 'sandbox'] as const).map((each) => link(toLabel(each), hrefIn(context, each), each === current))}
  </nav>`;
}

const IN_QUERY: ReadonlySet<string> = new Set(['/console/metrics', ...LISTS]);

/** The page of an entry in the environment of the present page. */
export function hrefOfEntry(
  { href }: Pick<NavigationEntry, 'href'>,
  environment: EnvironmentName | undefined,
): string {
  if (environment === undefined) return href;
  if (href === '/console' || IN_QUERY.has(href)) return `${href}?environment=${environment}`;
  if (href === '/console/treasury') return `${href}/${environment}`;
  return href === '/console/reconciliation/production' ? `/console/reconciliation/${environment}` : href;
}
