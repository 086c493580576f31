/** API keys: issued, rotated with an overlap, revoked. A key's text is shown once. */
import type { Integrator, Key } from '../../../generated/api.ts';
import { isProblem } from '../../../api/server/errors.ts';
import { html } from '../../../web/html.ts';
import type { Html } from '../../../web/html.ts';
import { actionRoute } from '../../action-form.ts';
import type { ActionResult, ActionForm } from '../../action-form.ts';
import { REASON_FIELD } from '../../ui/form-fields.ts';
import type { FormField } from '../../ui/form-fields.ts';
import { environmentBadge, integratorBreadcrumbs } from '../../book-location.ts';
import type { Flash } from '../../session/sessions.ts';
import {
  actionLink,
  badge,
  factList,
  idHtml,
  rowIdHtml,
  textHtml,
  timestampHtml,
  toWords,
} from '../../ui/components.ts';
import type { Column } from '../../ui/components.ts';
import { getFromApi } from '../../page-context.ts';
import type { ConsoleRoute, PageResult, PageContext } from '../../page-context.ts';

export const keyColumns = (visit: PageContext): readonly Column<Key>[] => [
  { label: 'Key', isRowHeader: true, cell: (key) => html`${rowIdHtml(key.id, `/console/keys/${key.id}`)}` },
  { label: 'For', cell: ({ name }) => textHtml(name) },
  { label: 'Environment', cell: ({ environment }) => environmentBadge(environment) },
  { label: 'May', cell: ({ permissions }) => html`${permissionWords(permissions)}` },
  { label: 'State', cell: ({ status }) => badge(status) },
  { label: 'Issued', cell: ({ created_at }) => timestampHtml(created_at, visit.now) },
  { label: 'Ends', cell: ({ revoked_at, expires_at }) => timestampHtml(revoked_at ?? expires_at, visit.now) },
  { label: 'Actions', cell: (key) => keyActions(visit, key) },
];

const permissionWords = (permissions: Key['permissions']): string =>
  permissions === 'read' ? 'read' : 'read and write';

const keyActions = (visit: PageContext, { id: key, status }: Key): Html =>
  status === 'active'
    ? html`<span class="row-actions"
        >${actionLink(visit, `/operator/v1/keys/${key}/rotate`, `/console/keys/${key}/rotate`, 'Rotate')}${actionLink(
          visit,
          `/operator/v1/keys/${key}/revoke`,
          `/console/keys/${key}/revoke`,
          'Revoke',
        )}</span
      >`
    : textHtml(null);

const ENVIRONMENT: FormField = {
  name: 'environment',
  label: 'Book',
  kind: 'choice',
  options: [
    ['sandbox', 'Sandbox: nothing in it is real'],
    ['production', 'Production: real money'],
  ],
};

const PERMISSIONS: FormField = {
  name: 'permissions',
  label: 'What it may do',
  kind: 'choice',
  options: [
    ['read_write', 'Read and write'],
    ['read', 'Read only'],
  ],
};

const NAME: FormField = {
  name: 'name',
  label: 'What it is for',
  kind: 'text',
  isOptional: true,
  maxLength: 100,
};

const EXPIRES: FormField = {
  name: 'expires_at',
  label: 'Stops working at',
  hint: 'A time in UTC, such as 2027-01-31T12:00:00Z. Left empty, the key works until it is revoked.',
  kind: 'time',
  isOptional: true,
};

/** Members that were filled in. */
export const nonEmptyEntries = (
  entries: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== ''));

const withSecret = (said: string, { secret }: ActionResult): Flash =>
  typeof secret === 'string'
    ? { tone: 'ok', text: said, secret: { label: 'The key', text: secret } }
    : { tone: 'ok', text: said };

async function about(visit: PageContext): Promise<{ key: Key; integrator: Integrator } | PageResult> {
  const key = await getFromApi<Key>(visit, `/operator/v1/keys/${visit.params['key_id'] ?? ''}`);
  if (isProblem(key)) return key;
  const integrator = await getFromApi<Integrator>(visit, `/operator/v1/integrators/${key.integrator_id}`);
  return isProblem(integrator) ? integrator : { key, integrator };
}

const keysHref = (integratorId: unknown): string => `/console/integrators/${String(integratorId)}#keys`;

async function describeKey(
  visit: PageContext,
  shown: (key: Key) => Omit<ActionForm, 'section' | 'crumbs' | 'back'>,
): Promise<ActionForm | PageResult> {
  const found = await about(visit);
  if (!('key' in found)) return found;
  const { key, integrator } = found;
  return {
    ...shown(key),
    section: 'ledger',
    crumbs: integratorBreadcrumbs(integrator.id, integrator.name),
    back: keysHref(integrator.id),
  };
}

const which = (visit: PageContext, key: Key): Html =>
  factList([
    ['Key', idHtml(key.id, undefined)],
    ['For', textHtml(key.name)],
    ['Book', environmentBadge(key.environment)],
    ['May', html`${permissionWords(key.permissions)}`],
    ['State', badge(key.status)],
    ['Issued', timestampHtml(key.created_at, visit.now)],
    ['Expires', timestampHtml(key.expires_at, visit.now)],
    ['Revoked', timestampHtml(key.revoked_at, visit.now)],
  ]);

async function keyPage(visit: PageContext): Promise<PageResult> {
  const found = await about(visit);
  if (!('key' in found)) return found;
  const { key, integrator } = found;
  return {
    kind: 'page',
    title: 'API key',
    section: 'ledger',
    crumbs: integratorBreadcrumbs(integrator.id, integrator.name),
    actions: keyActions(visit, key),
    content: html`<section class="panel">${which(visit, key)}</section>`,
  };
}

const OVERLAPS = [
  ['86400', 'A day'],
  ['3600', 'An hour'],
  ['604800', 'A week'],
  ['0', 'Not at all: the old key stops now'],
] as const;

export const keysPages: readonly ConsoleRoute[] = [
  actionRoute({
    path: '/console/integrators/{integrator_id}/keys/new',
    apiPath: ({ integrator_id = '' }) => `/operator/v1/integrators/${integrator_id}/keys`,
    async buildForm(visit) {
      const integrator = await getFromApi<Integrator>(
        visit,
        `/operator/v1/integrators/${visit.params['integrator_id'] ?? ''}`,
      );
      if (isProblem(integrator)) return integrator;
      return {
        title: 'Issue a key',
        section: 'ledger',
        crumbs: integratorBreadcrumbs(integrator.id, integrator.name),
        intro: html`<p>
          Whoever holds the key acts for <strong>${integrator.name}</strong>. It is shown once, on the next
          page.
        </p>`,
        fields: [ENVIRONMENT, PERMISSIONS, NAME, EXPIRES],
        submit: 'Issue the key',
        back: keysHref(integrator.id),
      };
    },
    toRequestBody: (form) => ({
      environment: form.get('environment'),
      permissions: form.get('permissions'),
      ...nonEmptyEntries({ name: form.get('name'), expires_at: form.get('expires_at') }),
    }),
    onSuccess: (visit, answer) => ({
      to: keysHref(visit.params['integrator_id']),
      flash: withSecret(`The ${toWords(String(answer['environment']))} key is issued.`, answer),
    }),
  }),
  { path: '/console/keys/{key_id}', get: keyPage },
  actionRoute({
    path: '/console/keys/{key_id}/rotate',
    apiPath: ({ key_id = '' }) => `/operator/v1/keys/${key_id}/rotate`,
    buildForm: (visit) =>
      describeKey(visit, (key) => ({
        title: 'Rotate a key',
        intro: html`<p>
            A new key with the same rights takes this one’s place. Both work until the overlap is over.
          </p>
          ${which(visit, key)}`,
        fields: [
          {
            name: 'overlap',
            label: 'How long the old key still works',
            kind: 'select',
            options: OVERLAPS,
            bodyFields: ['overlap_seconds'],
          },
          REASON_FIELD,
        ],
        submit: 'Rotate the key',
      })),
    toRequestBody: (form) => ({ overlap_seconds: Number(form.get('overlap')), reason: form.get('reason') }),
    onSuccess: (_visit, answer) => ({
      to: keysHref(answer['integrator_id']),
      flash: withSecret('The new key is issued; the old one ends after the overlap.', answer),
    }),
  }),
  actionRoute({
    path: '/console/keys/{key_id}/revoke',
    apiPath: ({ key_id = '' }) => `/operator/v1/keys/${key_id}/revoke`,
    buildForm: (visit) =>
      describeKey(visit, (key) => ({
        title: 'Revoke a key',
        intro: html`<p>Every request with this key is refused from now on. This can’t be taken back.</p>
          ${which(visit, key)}`,
        fields: [REASON_FIELD],
        submit: 'Revoke the key',
        isDestructive: true,
      })),
    toRequestBody: (form) => ({ reason: form.get('reason') }),
    onSuccess: (_visit, answer) => ({
      to: keysHref(answer['integrator_id']),
      flash: { tone: 'ok', text: 'The key is revoked.' },
    }),
  }),
];
