/** The brand of an integrator on the hosted pages: a panel, and the form that changes it. */
import { Buffer } from 'node:buffer';
import type { Brand, Integrator } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { logoTypeOf } from '../../../platform/books.ts';
import type { Form } from '../../../web/forms.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm } from '../../action-form.ts';
import { integratorBreadcrumbs } from '../../book-location.ts';
import { getFromApi, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { actionLink, emptyState, factList, panel } from '../../ui/panels.ts';

const apiPathOf = (integratorId: string): string => `/operator/v1/integrators/${integratorId}/brand`;

/** How hosted pages show the integrator. */
export function brandPanel(context: PageContext, brand: Brand): Html {
  const { display_name, color, logo, support_contact, privacy_url } = brand;
  const isEmpty = [display_name, color, logo, support_contact, privacy_url].every((each) => each === null);
  const facts = factList([
    display_name === null ? undefined : ['Name', html`${display_name}`],
    logo === null
      ? undefined
      : [
          'Logo',
          html`<img src="data:${logo.media_type};base64,${logo.data}" alt="Logo" class="brand-logo" />`,
        ],
    color === null ? undefined : ['Color', html`<code>${color}</code>`],
    support_contact === null ? undefined : ['Support', html`${support_contact}`],
    privacy_url === null ? undefined : ['Privacy notice', html`<a href="${privacy_url}">${privacy_url}</a>`],
  ]);
  return panel(
    'Hosted pages',
    isEmpty
      ? emptyState(
          'No brand yet',
          'Users and payers see a neutral page. Add the name and logo that they know.',
        )
      : facts,
    {
      id: 'brand',
      actions: actionLink(
        context,
        apiPathOf(brand.integrator_id),
        `/console/integrators/${brand.integrator_id}/brand`,
        'Change the brand',
      ),
    },
  );
}

export const getBrand = (context: PageContext, integratorId: string) =>
  getFromApi<Brand>(context, apiPathOf(integratorId));

async function brandForm(context: PageContext): Promise<ActionForm | PageResult> {
  const { integrator_id = '' } = context.params;
  const found = await getFromApi<Integrator>(context, `/operator/v1/integrators/${integrator_id}`);
  if (isProblem(found)) return found;
  const brand = await getBrand(context, integrator_id);
  if (isProblem(brand)) return brand;
  const text = (
    name: 'display_name' | 'color' | 'support_contact' | 'privacy_url',
    label: string,
    hint: string,
  ) =>
    ({
      name,
      label,
      hint,
      kind: 'text',
      isOptional: true,
      initialValue: brand[name] ?? '',
    }) satisfies FormField;
  return {
    title: 'Brand of the hosted pages',
    section: 'ledger',
    breadcrumbs: integratorBreadcrumbs(found.id, found.name),
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
      ...(brand.logo === null
        ? []
        : [
            {
              name: 'logo_action',
              label: 'Present logo',
              kind: 'choice',
              options: [
                ['keep', 'Keep it, or replace it with the new logo'],
                ['remove', 'Remove it'],
              ],
              initialValue: 'keep',
            } satisfies FormField,
          ]),
    ],
    submit: 'Save',
    cancelHref: `/console/integrators/${found.id}#brand`,
  };
}

function toRequestBody(form: Form): Record<string, unknown> {
  const text = (name: string) => (form.get(name) === '' ? null : form.get(name));
  const members = {
    display_name: text('display_name'),
    color: form.get('color') === '' ? null : form.get('color').toLowerCase(),
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

export const brandPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/integrators/{integrator_id}/brand',
    apiPath: ({ integrator_id = '' }) => apiPathOf(integrator_id),
    uploadBytesMax: UPLOAD_BYTES_MAX,
    buildForm: brandForm,
    toRequestBody,
    onSuccess: ({ params }) => ({
      to: `/console/integrators/${params['integrator_id'] ?? ''}`,
      flash: { tone: 'ok', text: 'The brand was saved. Hosted pages show it within seconds.' },
    }),
  }),
];
