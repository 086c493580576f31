/** API key pages: issue, rotate with an overlap, and revoke. A key's secret is shown once. */
import type { Integrator, Key } from '../../../generated/api.ts';
import { isProblem } from '../../../http/errors.ts';
import { html, type Html } from '../../../web/html.ts';
import { actionRoute, type ActionForm, type ActionResult } from '../../action-form.ts';
import { environmentBadge, integratorBreadcrumbs } from '../../book-location.ts';
import { getFromApi, type ConsoleRoute, type PageContext, type PageResult } from '../../page-context.ts';
import type { Flash } from '../../session/sessions.ts';
import { REASON_FIELD, utcTime, type FormField } from '../../ui/form-fields.ts';
import { actionLink, factList } from '../../ui/panels.ts';
import type { Column } from '../../ui/tables.ts';
import { badge, idHtml, rowIdHtml, textHtml, timestampHtml, toWords } from '../../ui/text.ts';

export const keyColumns = (context: PageContext): readonly Column<Key>[] => [
  { label: 'Key', isRowHeader: true, cell: (key) => html`${rowIdHtml(key.id, `/console/keys/${key.id}`)}` },
  { label: 'Name', cell: ({ name }) => textHtml(name) },
  { label: 'Environment', cell: ({ environment }) => environmentBadge(environment) },
  { label: 'Permissions', cell: ({ permissions }) => html`${permissionLabel(permissions)}` },
  { label: 'State', small: 'aside', cell: ({ status }) => badge(status) },
  { label: 'Issued', cell: ({ created_at }) => timestampHtml(created_at, context.now) },
  {
    label: 'Expires',
    cell: ({ revoked_at, expires_at }) => timestampHtml(revoked_at ?? expires_at, context.now),
  },
  { label: 'Actions', cell: (key) => keyActions(context, key) },
];

const permissionLabel = (permissions: Key['permissions']): string =>
  permissions === 'read' ? 'read' : 'read and write';

const keyActions = (context: PageContext, { id: key, status }: Key): Html =>
  status === 'active'
    ? html`<span class="row-actions"
        >${actionLink(context, `/operator/v1/keys/${key}/rotate`, `/console/keys/${key}/rotate`, 'Rotate')}${actionLink(
          context,
          `/operator/v1/keys/${key}/revoke`,
          `/console/keys/${key}/revoke`,
          'Revoke',
        )}</span
      >`
    : textHtml(null);

const ENVIRONMENT: FormField = {
  name: 'environment',
  label: 'Environment',
  kind: 'choice',
  options: [
    ['sandbox', 'Sandbox: no real money'],
    ['production', 'Production: real money'],
  ],
};

const PERMISSIONS: FormField = {
  name: 'permissions',
  label: 'Permissions',
  kind: 'choice',
  options: [
    ['read_write', 'Read and write'],
    ['read', 'Read only'],
  ],
};

const NAME: FormField = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  isOptional: true,
  maxLength: 100,
};

const EXPIRES: FormField = {
  name: 'expires_at',
  label: 'Expires',
  hint: 'In UTC. Default: the key does not expire.',
  kind: 'time',
  isOptional: true,
};

/** The entries with a value. */
export const nonEmptyEntries = (
  entries: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''));

const flashWithSecret = (text: string, { secret }: ActionResult): Flash =>
  typeof secret === 'string'
    ? { tone: 'ok', text, secret: { label: 'The key', text: secret } }
    : { tone: 'ok', text };

async function loadKey(context: PageContext): Promise<{ key: Key; integrator: Integrator } | PageResult> {
  const key = await getFromApi<Key>(context, `/operator/v1/keys/${context.params['key_id'] ?? ''}`);
  if (isProblem(key)) return key;
  const integrator = await getFromApi<Integrator>(context, `/operator/v1/integrators/${key.integrator_id}`);
  return isProblem(integrator) ? integrator : { key, integrator };
}

const keysHref = (integratorId: unknown): string => `/console/integrators/${String(integratorId)}#keys`;

async function keyForm(
  context: PageContext,
  shown: (key: Key) => Omit<ActionForm, 'section' | 'breadcrumbs' | 'cancelHref'>,
): Promise<ActionForm | PageResult> {
  const found = await loadKey(context);
  if (!('key' in found)) return found;
  const { key, integrator } = found;
  return {
    ...shown(key),
    section: 'ledger',
    breadcrumbs: integratorBreadcrumbs(integrator.id, integrator.name),
    cancelHref: keysHref(integrator.id),
  };
}

const keyFacts = (context: PageContext, key: Key): Html =>
  factList([
    ['Key', idHtml(key.id, undefined)],
    ['Name', textHtml(key.name)],
    ['Environment', environmentBadge(key.environment)],
    ['Permissions', html`${permissionLabel(key.permissions)}`],
    ['State', badge(key.status)],
    ['Issued', timestampHtml(key.created_at, context.now)],
    ['Expires', timestampHtml(key.expires_at, context.now)],
    ['Revoked', timestampHtml(key.revoked_at, context.now)],
  ]);

async function keyPage(context: PageContext): Promise<PageResult> {
  const found = await loadKey(context);
  if (!('key' in found)) return found;
  const { key, integrator } = found;
  return {
    kind: 'page',
    title: 'API key',
    section: 'ledger',
    breadcrumbs: integratorBreadcrumbs(integrator.id, integrator.name),
    actions: keyActions(context, key),
    content: html`<section class="panel">${keyFacts(context, key)}</section>`,
  };
}

const OVERLAPS = [
  ['86400', '1 day'],
  ['3600', '1 hour'],
  ['604800', '1 week'],
  ['0', 'None: the old key stops working now'],
] as const;

export const keysPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/integrators/{integrator_id}/keys/new',
    apiPath: ({ integrator_id = '' }) => `/operator/v1/integrators/${integrator_id}/keys`,
    async buildForm(context) {
      const integrator = await getFromApi<Integrator>(
        context,
        `/operator/v1/integrators/${context.params['integrator_id'] ?? ''}`,
      );
      if (isProblem(integrator)) return integrator;
      return {
        title: 'Issue a key',
        section: 'ledger',
        breadcrumbs: integratorBreadcrumbs(integrator.id, integrator.name),
        intro: html`<p>
          The key gives API access as <strong>${integrator.name}</strong>. It is shown once, on the next page.
        </p>`,
        fields: [ENVIRONMENT, PERMISSIONS, NAME, EXPIRES],
        submit: 'Issue the key',
        cancelHref: keysHref(integrator.id),
      };
    },
    toRequestBody: (form) => ({
      environment: form.get('environment'),
      permissions: form.get('permissions'),
      ...nonEmptyEntries({ name: form.get('name'), expires_at: utcTime(form.get('expires_at')) }),
    }),
    onSuccess: (context, answer) => ({
      to: keysHref(context.params['integrator_id']),
      flash: flashWithSecret(`The ${toWords(String(answer['environment']))} key was issued.`, answer),
    }),
  }),
  { path: '/console/keys/{key_id}', get: keyPage },
  actionRoute({
    path: '/console/keys/{key_id}/rotate',
    apiPath: ({ key_id = '' }) => `/operator/v1/keys/${key_id}/rotate`,
    buildForm: (context) =>
      keyForm(context, (key) => ({
        title: 'Rotate a key',
        intro: html`<p>
            A new key with the same permissions replaces this one. Both keys work until the overlap ends.
          </p>
          ${keyFacts(context, key)}`,
        fields: [
          {
            name: 'overlap',
            label: 'Overlap during which both keys work',
            kind: 'select',
            options: OVERLAPS,
            bodyFields: ['overlap_seconds'],
          },
          REASON_FIELD,
        ],
        submit: 'Rotate the key',
      })),
    toRequestBody: (form) => ({ overlap_seconds: Number(form.get('overlap')), reason: form.get('reason') }),
    onSuccess: (_context, answer) => ({
      to: keysHref(answer['integrator_id']),
      flash: flashWithSecret('The new key was issued. The old key stops working after the overlap.', answer),
    }),
  }),
  actionRoute({
    path: '/console/keys/{key_id}/revoke',
    apiPath: ({ key_id = '' }) => `/operator/v1/keys/${key_id}/revoke`,
    buildForm: (context) =>
      keyForm(context, (key) => ({
        title: 'Revoke a key',
        intro: html`<p>All requests with this key will be refused. This cannot be undone.</p>
          ${keyFacts(context, key)}`,
        fields: [REASON_FIELD],
        submit: 'Revoke the key',
        isDestructive: true,
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (_context, answer) => ({
      to: keysHref(answer['integrator_id']),
      flash: { tone: 'ok', text: 'The key was revoked.' },
    }),
  }),
];
