/** Integrator pages: the list, and one integrator with its books, API keys, and its brand on the hosted pages. */
import { Buffer } from 'node:buffer';
import { groupDigits } from '../../../formats/text.ts';
import type { BookTotals, Brand, Integrator } from '../../../generated/api.ts';
import type { EnvironmentName } from '../../../ledger/ids.ts';
import { logoTypeOf } from '../../../platform/books.ts';
import type { Form } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import {
  bookAt,
  bookHref,
  currentTotals,
  environmentBadge,
  integratorBreadcrumbs,
  integratorIn,
} from '../../book-location.ts';
import { listRoutes } from '../../lists.ts';
import { read, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import { facts, liveRows, show, sortable, table } from '../../ui/tables.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { orderIn } from '../../ui/list-filters.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';
import { amountHtml, idHtml, timestampHtml } from '../../ui/text.ts';
import { keyColumns } from './keys.ts';

const circulationHtml = (book: BookTotals | undefined): Html =>
  amountHtml(book?.points.in_circulation ?? '0.00', 'svc-points');

async function integrator(context: PageContext): Promise<PageResult> {
  const found = await read(context, 'getIntegrator');
  const keys = await read(context, 'listKeys', { query: { limit: 100, ...orderIn(context) } });
  const brand = await read(context, 'getIntegratorBrand');
  const totals = await currentTotals(context);
  return {
    kind: 'page',
    title: found.name,
    section: 'ledger',
    breadcrumbs: integratorBreadcrumbs(found.id, found.name).slice(0, 1),
    lead: html`<p>${idHtml(found.id)} · created ${timestampHtml(found.created_at, context.now)}</p>`,
    content: html`<div class="pair">
        ${(['production', 'sandbox'] as const).map((each) => bookCard(found, each, totals(found.id, each)))}
      </div>
      ${panel(
        'API keys',
        keys.data.length === 0
          ? emptyState('No keys yet', 'An API key gives the integrator access to one of its books.')
          : liveRows('API keys', table(context, 'API keys', keyColumns, keys.data, { isSorted: true })),
        {
          id: 'keys',
          actions: actionLink(
            context,
            'createKey',
            `/console/integrators/${found.id}/keys/new`,
            'Issue a key',
            'main',
          ),
        },
      )}
      ${brandPanel(context, brand)} ${formerSandboxes(context, found)}`,
  };
}

function bookCard(
  { id: of }: Integrator,
  environment: EnvironmentName,
  totals: BookTotals | undefined,
): Html {
  const href = `/console/books/${of}/${environment}`;
  const wallets = (totals?.wallets ?? []).reduce((sum, { count }) => sum + count, 0);
  return panel(
    environment === 'production' ? 'Production book' : 'Sandbox book',
    html`${factList([
        ['In circulation', circulationHtml(totals)],
        ['Wallets', html`${groupDigits(String(wallets))}`],
      ])}
      <p class="links">
        <a href="${href}/users">Users</a><a href="${href}/transfers">Transfers</a
        ><a href="${href}/deposits">Deposits</a><a href="${href}">Trial balance</a>
      </p>`,
    { actions: environmentBadge(environment) },
  );
}

const FORMER_SHOWN_MAX = 20;

/** The newest sandbox books that resets have replaced. */
function formerSandboxes(context: PageContext, { id: integrator_id }: Integrator): Html {
  const { sandbox_generation = 1, sandbox_resets = [] } = integratorIn(context, integrator_id) ?? {};
  const shown = Array.from({ length: sandbox_generation - 1 }, (_, index) => ({
    book: bookAt(context, { integrator_id, environment: 'sandbox', generation: index + 1 }),
    closedAt: sandbox_resets.at(index + 1 - sandbox_generation),
  }))
    .slice(-FORMER_SHOWN_MAX)
    .reverse();
  if (shown.length === 0) return html``;
  return panel(
    'Former sandboxes',
    table<(typeof shown)[number]>(
      context,
      'Former sandboxes',
      [
        show.html('Sandbox', ({ book }) => html`<a href="${bookHref(book)}">${book.generation}</a>`, 'head'),
        show.time('Reset', ({ closedAt }) => closedAt ?? null),
      ],
      shown,
    ),
  );
}

// The brand of an integrator on the hosted pages: a panel, and the form that changes it.

/** How hosted pages show the integrator. */
function brandPanel(context: PageContext, brand: Brand): Html {
  const { integrator_id, display_name, color, logo, support_contact, privacy_url } = brand;
  const isEmpty = [display_name, color, logo, support_contact, privacy_url].every((each) => each === null);
  const shown = facts(context, brand, [
    display_name !== null && show.text('Name', 'display_name'),
    logo !== null &&
      show.html(
        'Logo',
        () => html`<img src="data:${logo.media_type};base64,${logo.data}" alt="Logo" class="brand-logo" />`,
      ),
    color !== null && show.html('Color', () => html`<code>${color}</code>`),
    support_contact !== null && show.text('Support', 'support_contact'),
    privacy_url !== null &&
      show.html('Privacy notice', () => html`<a href="${privacy_url}">${privacy_url}</a>`),
  ]);
  return panel(
    'Hosted pages',
    isEmpty
      ? emptyState(
          'No brand yet',
          'Users and payers see a neutral page. Add the name and logo that they know.',
        )
      : shown,
    {
      id: 'brand',
      actions: actionLink(
        context,
        'changeIntegratorBrand',
        `/console/integrators/${integrator_id}/brand`,
        'Change the brand',
      ),
    },
  );
}

async function brandForm(context: PageContext): Promise<ActionForm> {
  const { id, name } = await read(context, 'getIntegrator');
  const brand = await read(context, 'getIntegratorBrand');
  const text = (
    member: 'display_name' | 'color' | 'support_contact' | 'privacy_url',
    label: string,
    hint: string,
  ): FormField => ({
    name: member,
    label,
    hint,
    kind: 'text',
    isOptional: true,
    initialValue: brand[member] ?? '',
  });
  return {
    title: 'Brand of the hosted pages',
    section: 'ledger',
    breadcrumbs: integratorBreadcrumbs(id, name),
    intro: html`<p>
      Users see the brand when they confirm their identity, and payers when they approve a payment.
    </p>`,
    fields: [
      text('display_name', 'Name', 'The name that users know. Up to 60 characters.'),
      text('color', 'Color', 'Of buttons and links, such as #5b2a86.'),
      text('support_contact', 'Support', 'An email address or an https URL.'),
      text('privacy_url', 'Privacy notice', 'An https URL.'),
      {
        name: 'logo',
        label: brand.logo === null ? 'Logo' : 'New logo',
        hint: 'PNG, JPEG, or WebP, at most 48 KiB and 1024 pixels wide or high.',
        kind: 'file',
        isOptional: true,
      },
      ...(brand.logo === null ? [] : [LOGO_ACTION]),
    ],
    submit: 'Save',
    cancelHref: `/console/integrators/${id}#brand`,
  };
}

const LOGO_ACTION: FormField = {
  name: 'logo_action',
  label: 'Present logo',
  kind: 'choice',
  options: [
    ['keep', 'Keep it, or replace it with the new logo'],
    ['remove', 'Remove it'],
  ],
  initialValue: 'keep',
};

function brandBody(form: Form): Record<string, unknown> {
  const text = (name: string) => (form.get(name) === '' ? null : form.get(name));
  const members = {
    display_name: text('display_name'),
    color: text('color')?.toLowerCase() ?? null,
    support_contact: text('support_contact'),
    privacy_url: text('privacy_url'),
  };
  if (form.get('logo_action') === 'remove') return { ...members, logo: null };
  const file = form.file?.('logo');
  if (file === undefined) return members;
  // The operator API checks that the image is of this type.
  const media_type = logoTypeOf(form.get('logo')) ?? 'image/png';
  return { ...members, logo: { media_type, data: Buffer.from(file).toString('base64') } };
}

const UPLOAD_BYTES_MAX = 96 * 1024;

export const integratorsPages: readonly ConsoleRoute[] = [
  ...listRoutes({
    path: '/console/integrators',
    operation: 'listIntegrators',
    title: 'Integrators',
    section: 'ledger',
    lead: html`<p>Each integrator has a sandbox book and a production book.</p>`,
    actions: (context) =>
      actionLink(context, 'createIntegrator', '/console/integrators/new', 'New integrator', 'main'),
    heading: 'All integrators',
    caption: 'Integrators',
    async columns(context) {
      const totals = await currentTotals(context);
      return [
        sortable(
          'name',
          show.html('Name', ({ id, name }) => html`<a href="/console/integrators/${id}">${name}</a>`, 'head'),
          { first: 'ascending' },
        ),
        show.shortId('ID', 'id', 'hidden'),
        show.number('In circulation, sandbox', ({ id }) => circulationHtml(totals(id, 'sandbox'))),
        show.number('In circulation, production', ({ id }) => circulationHtml(totals(id, 'production'))),
        sortable('created_at', show.time('Created', 'created_at', 'plain'), { own: 'descending' }),
      ];
    },
    empty: ['No integrators yet', 'Create one, then issue an API key for its sandbox.'],
  }),
  actionRoute({
    path: '/console/integrators/new',
    operation: 'createIntegrator',
    form: () => ({
      title: 'New integrator',
      section: 'ledger',
      breadcrumbs: [{ label: 'Integrators', href: '/console/integrators' }],
      intro: html`<p>
        The integrator gets a sandbox book and a production book. Issue an API key to give it access.
      </p>`,
      fields: [{ name: 'name', label: 'Name', hint: 'Up to 100 characters.', kind: 'text', maxLength: 100 }],
      submit: 'Create the integrator',
    }),
    done: ({ id, name }) => ({
      to: `/console/integrators/${id}`,
      flash: { tone: 'ok', text: `${name} was created. Issue an API key to give it access.` },
    }),
  }),
  { path: '/console/integrators/{integrator_id}', get: integrator },
  actionRoute({
    path: '/console/integrators/{integrator_id}/brand',
    operation: 'changeIntegratorBrand',
    uploadBytesMax: UPLOAD_BYTES_MAX,
    form: brandForm,
    body: brandBody,
    done: ({ integrator_id }) => ({
      to: `/console/integrators/${integrator_id}`,
      flash: { tone: 'ok', text: 'The brand was saved. Hosted pages show it within seconds.' },
    }),
  }),
];
